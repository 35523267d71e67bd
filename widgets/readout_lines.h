#pragma once

#include "widgets/player.h"
#include "widgets/readouts.h"

namespace ergo {

/// The read-outs of a run: its sampler's parameters that matter, modes found, MMD^2 and the first channel
/// means, estimates with their standard errors, and gap and bias where they are known exactly.
Readouts readouts_of(const Player& player, const Palette& palette);

/// In slow motion: that these chains are too many to be shown on their way through a step.
void tell_whole_steps(Readouts& readouts, const RunConfig& run);

/// The parameters in which runs of one sampler differ, as this run has them; empty where there are none.
std::string distinction(const std::vector<RunConfig>& runs, std::size_t run);

/// What to call one of several runs: its sampler, and what tells it from others of that sampler.
std::string run_name(const std::vector<RunConfig>& runs, std::size_t run);

}  // namespace ergo
