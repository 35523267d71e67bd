#include "core/verification/chi_squared.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ergo {

namespace {

/// log(1 + t) - t without cancellation.
double log1p_minus(double t) {
  if (std::abs(t) > 0.3) return std::log1p(t) - t;
  double sum = 0, power = -t;
  for (int k = 2; k < 60; ++k) {
    power *= -t;
    sum -= power / k;
  }
  return sum;
}

/// x^a e^-x/Gamma(a). For large a by Stirling's series, since a log x - x - lgamma(a) would cancel.
double density_factor(double a, double x) {
  if (a < 20) return std::exp(a * std::log(x) - x - std::lgamma(a));
  const double b = 1 / (a * a);
  const double stirling = (1.0 / 12 - b * (1.0 / 360 - b * (1.0 / 1260 - b * (1.0 / 1680 - b / 1188)))) / a;
  return std::exp(a * log1p_minus((x - a) / a) - stirling) * std::sqrt(a / (2 * M_PI));
}

/// 1 - Q by the power series of the lower function.
double lower_by_series(double a, double x) {
  double term = 1 / a, sum = term;
  for (double k = a + 1; term > sum * 1e-17; ++k) sum += term *= x / k;
  return sum * density_factor(a, x);
}

/// Lentz's evaluation of 1/(x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - ...))).
double upper_by_fraction(double a, double x) {
  constexpr double tiny = std::numeric_limits<double>::min();
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, value = d;
  for (double k = 1; k < 1e6; ++k) {
    const double numerator = -k * (k - a);
    b += 2;
    d = numerator * d + b;
    c = b + numerator / c;
    if (std::abs(d) < tiny) d = tiny;
    if (std::abs(c) < tiny) c = tiny;
    d = 1 / d;
    value *= c * d;
    if (std::abs(c * d - 1) < 1e-16) break;
  }
  return value * density_factor(a, x);
}

/// The zero of a falling function between low and high.
template <class Function>
double bisect(double low, double high, Function falling) {
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (falling(middle) > 0 ? low : high) = middle;
  }
  return high;
}

}  // namespace

double upper_gamma(double a, double x) {
  if (!(x > 0)) return 1;
  if (std::isinf(x)) return 0;
  return x < a + 1 ? 1 - lower_by_series(a, x) : upper_by_fraction(a, x);
}

double chi_squared_p_value(double statistic, double degrees) {
  return upper_gamma(degrees / 2, statistic / 2);
}

double chi_squared_threshold(double level, double degrees) {
  double high = degrees + 10;
  while (chi_squared_p_value(high, degrees) > level) high *= 2;
  return bisect(0, high, [&](double s) { return chi_squared_p_value(s, degrees) - level; });
}

double normal_p_value(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

double normal_threshold(double level) {
  return bisect(0, 40, [&](double z) { return normal_p_value(z) - level; });
}

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
