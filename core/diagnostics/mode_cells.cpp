#include "core/diagnostics/mode_cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/exact/spectrum.h"

namespace ergo {
namespace {

constexpr std::size_t replications = 400;
// More draws are not simulated: total variation times sqrt(n) tends to the distribution of sum_k |z_k|/2, z a
// normal vector with the multinomial's covariance.
constexpr double most_draws = 1000;
// Numbers of draws that are simulated, to each doubling: reports rarely have the same one twice.
constexpr double steps_to_a_doubling = 4;
constexpr int box_parts = 8;  // a side, of a box that lies across a boundary

}  // namespace

ModeCells::ModeCells(const Target& target, const TabulatedDensity& density)
    : modes_(target.modes()), masses_(modes_.size(), 0.0) {
  for (int i = 0; i < density.x.count(); ++i)
    for (int j = 0; j < density.y.count(); ++j)
      add_box({density.x.node(i), density.y.node(j)},
              target.lattice() ? Position{}
                               : Position{density.x.weight(i), target.dim > 1 ? density.y.weight(j) : 0},
              density.at(i, j));
}

void ModeCells::add_box(Position centre, Position size, double mass) {
  const auto at = [&](double u, double v) { return nearest(centre + Position{u * size.x, v * size.y}); };
  const std::size_t whole = at(0, 0);
  if (at(-0.5, -0.5) == whole && at(0.5, -0.5) == whole && at(-0.5, 0.5) == whole && at(0.5, 0.5) == whole) {
    masses_[whole] += mass;
    return;
  }
  for (int i = 0; i < box_parts; ++i)
    for (int j = 0; j < box_parts; ++j)
      masses_[at((i + 0.5) / box_parts - 0.5, (j + 0.5) / box_parts - 0.5)] += mass / (box_parts * box_parts);
}

Occupancy ModeCells::occupancy(std::span<const Position> x, std::span<const double> weights,
                               double effective_draws) {
  Occupancy found{.share = std::vector<Estimate>(size()), .mass = masses_, .total_variation = {}, .band = {}};
  std::vector<double> shares(size(), 0.0);
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double w = weights.empty() ? 1.0 : weights[i];
    shares[nearest(x[i])] += w;
    total += w;
  }
  if (!(total > 0)) return found;
  // By the delta method the error of the total variation is that of sum_k sign(share_k - mass_k) share_k/2.
  double side = 0;
  for (std::size_t k = 0; k < size(); ++k) {
    shares[k] /= total;
    found.share[k] = {shares[k], std::sqrt(shares[k] * (1 - shares[k]) / effective_draws)};
    side += shares[k] > masses_[k] ? shares[k] : -shares[k];
  }
  found.total_variation = {total_variation(shares, masses_),
                           std::sqrt((1 - side * side) / effective_draws) / 2};
  found.band = band(effective_draws);
  return found;
}

Interval ModeCells::band(double draws) {
  const double step = std::round(steps_to_a_doubling * std::log2(std::clamp(draws, 1.0, most_draws)));
  const auto simulated = static_cast<std::size_t>(std::round(std::exp2(step / steps_to_a_doubling)));
  const auto [found, added] = bands_.try_emplace(simulated);
  if (added) {
    std::vector<double> cumulative(size()), values;
    std::partial_sum(masses_.begin(), masses_.end(), cumulative.begin());
    std::mt19937_64 words(20190513);
    for (std::size_t r = 0; r < replications; ++r) {
      std::vector<double> shares(size(), 0.0);
      for (std::size_t i = 0; i < simulated; ++i) {
        const double u = static_cast<double>(words() >> 11) * 0x1p-53 * cumulative.back();
        const auto cell = std::upper_bound(cumulative.begin(), cumulative.end() - 1, u) - cumulative.begin();
        shares[static_cast<std::size_t>(cell)] += 1.0 / static_cast<double>(simulated);
      }
      values.push_back(total_variation(shares, masses_));
    }
    std::sort(values.begin(), values.end());
    found->second = {values[replications / 20], values[replications - 1 - replications / 20]};
  }
  const double shrink = std::sqrt(static_cast<double>(simulated) / std::max(draws, 1.0));
  return {found->second.low * shrink, found->second.high * shrink};
}

}  // namespace ergo
