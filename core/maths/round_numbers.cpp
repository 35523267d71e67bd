#include "core/maths/round_numbers.h"

#include <cmath>

namespace ergo {

std::vector<double> round_numbers(double low, double high, int count) {
  const double rough = (high - low) / count, power = std::pow(10, std::floor(std::log10(rough)));
  const double step = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
  std::vector<double> numbers;
  for (double k = std::ceil(low / step); k * step <= high; ++k) numbers.push_back(k * step);
  return numbers;
}

}  // namespace ergo
