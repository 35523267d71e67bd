#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/config/journal.h"
#include "core/diagnostics/site_law.h"
#include "core/exact/evolution.h"

namespace ergo {

/// The law of infinitely many chains step by step along a run on a small lattice: what its swarm would show
/// without the noise of its number.
class InfiniteChains {
 public:
  static constexpr std::size_t most_states = 1024;
  /// Sites times steps of a cycle, sites counting for 256 at least: every edit tabulates all of them.
  static constexpr std::size_t most_in_a_cycle = 1 << 17;

  /// Of the run that begins as `initial` and meets `journal` on its way. Nothing where the law is not known,
  /// and where it lags behind: one call takes a fraction of a second at most.
  std::optional<InfiniteLaw> at(const RunConfig& initial, const Journal& journal, std::uint64_t step);

 private:
  void begin(const RunConfig& initial);
  void keep();

  std::optional<RunConfig> initial_;
  RunConfig config_;
  std::unique_ptr<Evolution> evolution_;  ///< null where the law is not known
  Journal met_;
  std::vector<InfiniteLaw> laws_;  ///< by step; past the room for them only the last has its masses
};

}  // namespace ergo
