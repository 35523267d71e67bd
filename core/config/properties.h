#pragma once

#include "core/config/assignment.h"

namespace ergo {

/// Sets the parameters of a property of the run, as its gradient noise, that have no effect to their
/// defaults. Throws Error where the assignment is of one of them. The property's first parameter is the
/// choice that the others depend on.
void settle_unused(UnitChoice& property, const Descriptor& descriptor, const Assignment& assignment);

}  // namespace ergo
