#pragma once

#include <string>

namespace ergo::formula {

/// A parameter of a formula: `id = slider(initial, low, high, log)`.
struct Slider {
  std::string id;
  double initial = 0, low = 0, high = 1;  ///< low <= initial <= high, low < high; of logarithmic ones 0 < low
  bool logarithmic = false;
};

}  // namespace ergo::formula
