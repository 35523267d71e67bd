#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace ergo {

/// The gradient costs at which a run is reported, the same however it is watched. The spacing is a power of 2 that
/// doubles as the run grows, so that curves keep between half of their largest number of points and that number, and
/// more in the beginning, where burn-in happens. Many chains have wider spacings, as their reports take longer.
class ReportGrid {
 public:
  /// The largest number of points, and the number of chains that one point in each gradient is for.
  struct Density {
    double most_points;
    std::size_t chains;
  };
  static constexpr Density channels = {512, 10'000};  ///< means of channels, which are quick
  static constexpr Density all = {128, 2500};          ///< all quantities

  /// `period`: steps in the sampler's cycle; 1 if it has none.
  explicit ReportGrid(std::size_t chains, std::uint64_t period = 1) : chains_(chains), period_(period) {}

  /// Width of the cells of gradient costs that have one point each when a run has come to this cost.
  double cell(double gradients, Density density) const {
    const std::size_t least = std::bit_ceil(std::max<std::size_t>(1, chains_ / density.chains));
    // Every phase of a long cycle is met several times before the spacing doubles.
    const double most = std::max(density.most_points, 4.0 * static_cast<double>(period_));
    double width = static_cast<double>(least);
    while (gradients > width * most) width *= 2;
    return width;
  }
  /// Width of the cell at a cost behind such a run. In the beginning cells are at most an eighth of their cost, if
  /// there were so many reports.
  double cell_at(double cost, double gradients, Density density) const {
    double width = cell(gradients, density);
    const double least = cell(0, density);
    while (width > least && width * 8 > cost) width /= 2;
    return width;
  }
  /// The first cost of the grid that is greater than this one.
  double next(double gradients, Density density) const {
    const double wide = spacing(above(gradients, spacing(gradients, density)), density);
    return above(gradients, wide);
  }
  /// Whether a run that went from one cost to another has passed a point of the grid, or has come to it.
  bool passed(double from, double to, Density density) const { return next(from, density) <= to * (1 + slack); }

 private:
  static constexpr double slack = 1e-9;  // costs are sums of fractions
  /// The width of a cell, but without a factor in common with the period, so that every phase of a cycle is reported.
  double spacing(double gradients, Density density) const {
    auto width = static_cast<std::uint64_t>(cell(gradients, density));
    while (period_ > 1 && std::gcd(width, period_) > 1) ++width;
    return static_cast<double>(width);
  }
  static double above(double gradients, double width) {
    return (std::floor(gradients / width * (1 + slack)) + 1) * width;
  }

  std::size_t chains_;
  std::uint64_t period_;
};

}  // namespace ergo
