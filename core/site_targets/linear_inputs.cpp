#include "core/site_targets/linear_inputs.h"

#include <algorithm>
#include <cmath>

namespace ergo {

SiteKernelData linear_kernel_data(const LinearInputs& inputs, double idle) {
  const std::size_t count = inputs.c.size(), padded = (count + 3) / 4 * 4, sites = inputs.f.size();
  SiteKernelData data{inputs.c, {static_cast<int>(padded)}};
  data.numbers.resize(padded, idle);
  data.numbers.insert(data.numbers.end(), inputs.f.begin(), inputs.f.end());
  data.numbers.resize(padded + sites + sites * padded);
  for (std::size_t i = 0; i < sites; ++i)
    std::copy_n(&inputs.a[i * count], count, &data.numbers[padded + sites + i * padded]);
  const int n = static_cast<int>(sites), fours = static_cast<int>(padded / 4);
  data.notes = static_cast<int>(count);
  data.loops = {.slope = fours + 1,
                .change = fours + 1,
                .slopes = n * (fours + 1),
                .notes = (n + 2) * fours + 1,
                .sums = (n + 2) * fours + n + 2};
  return data;
}

SiteKernelData softplus_kernel_data(const LinearInputs& inputs, double sign) {
  const std::size_t count = inputs.c.size();
  double sizes = 0;
  for (std::size_t j = 0; j < count; ++j) {
    double squares = 0;
    for (std::size_t i = 0; i < inputs.f.size(); ++i)
      squares += inputs.a[i * count + j] * inputs.a[i * count + j];
    sizes += std::abs(inputs.c[j]) + std::sqrt(squares);
  }
  if (sizes > 0x1p17) return {};
  SiteKernelData data = linear_kernel_data(inputs, -1e30);  // bits that are never 1
  data.numbers.push_back(sign);
  return data;
}

}  // namespace ergo
