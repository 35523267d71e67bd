#include "core/maths/discrete_gaussian.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/maths/elementary.h"

namespace ergo {
namespace {

double nearest(double x) { return std::floor(x + 0.5); }

/// The site next to x; 0 for NaN.
int nearest_site(double x, int side) {
  return x > 0 ? static_cast<int>(std::min(nearest(x), static_cast<double>(side - 1))) : 0;
}

bool on_lattice(double y, int side) { return y >= 0 && y < side; }

/// max (k + 1/2) sqrt(w) over the terms w at k = 0, 1, ... n sites beyond the mode m, divided by the mode's;
/// d is from c to m, that way, and w = e^(-(k^2 + 2dk)/2a). For a < 1/2 the terms beyond k = 1 are too small
/// to matter; above, k is taken as real, where x = k + 1/2 solves x^2 + (d - 1/2) x = 2a.
double ratio_bound(double d, double n, double variance) {
  const double far =
      4 * variance / std::max(d - 0.5 + std::sqrt((d - 0.5) * (d - 0.5) + 8 * variance), 1e-20);
  const double x = std::min(variance < 0.5 ? 1.5 : std::max(far, 0.5), n + 0.5);
  return std::max(x * maths::exp(-(x - 0.5) * (x - 0.5 + 2 * d) / (4 * variance)), 0.5);
}

}  // namespace

int DiscreteGaussian::mode() const { return nearest_site(centre, side); }

// (y-c)^2 - (m-c)^2 as a product, which does not cancel for far centres.
double DiscreteGaussian::log_weight(double y) const {
  const double m = mode();
  return -(y - m) * (y + m - 2 * centre) / (2 * variance);
}

// (y-c)^2 - (m-c)^2 < 80 a; from m, and divided through, since c may be far.
DiscreteGaussian::Range DiscreteGaussian::range() const {
  const double m = mode(), distance = std::abs(m - centre), squared = 80 * variance;
  const double reach = squared / (distance + std::sqrt(distance * distance + squared));
  const double inward = 2 * distance + reach;  // on the far side of c
  return {nearest_site(m - (m > centre ? inward : reach) - 1, side),
          nearest_site(m + (m < centre ? inward : reach) + 1, side)};
}

// Many terms in blocks, from the mode outwards. A block's first one is at a distance s >= -1/2 from c, and
// those after it are e^(-j(s + 1/2)/a) t_j times it, with t_j = e^(-j(j-1)/2a) the same for all blocks: two
// exponentials and a polynomial make a block. t_{j+1} = t_j q^j with q = e^(-1/a).
double DiscreteGaussian::log_normaliser() const {
  const auto [first, last] = range();
  double sum = 0;
  constexpr int block = 16;
  if (last - first < block) {
    for (int y = first; y <= last; ++y) sum += maths::exp(log_weight(y));
    return maths::log(sum);
  }
  std::array<double, block> whole;
  whole[0] = 1;
  double power = 1;  // q^j
  const double q = maths::exp(-1 / variance);
  for (int j = 1; j < block; ++j, power *= q) whole[j] = whole[j - 1] * power;
  const auto add_from = [&](int y, int count, double outwards) {
    for (; count > 0; y += static_cast<int>(outwards) * block, count -= block) {
      std::array<double, block> terms = whole;
      for (int j = std::min(count, block); j < block; ++j) terms[j] = 0;
      const double ratio = maths::exp(-(outwards * (y - centre) + 0.5) / variance);
      sum += maths::exp(log_weight(y)) * maths::polynomial(ratio, terms);
    }
  };
  add_from(mode(), last - mode() + 1, 1);
  add_from(mode() - 1, mode() - first, -1);
  return maths::log(sum);
}

double DiscreteGaussian::log_mass(int y) const { return log_weight(y) - log_normaliser(); }

std::vector<double> DiscreteGaussian::masses() const {
  const double log_sum = log_normaliser();
  std::vector<double> masses;
  for (int y = 0; y < side; ++y) masses.push_back(maths::exp(log_weight(y) - log_sum));
  return masses;
}

std::optional<int> DiscreteGaussian::try_rounding(double normal, double uniform) const {
  const double whole = nearest(centre), part = centre - whole;
  const double t = part + std::sqrt(variance) * normal, from_whole = nearest(t), d = t - from_whole;
  const double e = maths::exp(-std::abs(d * (from_whole - part)) / variance);  // cosh(b) = (1/e + e)/2
  const bool kept = uniform * (1 + e * e) <= 2 * e * maths::exp((d * d - 0.25) / (2 * variance));
  const double y = whole + from_whole;
  return kept && on_lattice(y, side) ? std::optional(static_cast<int>(y)) : std::nullopt;
}

std::optional<int> DiscreteGaussian::try_ratio(double u, double v) const {
  const int m = mode();
  const double above = ratio_bound(m - centre, side - 1 - m, variance);
  const double below = ratio_bound(centre - m, m, variance);
  const double y = m + nearest((v * (above + below) - below) / u);
  const bool kept = u * u <= maths::exp(log_weight(y));
  return kept && on_lattice(y, side) ? std::optional(static_cast<int>(y)) : std::nullopt;
}

}  // namespace ergo
