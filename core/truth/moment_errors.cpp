#include "core/truth/moment_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/truth/target_moments.h"

namespace ergo {
namespace {

constexpr double near_tail = 1e-6, far_tail = 1e-8;  // masses of a side; the table leaves out less
constexpr double least_margin = 1.05;  // an exponent closer to the moment's order counts as that order

/// Distance from the mean beyond which the side has this mass; 0 where it has less.
double distance_with(const std::vector<double>& mass, const std::vector<double>& distance, double wanted) {
  double beyond = 0;
  for (std::size_t k = 0; k < mass.size(); ++k) {
    if (distance[k] <= 0) return 0;
    if (beyond + mass[k] >= wanted) {
      const double next = k + 1 < mass.size() ? std::max(distance[k + 1], 0.0) : 0;
      return distance[k] + (next - distance[k]) * (wanted - beyond) / mass[k];
    }
    beyond += mass[k];
  }
  return 0;
}

/// Of the first and the second moment, what one side has beyond the last `far_tail` of its mass.
struct Beyond {
  double first = 0, second = 0;
};

/// `mass` and `distance` from the outermost node inwards.
Beyond beyond(const std::vector<double>& mass, const std::vector<double>& distance) {
  const double far = distance_with(mass, distance, far_tail), near = distance_with(mass, distance, near_tail);
  if (!(near > 0)) return {};
  const double inverse_exponent = std::log(far / near) / std::log(near_tail / far_tail);  // 0 at a wall
  const auto part = [&](double order) {
    const double inverse = order * inverse_exponent;
    return least_margin * inverse < 1 ? far_tail * std::pow(far, order) / (1 - inverse)
                                      : std::numeric_limits<double>::infinity();
  };
  return {part(1), part(2)};
}

/// Of both sides of an axis with these masses at its nodes.
Beyond beyond(const Axis& axis, std::vector<double> mass, double mean) {
  std::vector<double> to_right, to_left;
  for (int i = axis.count() - 1; i >= 0; --i) to_right.push_back(axis.node(i) - mean);
  for (int i = 0; i < axis.count(); ++i) to_left.push_back(mean - axis.node(i));
  const Beyond left = beyond(mass, to_left);
  std::ranges::reverse(mass);
  const Beyond right = beyond(mass, to_right);
  return {left.first + right.first, left.second + right.second};
}

}  // namespace

MomentErrors moment_errors(const TabulatedDensity& table) {
  const TargetMoments moments = moments_of(table);
  std::vector<double> along_x(static_cast<std::size_t>(table.x.count()));
  std::vector<double> along_y(static_cast<std::size_t>(table.y.count()));
  for (int i = 0; i < table.x.count(); ++i)
    for (int j = 0; j < table.y.count(); ++j) {
      along_x[static_cast<std::size_t>(i)] += table.at(i, j);
      along_y[static_cast<std::size_t>(j)] += table.at(i, j);
    }
  const Beyond x = beyond(table.x, std::move(along_x), moments.mean.x);
  const Beyond y = table.y.count() > 1 ? beyond(table.y, std::move(along_y), moments.mean.y) : Beyond();
  const double part = table.error;
  return {{x.first + part * std::sqrt(moments.variance.x), y.first + part * std::sqrt(moments.variance.y)},
          {x.second + part * moments.variance.x, y.second + part * moments.variance.y}};
}

}  // namespace ergo
