#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/live/player.h"
#include "core/run/shared_clock.h"

namespace ergo {

/// The runs side by side where they stand, to be opened there again.
struct PanesPosition {
  std::vector<RunPosition> runs;
  double clock = 0;
  Pace pace = Pace::gradients;
  std::optional<double> pause = {};
  std::optional<std::uint32_t> followed = {};
  int focus = 0;
  bool running = false;
  /// What was recorded of each run; null if going there keeps what is recorded.
  std::shared_ptr<const std::vector<RunHistory>> histories = {};
  bool recorded_beyond = false;  ///< the histories go on after this position, perhaps on other tapes
};

/// Whether two positions have the same initial configurations.
bool begin_alike(const PanesPosition& a, const PanesPosition& b);

}  // namespace ergo
