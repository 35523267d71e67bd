#include "core/verification/chi_squared.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ergo {

double upper_gamma(double a, double x) {
  if (!(x > 0)) return 1;
  return std::isinf(x) ? 0 : boost::math::gamma_q(a, x);
}

double chi_squared_p_value(double statistic, double degrees) {
  return upper_gamma(degrees / 2, statistic / 2);
}

double chi_squared_threshold(double level, double degrees) {
  return 2 * boost::math::gamma_q_inv(degrees / 2, level);
}

double normal_p_value(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

double normal_threshold(double level) { return std::numbers::sqrt2 * boost::math::erfc_inv(level); }

double sidak_level(double overall, std::size_t tests) {
  return -std::expm1(std::log1p(-overall) / static_cast<double>(std::max<std::size_t>(tests, 1)));
}

std::vector<std::size_t> pooled(std::span<const double> sizes, double least) {
  std::vector<std::size_t> order(sizes.size()), group(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return sizes[i]; });
  double left = std::accumulate(sizes.begin(), sizes.end(), 0.0), filled = 0;
  std::size_t current = 0;
  for (const std::size_t i : order) {
    if (filled >= least && left >= least) {
      ++current;
      filled = 0;
    }
    group[i] = current;
    filled += sizes[i];
    left -= sizes[i];
  }
  return group;
}

ChiSquared chi_squared_test(std::span<const std::size_t> counts, std::span<const double> probabilities) {
  const double total = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  std::vector<double> expected(probabilities.begin(), probabilities.end());
  for (double& e : expected) e *= total;
  const auto group = pooled(expected, 5);
  const std::size_t groups = group.empty() ? 0 : *std::ranges::max_element(group) + 1;
  std::vector<double> in_group(groups), wanted(groups);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    in_group[group[i]] += static_cast<double>(counts[i]);
    wanted[group[i]] += expected[i];
  }
  ChiSquared result;
  if (groups < 2) return result;
  for (std::size_t g = 0; g < groups; ++g)
    result.statistic += (in_group[g] - wanted[g]) * (in_group[g] - wanted[g]) / wanted[g];
  result.degrees = groups - 1;
  result.p_value = chi_squared_p_value(result.statistic, static_cast<double>(result.degrees));
  return result;
}

}  // namespace ergo
