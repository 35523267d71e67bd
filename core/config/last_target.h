#pragma once

#include <memory>

#include "core/config/run_config.h"

namespace ergo {

/// The chosen target. The last one is kept: what asks for a target again and again, as lists do with every sampler, gets
/// the same one. Any thread may call it. Throws Error as make_target() does.
std::shared_ptr<const Target> last_target(const UnitChoice& choice);

}  // namespace ergo
