#include "core/mixture/kernel_density.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>

#include "core/base/error.h"
#include "core/base/number_text.h"

namespace ergo {
namespace {

Position mean_position(std::span<const Position> points) {
  Position sum;
  for (const Position& x : points) sum = sum + x;
  return sum / static_cast<double>(points.size());
}

/// With n - 1.
Position deviation_of(std::span<const Position> points) {
  const Position mean = mean_position(points);
  Position sum;
  for (const Position& x : points) sum = sum + squared(x - mean);
  sum = sum / static_cast<double>(points.size() - 1);
  return {std::sqrt(sum.x), std::sqrt(sum.y)};
}

/// A cell's lower corner and the share of its upper one.
struct Cell {
  std::int64_t node;
  double share;
};

Cell cell_of(double x, double step) {
  const double node = std::floor(x / step);
  return {static_cast<std::int64_t>(node), x / step - node};
}

/// The points on nodes `step` apart; nothing if these are more than `most`. `sd` is that of the kernels.
std::optional<KernelDensity> on_nodes(std::span<const Position> points, int dim, Position sd, double spacing,
                                      std::size_t most) {
  const Position step = spacing * sd;
  std::map<std::array<std::int64_t, 2>, double> nodes;
  const double each = 1 / static_cast<double>(points.size());
  Position added;
  for (const Position& point : points) {
    const Cell x = cell_of(point.x, step.x), y = dim > 1 ? cell_of(point.y, step.y) : Cell{0, 0};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < dim; ++j) {
        const double weight = (i ? x.share : 1 - x.share) * (j ? y.share : 1 - y.share);
        if (weight > 0) nodes[{x.node + i, y.node + j}] += each * weight;
      }
    if (nodes.size() > most) return {};
    added = added + each * Position{x.share * (1 - x.share), y.share * (1 - y.share)};
  }
  KernelDensity density{{}, {}, {sd.x * std::sqrt(1 - spacing * spacing * added.x), 1}, 0, spacing};
  if (dim > 1) density.sd.y = sd.y * std::sqrt(1 - spacing * spacing * added.y);
  for (const auto& [node, weight] : nodes) {
    density.centre.push_back(
        {static_cast<double>(node[0]) * step.x, dim > 1 ? static_cast<double>(node[1]) * step.y : 0});
    density.weight.push_back(weight);
  }
  return density;
}

}  // namespace

double scotts_bandwidth(std::size_t points, int dim) {
  return std::pow(static_cast<double>(points), -1.0 / (dim + 4));
}

KernelDensity kernel_density(std::span<const Position> points, int dim, double bandwidth, std::size_t most,
                             const std::string& source, const std::string& where,
                             const std::string& where_bandwidth) {
  if (points.size() < 2)
    throw Error("too few points in " + source + ":", std::to_string(points.size()), "two points or more",
                where);
  const Position deviation = deviation_of(points);
  for (const double s : dim > 1 ? std::vector{deviation.x, deviation.y} : std::vector{deviation.x})
    if (!(s > 0)) {
      const bool of_x = !(deviation.x > 0);
      throw Error("points in " + source + " that all have the same " + (of_x ? "x:" : "y:"),
                  number_text(of_x ? points[0].x : points[0].y), "two values or more along each axis", where);
    }
  if (bandwidth > 0 && bandwidth < least_bandwidth)
    throw Error("too narrow a bandwidth:", number_text(bandwidth),
                "0, or " + number_text(least_bandwidth) + " or more", where_bandwidth);
  double factor = bandwidth > 0 ? bandwidth : scotts_bandwidth(points.size(), dim);
  const auto kernels = [&] { return factor * (dim > 1 ? deviation : Position{deviation.x, 1 / factor}); };
  if (points.size() <= most)
    return {{points.begin(), points.end()},
            std::vector<double>(points.size(), 1 / static_cast<double>(points.size())),
            kernels(),
            factor,
            0};
  constexpr double wider = 1.05;
  for (;; factor *= wider)
    for (const double spacing : {0.5, 1.0})
      if (auto density = on_nodes(points, dim, kernels(), spacing, most)) {
        density->bandwidth = factor;
        if (bandwidth > 0 && factor > bandwidth)
          throw Error("a bandwidth that makes more than " + std::to_string(most) + " Gaussians of the " +
                          std::to_string(points.size()) + " points in " + source + ":",
                      number_text(bandwidth), number_text(factor) + " or more", where_bandwidth);
        return *std::move(density);
      }
}

}  // namespace ergo
