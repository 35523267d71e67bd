#pragma once

#include <vector>

namespace ergo {

/// Some `count` numbers from low to high whose distance is 1, 2 or 5 times a power of ten: ticks of an axis.
std::vector<double> round_numbers(double low, double high, int count);

}  // namespace ergo
