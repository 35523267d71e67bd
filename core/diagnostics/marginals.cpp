#include "core/diagnostics/marginals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/truth/tabulated_density.h"
#include "core/unit/lattice.h"

namespace ergo {
namespace {

constexpr double windows = 3;
constexpr int bins_per_window = 512;
constexpr double normal_reach = 13;  // standard deviations
constexpr double stable = 1e-6;
constexpr int fewest_nodes = 129, most_nodes = 1 << 15;
const double gauss_node = 1 / std::numbers::sqrt3;  // of two, on [-1, 1], weights 1

Position on(int axis, double along, double across) {
  return axis == 0 ? Position{along, across} : Position{across, along};
}

/// The density of a coordinate at some of its values.
std::vector<double> densities(const Target& target, double log_normaliser, int axis, const Axis& other,
                              const std::vector<double>& values) {
  std::vector<double> all;
  all.reserve(values.size());
  for (const double value : values) {
    double sum = 0;
    for (int j = 0; j < other.count(); ++j) {
      const double energy = target.evaluate(on(axis, value, other.node(j))).energy;
      if (std::isfinite(energy)) sum += other.weight(j) * std::exp(-energy - log_normaliser);
    }
    all.push_back(sum);
  }
  return all;
}

/// `table` tells where the other coordinate's mass is, and how its nodes are spaced.
std::vector<double> stable_densities(const Target& target, double log_normaliser, int axis, const Axis& table,
                                     const std::vector<double>& values) {
  Axis other = table.count() > 1 ? Axis(table.grading(), table.low(), table.high(), fewest_nodes) : table;
  std::vector<double> found = densities(target, log_normaliser, axis, other, values);
  while (other.count() > 1 && other.count() < most_nodes) {
    other = other.doubled();
    std::vector<double> finer = densities(target, log_normaliser, axis, other, values);
    double change = 0;
    for (std::size_t k = 0; k < finer.size(); ++k) change = std::max(change, std::abs(finer[k] - found[k]));
    found = std::move(finer);
    if (change <= stable * *std::ranges::max_element(found)) break;
  }
  return found;
}

BinnedDistribution distribution_in_plane(const Target& target, double log_normaliser, int axis,
                                         const Axis& other) {
  const Window window = target.window();
  const double low = axis == 0 ? window.low.x : window.low.y,
               high = axis == 0 ? window.high.x : window.high.y;
  const double width = (high - low) / bins_per_window;
  BinnedDistribution distribution{
      {low - (windows - 1) / 2 * (high - low), width, static_cast<int>(windows * bins_per_window)}, {}};
  std::vector<double> nodes;
  for (int i = 0; i < distribution.bins.count; ++i)
    for (const double side : {-gauss_node, gauss_node})
      nodes.push_back(distribution.bins.edge(i) + width * (1 + side) / 2);
  const std::vector<double> density = stable_densities(target, log_normaliser, axis, other, nodes);
  for (std::size_t k = 0; k < nodes.size(); k += 2)
    distribution.masses.push_back(width * (density[k] + density[k + 1]) / 2);
  return distribution;
}

std::vector<BinnedDistribution> distributions_on(const LatticeTarget& lattice) {
  const Sides sides = lattice.sides();
  const auto empty = [](int side) {
    return BinnedDistribution{{-0.5, 1, side}, std::vector<double>(static_cast<std::size_t>(side), 0.0)};
  };
  std::vector<BinnedDistribution> distributions = {empty(sides.x), empty(sides.y)};
  for (std::size_t i = 0; i < sides.count(); ++i) {
    const Position site = sides.site(i);
    distributions[0].masses[static_cast<std::size_t>(site.x)] += lattice.distribution()[i];
    distributions[1].masses[static_cast<std::size_t>(site.y)] += lattice.distribution()[i];
  }
  distributions.resize(static_cast<std::size_t>(lattice.dim));
  return distributions;
}

}  // namespace

std::vector<BinnedDistribution> marginal_distributions(const Target& target) {
  if (target.lattice()) return distributions_on(*target.lattice());
  const TabulatedDensity table = tabulate(target);
  const double log_normaliser = target.log_normaliser().value_or(table.log_normaliser);
  std::vector<BinnedDistribution> distributions = {distribution_in_plane(target, log_normaliser, 0, table.y)};
  if (target.dim > 1) distributions.push_back(distribution_in_plane(target, log_normaliser, 1, table.x));
  return distributions;
}

BinnedDistribution normal_distribution(double mean, double sd) {
  const auto below = [&](double x) { return std::erfc((mean - x) / (sd * std::numbers::sqrt2)) / 2; };
  const int count = static_cast<int>(windows * bins_per_window);
  BinnedDistribution distribution{{mean - normal_reach * sd, 2 * normal_reach * sd / count, count}, {}};
  for (int i = 0; i < count; ++i)
    distribution.masses.push_back(below(distribution.bins.edge(i + 1)) - below(distribution.bins.edge(i)));
  return distribution;
}

Marginal marginal(int offset, BinnedDistribution distribution, std::span<const double> values,
                  std::span<const double> weights, double effective_draws) {
  Marginal found{offset, std::move(distribution), {}, effective_draws};
  const Bins& bins = found.distribution.bins;
  found.shares.assign(static_cast<std::size_t>(bins.count), 0.0);
  double total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double weight = weights.empty() ? 1.0 : weights[i], place = (values[i] - bins.low) / bins.width;
    total += weight;
    if (place >= 0 && place < bins.count) found.shares[static_cast<std::size_t>(place)] += weight;
  }
  if (total > 0)
    for (double& share : found.shares) share /= total;
  return found;
}

