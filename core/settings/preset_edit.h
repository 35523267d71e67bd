#pragma once

#include <optional>
#include <vector>

#include "core/settings/preset.h"

namespace ergo {

/// All runs of a preset, in order.
std::vector<PresetSession> runs_of(const Preset& preset);

/// The runs become the preset's; at least one.
void set_runs(Preset& preset, std::vector<PresetSession> runs);

/// Edits the runs of a preset. A path sessions.N.<path> is one of run N, see may_differ(); the next free N makes
/// another run, which is in all else like the first. Other paths are of all runs, but for the sampler's of a
/// comparison, which are of the run `chosen`, and view.<key>, which are of the view. What is set for all runs is set
/// before what is set for one. Throws Error where a path names no run, leaves one out or what the runs share, or asks
/// for more than six.
void assign(Preset& preset, const std::vector<Assignment>& assignments,
            std::optional<std::size_t> chosen = {});

}  // namespace ergo
