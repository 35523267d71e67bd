#include "core/truth/tabulated_density.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/survey/low_points.h"
#include "core/survey/mass_cells.h"
#include "core/unit/lattice.h"

namespace ergo {
namespace {

constexpr double missing_mass = 2e-9;  // per side of the rectangle
constexpr double agreement = 1e-4;     // hence an error of 1e-8
constexpr double agreement_of_powers = 1e-5;  // where the error falls like a power of the spacing
constexpr double least_gain = 1.0 / 32;  // of half the spacing, where the error falls faster than any power up to 5
constexpr double slowest_fall = 2.5;           // of the difference, where the error falls like the spacing's root or faster
constexpr double tolerance = 1e-8;        // of the cells' mass
constexpr double cells_err = 1e-3;        // at cusps
constexpr double most_table_nodes = 1 << 22;

/// exp(-E) at the nodes, normalised. A point whose energy is not finite has no mass.
TabulatedDensity evaluate(const Target& target, const Axis& x, const Axis& y) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  TabulatedDensity table{x, y, {}, 0, 0};
  table.mass.reserve(static_cast<std::size_t>(x.count()) * y.count());
  double lowest = infinity;
  for (int i = 0; i < x.count(); ++i)
    for (int j = 0; j < y.count(); ++j) {
      const double energy = target.evaluate({x.node(i), y.node(j)}).energy;
      table.mass.push_back(std::isfinite(energy) ? energy : infinity);
      lowest = std::min(lowest, table.mass.back());
    }
  double sum = 0;
  auto mass = table.mass.begin();
  for (int i = 0; i < x.count(); ++i) {
    double row = 0;
    for (int j = 0; j < y.count(); ++j, ++mass) {
      *mass = std::exp(lowest - *mass) * x.weight(i) * y.weight(j);
      row += *mass;
    }
    sum += row;
  }
  for (double& m : table.mass) m /= sum;
  table.log_normaliser = std::log(sum) - lowest;
  return table;
}

struct Stretch {
  double low = 0, high = 0;
  double length() const { return high - low; }
};

/// Where the mass is.
struct Surveyed {
  Stretch x, y;
  Position peak;  ///< the lowest energy
  double log_normaliser = 0, error = 0;  ///< by its cells, whose size follows the density

  /// The part by which a table's mass differs from this one's, where it says that the table is too coarse.
  double missed_by(const TabulatedDensity& table) const {
    const double part = std::abs(std::expm1(log_normaliser - table.log_normaliser));
    return error < cells_err && part > cells_err ? part : 0;
  }
};

/// From the energy alone: descents from the window's low nodes and from the modes that the target knows, and the mass
/// about these within a million windows.
Surveyed survey(const Target& target, const Window& window) {
  constexpr int nodes_a_side = 33;
  constexpr std::size_t most_descents = 64, most_evaluations = 600'000;
  constexpr double farthest = 1e6;
  const Landscape landscape = landscape_of(target);
  const Position side = window.high - window.low, middle = 0.5 * (window.low + window.high);
  std::vector<LowPoint> ends;
  for (const LowPoint& node : low_nodes(landscape, window, nodes_a_side, most_descents))
    ends.push_back(descend(landscape, node.place, std::min(side.x, side.y) / nodes_a_side));
  for (const Mode& mode : target.modes()) ends.push_back({mode.centre, landscape(mode.centre)});
  const std::vector<LowPoint> low = within_reach(landscape, ends);
  const MassCells cells(landscape, {middle - farthest * side, middle + farthest * side}, low, tolerance,
                        most_evaluations);
  const auto extent = [](const MassCells::Marginal& marginal) {
    const double left = marginal.low_quantile(missing_mass / 2), right = marginal.high_quantile(missing_mass / 2);
    const double spare = (right - left) / 64;  // the cells know tails within a factor
    return Stretch{left - spare, right + spare};
  };
  return {extent(cells.marginal_x()), extent(cells.marginal_y()), low.empty() ? middle : low.front().place,
          cells.log_mass(), cells.error()};
}

/// Even nodes; graded ones where the mass reaches far beyond the window, as under heavy tails, because these
/// come with needles: then from 1e-5 of the window at the peak, growing by 1/32 of the distance.
struct PlannedAxis {
  Grading grading;
  Stretch interval;
  double count = 1;
  Axis made() const { return Axis(grading, interval.low, interval.high, static_cast<int>(count)); }
};

PlannedAxis axis_over(Stretch interval, Stretch window, double peak, double resolution) {
  constexpr double growth = 32;
  Grading grading;
  double step = resolution;
  if (interval.length() > 8 * window.length()) {
    grading = {peak, 1 / (growth * resolution), 1e-5 * window.length()};
    step = 1 / growth;
  }
  const double length = grading.t(interval.high) - grading.t(interval.low);
  return {grading, interval, 1 + 4 * std::max(64.0, std::ceil(length / step / 4))};
}

/// Means of 1, cos, sin of x/length and of y/length and of their products, over every few nodes.
std::array<double, 9> coefficients(const TabulatedDensity& table, double length, int every_x, int every_y) {
  std::vector<std::array<double, 3>> wave_y;
  for (int j = 0; j < table.y.count(); j += every_y)
    wave_y.push_back({1, std::cos(table.y.node(j) / length), std::sin(table.y.node(j) / length)});
  std::array<double, 9> sum{};
  for (int i = 0; i < table.x.count(); i += every_x) {
    const std::array<double, 3> wave_x = {1, std::cos(table.x.node(i) / length),
                                          std::sin(table.x.node(i) / length)};
    std::array<double, 3> row{};
    for (std::size_t j = 0; j < wave_y.size(); ++j)
      for (int k = 0; k < 3; ++k) row[k] += table.at(i, static_cast<int>(j) * every_y) * wave_y[j][k];
    for (int k = 0; k < 9; ++k) sum[k] += every_x * every_y * wave_x[k / 3] * row[k % 3];
  }
  return sum;
}

double greatest_difference(const std::array<double, 9>& a, const std::array<double, 9>& b) {
  double greatest = 0;
  for (int k = 0; k < 9; ++k) greatest = std::max(greatest, std::abs(a[k] - b[k]));
  return greatest;
}

/// Where the density ends at a wall, the wall may stand anywhere between two nodes: half the mass of the last ones.
double lost_at_walls(const TabulatedDensity& table) {
  const int count_x = table.x.count(), count_y = table.y.count();
  const auto empty = [&](int i, int j) {
    return i < 0 || j < 0 || i >= count_x || j >= count_y || table.at(i, j) == 0;
  };
  double mass = 0;
  for (int i = 0; i < count_x; ++i)
    for (int j = 0; j < count_y; ++j)
      if (table.at(i, j) > 0 && (empty(i - 1, j) || empty(i + 1, j) ||
                                 (count_y > 1 && (empty(i, j - 1) || empty(i, j + 1)))))
        mass += table.at(i, j);
  return 0.5 * mass;
}

TabulatedDensity sites_of(const LatticeTarget& lattice) {
  const auto axis = [](int side) { return side > 1 ? Axis({}, 0, side - 1, side) : Axis(); };
  return {axis(lattice.sides().x), axis(lattice.sides().y), lattice.distribution(), *lattice.log_normaliser(),
          0};
}

}  // namespace

