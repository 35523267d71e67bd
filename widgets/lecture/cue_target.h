#pragma once

#include <functional>

#include "core/settings/lecture.h"

namespace ergo {

class CueHistory;
class Panes;
class Picture;
class Plots;

/// The parts of the window that a cue changes.
struct CueTarget {
  Panes& panes;
  Picture& picture;
  Plots& plots;
  std::function<void(bool presets, bool plots)> show_side_panels;
  bool large_text;  ///< text is so large that the control panel would cover the swarm
};

/// Shows a cue: opens or edits the run, and sets panels, plots and view. `onward`: the cue before it is shown now.
/// Otherwise the run is made from all cues since the one that opened it, with their edits and steps, and panels, plots
/// and view follow all of them. A cue that was left before is restored from `history`. Throws Error if the run cannot
/// start; what ran before goes on.
void show_cue(const Lecture& lecture, std::size_t cue, bool onward, const CueTarget& target,
              CueHistory& history);

}  // namespace ergo
