// The masses of all proposals, which a transition kernel is made of, and the weights of the sites.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <string>

#include "core/base/error.h"
#include "core/exact/expected_proposal.h"
#include "core/exact/transition_kernel.h"

namespace ergo {
namespace {

constexpr std::size_t most_masses = std::size_t{1} << 28;
/// Energies above the least, up to which e^-E and its products with masses are normal numbers.
constexpr double most_energy = 550;

/// The first and past-the-last site of an axis between masses of at least `least`.
std::pair<int, int> kept(const AxisMass& axis, double least) {
  std::size_t from = 0, to = axis.mass.size();
  while (from < to && axis.mass[from] < least) ++from;
  while (to > from && axis.mass[to - 1] < least) --to;
  return {axis.low + static_cast<int>(from), axis.low + static_cast<int>(to)};
}

std::size_t append(std::vector<double>& masses, const AxisMass& axis, int from, int to, double weight) {
  const std::size_t at = masses.size();
  for (int site = from; site < to; ++site)
    masses.push_back(weight * axis.mass[static_cast<std::size_t>(site - axis.low)]);
  return at;
}

}  // namespace

void TransitionKernel::tabulate(const LatticeTarget& target, const LatticeKernel& kernel, ThreadPool& pool,
                                const GradientNoise& noise, std::uint64_t step) {
  const Oracle oracle(target, noise);
  expected_masses(kernel, {}, target.table()[0], oracle, noise, step);  // throws here rather than in a thread
  const auto [lowest, highest] = std::ranges::minmax(target.table(), {}, &Evaluation::energy);
  const double least = lowest.energy, most = highest.energy;
  std::atomic<std::size_t> stored = 0;
  pool.for_blocks(rows_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && stored < most_masses && !pool.stopped(); ++i) {
      for (int j = 0; j < sides_.y; ++j) {
        const Position x = {static_cast<double>(i), static_cast<double>(j)};
        const Evaluation at = target.evaluate(x);
        // A move to x is made with at most e^(E(from) - E(x)) times the mass of the move back.
        const double least_back = cut_ * std::exp(at.energy - most);
        add_site(rows_[i], expected_masses(kernel, x, at, oracle, noise, step), least_back);
      }
      rows_[i].first.push_back(rows_[i].products.size());
      rows_[i].x.shrink_to_fit();
      rows_[i].y.shrink_to_fit();
      stored += rows_[i].x.size() + rows_[i].y.size();
    }
  });
  if (stored >= most_masses)
    throw Error("too many transition probabilities to store:",
                std::to_string(sides_.x) + " x " + std::to_string(sides_.y) + " sites with wide proposals",
                "a smaller lattice or smaller steps", "sampler");
  if (pool.stopped()) return;
  find_reach();
  for (const Row& row : rows_) single_ = single_ && row.products.size() == static_cast<std::size_t>(sides_.y);
  for (const Evaluation& at : target.table()) energies_.push_back(at.energy);
  weigh(least, most);
}

void TransitionKernel::add_site(Row& row, const std::vector<ProductMass>& proposal, double least_back) const {
  row.first.push_back(row.products.size());
  for (const auto& [weight, x, y] : proposal) {
    const auto [x_from, x_to] = kept(x, cut_);
    const auto [y_from, y_to] = kept(y, cut_);
    const auto [x_low, x_high] = metropolis_ ? kept(x, least_back) : std::pair(x_from, x_to);
    const auto [y_low, y_high] = metropolis_ ? kept(y, least_back) : std::pair(y_from, y_to);
    Product product = {x_low, x_high - x_low, y_low, y_high - y_low, x_from, x_to, y_from, y_to, 0, 0};
    product.x_at = append(row.x, x, x_low, x_high, weight);
    product.y_at = append(row.y, y, y_low, y_high, 1);
    row.products.push_back(product);
  }
}

void TransitionKernel::weigh(double least, double most) {
  for (const double energy : energies_) {
    double log_weight = least - energy;
    if (most - least > most_energy) {
      const double exponent = std::floor(log_weight / std::numbers::ln2);
      exponents_.push_back(static_cast<std::int64_t>(exponent));
      log_weight -= exponent * std::numbers::ln2;
    }
    weights_.push_back(std::exp(log_weight));
  }
}

void TransitionKernel::find_reach() {
  x_reach_.assign(static_cast<std::size_t>(sides_.x), {sides_.x, 0});
  y_reach_.assign(static_cast<std::size_t>(sides_.y), {sides_.y, 0});
  const auto widen = [](Reach& reach, int from, int to) {
    reach = {std::min(reach.from, from), std::max(reach.to, to)};
  };
  for (std::size_t x = 0; x < sides_.count(); ++x) {
    const Box box = reached(x);
    widen(x_reach_[x / y_reach_.size()], box.x_from, box.x_to);
    widen(y_reach_[x % y_reach_.size()], box.y_from, box.y_to);
  }
}

}  // namespace ergo
