#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "core/config/journal.h"
#include "core/run/comparison.h"

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
/// Of a file that goes to so many steps. Where the runs have yet to go there, their own are left open.
std::string provenance(const Comparison& runs, std::uint64_t steps,
                       const std::map<std::string, std::string>& extra = {});

/// How to make all runs of a comparison again: "comparison", their share string, and "comparison_steps". Of a
/// single run, nothing.
std::map<std::string, std::string> comparison_notes(std::span<const Session* const> runs,
                                                    const SharedClock& clock, std::uint64_t steps);

/// Of a file that was computed exactly, without chains.
std::string exact_provenance(const RunConfig& initial, const Journal& journal, std::uint64_t step);

/// "0.1.0"
std::string version();

}  // namespace ergo