TabulatedDensity tabulate(const Target& target, double resolution) {
  if (target.lattice()) return sites_of(*target.lattice());
  const Window window = target.window();
  const Stretch window_x{window.low.x, window.high.x}, window_y{window.low.y, window.high.y};
  if (!(resolution > 0)) resolution = window_x.length() / 16;
  const Surveyed mass = survey(target, window);
  const auto axes_at = [&](double spacing) {
    return std::pair{axis_over(mass.x, window_x, mass.peak.x, spacing),
                     target.dim > 1 ? axis_over(mass.y, window_y, mass.peak.y, spacing) : PlannedAxis()};
  };
  auto planned = axes_at(resolution);
  for (double spacing = resolution; planned.first.count * planned.second.count > most_table_nodes;)
    planned = axes_at(spacing *= 2);
  Axis x = planned.first.made(), y = target.dim > 1 ? planned.second.made() : Axis();
  for (;;) {
    TabulatedDensity table = evaluate(target, x, y);
    const auto all = coefficients(table, resolution, 1, 1);
    const auto change = [&](int every_x, int every_y) {
      return greatest_difference(all, coefficients(table, resolution, every_x, every_y));
    };
    const bool plane = y.count() > 1;
    // A thin ridge across the axes may show only where both are thinned out.
    const double both = change(2, plane ? 2 : 1), along_x = plane ? change(2, 1) : both,
                 along_y = plane ? change(1, 2) : 0;
    const double largest = std::max({both, along_x, along_y});
    const bool exponential = target.analytic() && largest < least_gain * change(4, plane ? 4 : 1);
    const double missed = mass.missed_by(table), rule = exponential ? largest * largest : slowest_fall * largest;
    table.error = 4 * missing_mass + rule + lost_at_walls(table) + missed;
    const double wanted = exponential ? agreement : agreement_of_powers;
    const bool either = along_x > wanted || along_y > wanted, ridge = plane && !either && both > wanted;
    const bool finer_x = along_x > wanted || ridge || missed > 0,
               finer_y = plane && (along_y > wanted || ridge || missed > 0);
    const double nodes = 1.0 * x.count() * y.count() * (finer_x ? 2 : 1) * (finer_y ? 2 : 1);
    if ((!finer_x && !finer_y) || nodes > most_table_nodes) return table;
    if (finer_x) x = x.doubled();
    if (finer_y) y = y.doubled();
  }
}

}  // namespace ergo
