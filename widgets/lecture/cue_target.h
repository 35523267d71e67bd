#pragma once

#include <functional>

#include "core/settings/lecture.h"

namespace ergo {

class CueHistory;
class Panes;
class Picture;
class Plots;

/// What a cue acts on.
struct CueTarget {
  Panes& panes;
  Picture& picture;
  Plots& plots;
  std::function<void(bool presets, bool plots)> show_side_panels;
  bool large_text;  ///< the control panel would cover the swarm
};

/// Opens or edits the run as the cue says and shows what it shows. `onward`: the cue before it stands; else
/// the run is opened where the cues from the opening one on lead it, each with what it sets and all its
/// steps, and panels, plots and view follow all cues up to this one. Where the cue was left before, going
/// back finds it as it was `history` kept it. Throws Error where the run cannot start; what ran before goes
/// on.
void show_cue(const Lecture& lecture, std::size_t cue, bool onward, const CueTarget& target,
              CueHistory& history);

}  // namespace ergo
