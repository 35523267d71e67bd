#include "core/unit/inverse_cdf.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ergo {

InverseCdf::InverseCdf(std::function<double(double)> density, double low, double high, int cells)
    : density_(std::move(density)), low_(low), width_((high - low) / cells), cumulative_{0} {
  for (int cell = 0; cell < cells; ++cell) {
    const double left = low_ + cell * width_;
    cumulative_.push_back(cumulative_.back() + mass(left, left + width_));
  }
}

// Gauss-Legendre with five nodes, exact for polynomials of degree 9.
double InverseCdf::mass(double from, double to) const {
  static const double root = std::sqrt(10.0 / 7), stem = std::sqrt(70.0);
  static const double inner = std::sqrt(5 - 2 * root) / 3, outer = std::sqrt(5 + 2 * root) / 3;
  const double centre = (from + to) / 2, half = (to - from) / 2;
  const auto pair = [&](double node) {
    return density_(centre - half * node) + density_(centre + half * node);
  };
  return half * (128 * density_(centre) / 225 + (322 + 13 * stem) / 900 * pair(inner) +
                 (322 - 13 * stem) / 900 * pair(outer));
}

double InverseCdf::operator()(double u) const {
  const double wanted = u * total();
  const auto above = std::upper_bound(cumulative_.begin() + 1, cumulative_.end() - 1, wanted);
  const auto cell = above - cumulative_.begin() - 1;
  return invert_in_cell(low_ + static_cast<double>(cell) * width_, cumulative_[cell + 1] - cumulative_[cell],
                        wanted - cumulative_[cell]);
}

// Newton's iteration for mass(left, x) = mass_left, with bisection where it would leave the bracket.
double InverseCdf::invert_in_cell(double left, double cell_mass, double mass_left) const {
  double low = left, high = left + width_;
  if (mass_left <= 0) return low;
  if (mass_left >= cell_mass) return high;
  double x = left + width_ * mass_left / cell_mass;
  for (int iteration = 0; iteration < 60; ++iteration) {
    const double excess = mass(left, x) - mass_left;
    (excess > 0 ? high : low) = x;
    double next = x - excess / density_(x);
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(next - x) <= 1e-12 * (std::abs(x) + width_)) return next;
    x = next;
  }
  return x;
}

}  // namespace ergo
