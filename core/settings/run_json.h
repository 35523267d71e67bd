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

/// What a file says of a run: apply() or apply_in_run(), and check_beginning(). Their Errors tell where in
/// the file: `where` and the path.
Effect apply_at(RunConfig& config, const Assignment& assignment, const std::string& where,
                const std::filesystem::path& folder = {}, decltype(apply)* with = apply);
void check_beginning_at(const RunConfig& config, const std::string& where);

}  // namespace ergo
