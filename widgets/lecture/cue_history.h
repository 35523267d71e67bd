#pragma once

#include <map>
#include <optional>

#include "core/live/panes.h"
#include "core/settings/preset.h"

namespace ergo {

struct CueTarget;

/// Runs, curves and views of a lecture's cues when they were left, to be restored when the lecturer goes back.
class CueHistory {
 public:
  void clear() { *this = {}; }
  /// This cue is shown from now on.
  void enter(std::size_t cue) { present_ = cue; }
  /// Keeps the state of the cue that is shown, if any. Waits for the device.
  void leave(const CueTarget& target);
  bool kept(std::size_t cue) const { return left_.contains(cue); }
  /// Restores runs, curves and view as they were when the cue was left. Throws Error if a run cannot start; what ran
  /// before goes on.
  void put_back(std::size_t cue, const CueTarget& target) const;

 private:
  struct Left {
    PanesPosition runs;
    PresetView view;
  };
  static std::size_t bytes(const Left& left);

  std::map<std::size_t, Left> left_;
  std::optional<std::size_t> present_;
};

}  // namespace ergo
