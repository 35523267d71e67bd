#pragma once

#include "core/diagnostics/report.h"
#include "core/run/session.h"
#include "widgets/readouts.h"

namespace ergo {

/// The read-outs of a run: its sampler's parameters that matter, modes found, MMD^2 and the first channel
/// means, estimates with their standard errors. `report` may be null.
Readouts readouts_of(const Session& session, const DiagnosticReport* report, const Palette& palette);

}  // namespace ergo
