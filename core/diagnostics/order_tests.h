#pragma once

#include "core/diagnostics/stationarity.h"
#include "core/diagnostics/trial.h"

namespace ergo {

/// Claims about powers of the step size, for verify(): "bias order" and "conservation order".
Verdict bias_order_test(Trial& trial);
Verdict conservation_order_test(Trial& trial);

}  // namespace ergo
