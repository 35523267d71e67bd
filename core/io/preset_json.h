#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/io/preset.h"

namespace ergo {

/// Reads a "view" object of a preset or a cue; throws Error naming `where` and the nearest legal key or
/// value.
PresetView read_view(const nlohmann::ordered_json& object, const std::string& where);

/// Ids of what there is to plot of its runs.
std::vector<std::string> plot_names(const Preset& preset);

}  // namespace ergo
