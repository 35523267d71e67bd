#pragma once

#include "core/config/run_config.h"

namespace ergo {

/// The start of a run whose target is another one than before: the same if the target has what it needs, otherwise the
/// same kind of start with its default values, otherwise the default start of the target's space. Where the target's
/// values do not fit together, the start stays.
UnitChoice start_on_new_target(const RunConfig&);

/// The start `exact`; the space's default one where the target has no exact draws, as some targets of sites.
UnitChoice exact_or_default_start(const RunConfig&);

}  // namespace ergo
