#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "core/config/journal.h"
#include "core/run/session.h"

namespace ergo {

/// JSON that says how a file was made and how to make it again: program and version, backend and device,
/// step, and the initial configuration and journal in the form of a preset's "run" and "journal" (all values,
/// defaults too). `extra` adds text entries, e.g. {"init", "start.npz"}.
std::string provenance(const RunConfig& initial, const Journal& journal, std::uint64_t step,
                       const Backend& backend, const std::map<std::string, std::string>& extra = {});
std::string provenance(const Session& session, const std::map<std::string, std::string>& extra = {});

/// Of a file with several runs: "sessions", a list of what the above says of each. Of a single one, the
/// above.
std::string provenance(std::span<const Session* const> runs,
                       const std::map<std::string, std::string>& extra = {});

/// Of a file that was computed exactly, without chains.
std::string exact_provenance(const RunConfig& initial, const Journal& journal, std::uint64_t step);

/// "0.1.0"
std::string version();

}  // namespace ergo
