#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ergo {

/// Q(a, x) = Gamma(a, x)/Gamma(a), the regularised upper incomplete gamma function, for a > 0 and x >= 0.
double upper_gamma(double a, double x);

/// P(chi^2 with `degrees` of freedom > statistic).
double chi_squared_p_value(double statistic, double degrees);
/// The statistic whose p-value is `level`, 0 < level < 1.
double chi_squared_threshold(double level, double degrees);

/// P(|Z| > z) for a standard normal Z, and the z whose p-value is `level`.
double normal_p_value(double z);
double normal_threshold(double level);

/// The level of one of `tests` independent tests that gives them all together the level `overall` (Sidak).
double sidak_level(double overall, std::size_t tests);

/// Groups of cells, smallest first, each of total size at least `least`: group[i] of cell i, numbered 0, 1,
/// ... Cells join in the order of their size; what is left at the end joins the last group.
std::vector<std::size_t> pooled(std::span<const double> sizes, double least);

struct ChiSquared {
  double statistic = 0;
  std::size_t degrees = 0;  ///< groups - 1
  double p_value = 1;
};

/// Pearson's test of counts in cells against probabilities that sum to 1; cells are pooled to an expected
/// count of at least 5.
ChiSquared chi_squared_test(std::span<const std::size_t> counts, std::span<const double> probabilities);

}  // namespace ergo
