#pragma once

#include "core/sites/site_target.h"

namespace ergo {

/// How many sites have each value, q = counts.size(), into counts[value].
void count_values(ConfigurationView x, std::span<int> counts);

/// How many sites have this value.
int count_of(ConfigurationView x, std::uint8_t value);

/// At how many sites x and y differ.
int differing(ConfigurationView x, ConfigurationView y);

}  // namespace ergo
