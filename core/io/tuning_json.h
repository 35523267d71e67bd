#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/run/tuning.h"

namespace ergo {

/// The settings of a search for a schedule as a preset's view has them; what is as usual is left out. Throws
/// Error naming `where`.
TuningOptions read_tuning(const nlohmann::ordered_json& object, const std::string& where);
nlohmann::ordered_json tuning_json(const TuningOptions& options);

}  // namespace ergo
