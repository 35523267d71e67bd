#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "core/config/journal.h"

namespace ergo {

/// {path: value}: values that are numbers as JSON numbers of the same text, the others as strings.
nlohmann::ordered_json run_json(std::span<const Assignment> assignments);

/// [{"step": k, "set": {path: value}}]: one object per run of entries that share a step and repeat no path.
nlohmann::ordered_json journal_json(const Journal& journal);

/// The reverse of run_json; unit ids (target, sampler, start) come first, the rest in the order it stands.
/// Throws Error naming `where` for what is no object, and for values that are neither text, number nor truth
/// value.
std::vector<Assignment> assignments_of_json(const nlohmann::ordered_json& object, const std::string& where);

}  // namespace ergo
