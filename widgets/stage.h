#pragma once

#include "core/io/lecture.h"

namespace ergo {

class LeftCues;
class Panes;
class Picture;
class SidePanels;

/// What a cue acts on.
struct Stage {
  Panes& panes;
  Picture& picture;
  SidePanels& panels;
  bool large_text;  ///< the control panel would cover the swarm
};

/// Opens or edits the run as the cue says and shows what it shows. `onward`: the cue before it stands; else
/// the run is opened where the cues from the opening one on lead it, each with what it sets and all its
/// steps, and panels, plots and view follow all cues up to this one. Where the cue was left before, going
/// back finds it as it was `left` then. Throws Error where the run cannot start; what ran before goes on.
void set_stage(const Lecture& lecture, std::size_t cue, bool onward, const Stage& stage, LeftCues& left);

}  // namespace ergo
