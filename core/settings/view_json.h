#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/settings/preset.h"
#include "core/view/view.h"

namespace ergo {

/// Reads a "view" object of a preset or a cue; throws Error naming `where` and the nearest legal key or
/// value.
PresetView read_view(const nlohmann::ordered_json& object, const std::string& where);

/// What read_view() reads back.
nlohmann::ordered_json view_json(const PresetView& view);

/// What of a view a preset can ask for, but its camera.
PresetView preset_view_of(const View& view);

/// How a picture showed a run, for its provenance: "view" as a preset has it, "theme", and "size" in pixels.
std::map<std::string, std::string> look_notes(const View& view);

/// Whether a path says how runs are shown, `view.<key>`, and not what they are.
bool is_of_view(std::string_view path);

/// Whether it says how the search for a schedule is set, and that it is open.
bool is_of_tuning(std::string_view path);

/// `view.<key>` of every key, and `view.tuning.<key>` of the search's settings.
std::vector<std::string> view_paths();

/// The legal values of a path that can be listed; empty for numbers and unknown paths.
std::vector<std::string> view_values(std::string_view path);

/// Sets one of them: `off` closes the graph or the search and follows no chain. Throws Error naming path,
/// value and the legal ones, and then leaves the view as it was.
void assign_view(PresetView& view, const Assignment& assignment);

}  // namespace ergo
