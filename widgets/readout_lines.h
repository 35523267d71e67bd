#pragma once

#include "core/diagnostics/report.h"
#include "core/run/session.h"
#include "widgets/readouts.h"

namespace ergo {

/// The read-outs of a run: its sampler's parameters that matter, modes found, MMD^2 and the first channel
/// means, estimates with their standard errors. `report` may be null.
Readouts readouts_of(const Session& session, const DiagnosticReport* report, const Palette& palette);

/// What to call one of several runs: its sampler, and the first parameter in which runs of that sampler
/// differ.
std::string run_name(const std::vector<RunConfig>& runs, std::size_t run);

}  // namespace ergo
