#pragma once

#include "core/live/player.h"
#include "widgets/panels/readouts.h"

namespace ergo {

/// The read-outs of a run: its sampler's parameters that matter, modes found, MMD^2 and the first channel
/// means, estimates with their standard errors, and gap and bias where they are known exactly.
Readouts readouts_of(const Player& player, const Palette& palette, std::optional<double> place = {});

/// In slow motion: that these chains are too many to be shown on their way through a step.
void tell_whole_steps(Readouts& readouts, const RunConfig& run);

}  // namespace ergo
