#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/settings/preset.h"

namespace ergo {

/// Reads "fit" or {"centre": [x, y], "height": h}; throws Error naming `where`.
PresetCamera read_camera(const nlohmann::ordered_json& value, const std::string& where);

/// What read_camera() reads back.
nlohmann::ordered_json camera_json(const PresetCamera& camera);

}  // namespace ergo
