#include "core/maths/discrete_gaussian.h"

#include <algorithm>
#include <cmath>

#include "core/maths/elementary.h"

namespace ergo {
namespace {

double nearest(double x) { return std::floor(x + 0.5); }

/// The site next to x; 0 for NaN.
int nearest_site(double x, int side) {
  return x > 0 ? static_cast<int>(std::min(nearest(x), static_cast<double>(side - 1))) : 0;
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

double DiscreteGaussian::normaliser() const {
  const auto [first, last] = range();
  double sum = 0;
  for (int y = first; y <= last; ++y) sum += maths::exp(log_weight(y));
  return sum;
}

double DiscreteGaussian::log_normaliser() const { return std::log(normaliser()); }

double DiscreteGaussian::log_mass(int y) const { return log_weight(y) - log_normaliser(); }

std::vector<double> DiscreteGaussian::masses() const {
  const double sum = normaliser();
  std::vector<double> masses;
  for (int y = 0; y < side; ++y) masses.push_back(maths::exp(log_weight(y)) / sum);
  return masses;
}

int DiscreteGaussian::quantile(double u) const {
  const auto [first, last] = range();
  double left = u * normaliser();
  for (int y = first; y < last; ++y) {
    left -= maths::exp(log_weight(y));
    if (left <= 0) return y;
  }
  return last;
}

int DiscreteGaussian::tries() const {
  const double outside = std::max({-centre, centre - (side - 1), 0.0}), s = side;
  return variance >= 0.5 && outside * outside <= variance && s * s > 2 * variance ? most_tries : 0;
}

std::optional<int> DiscreteGaussian::try_site(double normal, double uniform) const {
  const double whole = nearest(centre), part = centre - whole;
  const double t = part + std::sqrt(variance) * normal, step = nearest(t), d = t - step, y = whole + step;
  const double e = maths::exp(-std::abs(d * (step - part) / variance));  // cosh(b) = (1/e + e)/2
  const bool kept = uniform <= maths::exp((d * d - 0.25) / (2 * variance)) * 2 * e / (1 + e * e);
  if (!kept || !(y >= 0 && y < side)) return std::nullopt;
  return static_cast<int>(y);
}

}  // namespace ergo
