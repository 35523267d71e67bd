#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "core/config/journal.h"
#include "core/run/comparison.h"
#include "core/settings/preset.h"

namespace ergo {

/// JSON that says how a file was made and how to make it again: program and version, backend and device,
/// step, and the initial configuration and journal in the form of a preset's "run" and "journal" (all values,
/// defaults too). `extra` adds text entries, e.g. {"init", "start.npz"}.
std::string provenance(const RunConfig& initial, const Journal& journal, std::uint64_t step,
                       const Backend& backend, const std::map<std::string, std::string>& extra = {});
std::string provenance(const Session& session, const std::map<std::string, std::string>& extra = {});

/// Of a file with several runs: "sessions", a list of what the above says of each, and comparison_notes(); of
/// a single one, the above. `steps`: of the dearest sampler.
std::string provenance(std::span<const Session* const> runs, const SharedClock& clock, std::uint64_t steps,
                       const std::map<std::string, std::string>& extra = {});
/// For a file that goes to step `steps`. If the runs have not reached it, their own steps are left out.
std::string provenance(const Comparison& runs, std::uint64_t steps,
                       const std::map<std::string, std::string>& extra = {});

/// How to make all runs of a comparison again: "comparison", their share string, and "comparison_steps". Of a
/// single run, nothing.
std::map<std::string, std::string> comparison_notes(std::span<const Session* const> runs,
                                                    const SharedClock& clock, std::uint64_t steps);

/// For a file that was computed exactly, without chains.
std::string exact_provenance(const RunConfig& initial, const Journal& journal, std::uint64_t step);

/// Whether a JSON text is a description that provenance() wrote, and not a preset. Throws Error if it is no
/// JSON.
bool is_description(std::string_view json, const std::string& source);

/// The runs that a description tells how to make, on the backend that made them, and the step that they go
/// to. Throws Error that names `source`, as parse_preset() does.
Preset parse_description(std::string_view json, const std::string& source);

/// "1.0.0"
std::string version();

}  // namespace ergo
