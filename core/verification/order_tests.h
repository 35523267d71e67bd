#pragma once

#include "core/verification/stationarity.h"
#include "core/verification/trial.h"

namespace ergo {

/// Claims about powers of the step size, for verify(): "bias order" and "conservation order".
Verdict bias_order_test(Trial& trial);
Verdict conservation_order_test(Trial& trial);

}  // namespace ergo