Marginal grouped(const Marginal& fine, int bins) {
  const auto sums = [bins](const std::vector<double>& values) {
    std::vector<double> all((values.size() + static_cast<std::size_t>(bins) - 1) /
                            static_cast<std::size_t>(bins));
    for (std::size_t i = 0; i < values.size(); ++i) all[i / static_cast<std::size_t>(bins)] += values[i];
    return all;
  };
  const Bins& old = fine.distribution.bins;
  return {fine.offset,
          {{old.low, old.width * bins, (old.count + bins - 1) / bins}, sums(fine.distribution.masses)},
          sums(fine.shares),
          fine.draws};
}

int group_for(const Marginal& fine, double company) {
  int group = 1;
  for (Marginal wider = fine; wider.distribution.bins.count > 1; wider = grouped(wider, 2), group *= 2) {
    double together = 0;  // of two draws, to be in one bin
    for (const double p : wider.distribution.masses.empty() ? wider.shares : wider.distribution.masses)
      together += p * p;
    if (fine.draws * together >= company) break;
  }
  return group;
}

Interval share_band(double mass, double draws) {
  if (!(mass > 0)) return {0, 0};
  if (mass >= 1) return {1, 1};
  const double n = std::max(1.0, std::round(draws)), mode = std::min(n, std::floor((n + 1) * mass));
  // Terms relative to the mode's, from the ratio of neighbours, as far as they count.
  constexpr double least = 1e-12;
  const double odds = mass / (1 - mass);
  std::vector<double> below, terms;
  double term = 1;
  for (double k = mode; k > 0 && term > least; --k) below.push_back(term *= k / ((n - k + 1) * odds));
  terms.assign(below.rbegin(), below.rend());
  const double first = mode - static_cast<double>(terms.size());
  terms.push_back(term = 1);
  for (double k = mode; k < n && term > least; ++k) terms.push_back(term *= (n - k) * odds / (k + 1));
  double total = 0, sum = 0;
  for (const double t : terms) total += t;
  Interval band{-1, -1};
  for (std::size_t i = 0; i < terms.size() && band.high < 0; ++i) {
    sum += terms[i];
    const double share = (first + static_cast<double>(i)) / n;
    if (band.low < 0 && sum >= 0.05 * total) band.low = share;
    if (sum >= 0.95 * total) band.high = share;
  }
  return band;
}

const std::vector<Interval>& ShareBands::of(const std::vector<double>& masses, double draws) {
  if (masses == masses_ && draws == draws_) return bands_;
  masses_ = masses;
  draws_ = draws;
  bands_.clear();
  for (const double mass : masses) bands_.push_back(share_band(mass, draws));
  return bands_;
}

}  // namespace ergo
