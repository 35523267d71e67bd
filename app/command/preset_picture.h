#pragma once

#include <vector>

#include "core/picture/comparison_scene.h"
#include "core/settings/preset.h"

namespace ergo {

/// The picture as a preset has it, in the colours of no theme yet.
View view_of(const PresetView& preset);

/// The camera of each run if the preset has one for the axes that are shown; otherwise none.
std::vector<Look> looks_of(const Comparison& runs, const View& view, const PresetView& preset);

/// Steps per frame and speed: those of an option, otherwise the preset's.
std::uint64_t steps_per_frame(std::uint64_t option, const PresetView& preset);
double speed(double option, const PresetView& preset);

}  // namespace ergo
