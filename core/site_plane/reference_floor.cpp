#include "core/site_plane/reference_floor.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>

#include "core/maths/estimate.h"
#include "core/sites/site_draws.h"

namespace ergo {
namespace {

constexpr std::uint32_t floor_replications = 256, halvings = 64;
constexpr std::uint64_t floor_seed = 20231129;

/// A binomial number, n p up to 30 by inversion, else by the normal distribution. u, v: uniforms.
double binomial_number(double n, double p, double u, double v) {
  if (n < 1 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - binomial_number(n, 1 - p, u, v);
  constexpr double few = 30;
  if (n * p > few) {
    const double normal = std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
    return std::clamp(std::round(n * p + normal * std::sqrt(n * p * (1 - p))), 0.0, n);
  }
  double mass = std::exp(n * std::log1p(-p)), k = 0;
  for (double above = u - mass; above > 0 && k < n && mass > 0; above -= mass) {
    mass *= (n - k) / (k + 1) * (p / (1 - p));
    ++k;
  }
  return k;
}

Expectation expectation_of(const std::vector<double>& values) {
  const Estimate spread = spread_of(values);
  return {mean_of(values).value, spread.value};
}

/// Between two that are above 0.
Expectation between_floors(Expectation a, Expectation b, double part) {
  const auto blend = [part](double low, double high) {
    return low > 0 && high > 0 ? low * std::pow(high / low, part) : low + part * (high - low);
  };
  return {blend(a.mean, b.mean), blend(a.sd, b.sd)};
}

}  // namespace

/// The chains of a run.
class ReferenceFloor::Chains {
 public:
  explicit Chains(const SampledMasses& sampled)
      : count_(sampled.chains),
        each_(static_cast<float>(sampled.draws) / static_cast<float>(sampled.chains)) {
    const std::size_t all = sampled.counts.size() / count_;
    for (std::size_t cell = 0; cell < all; ++cell) {
      bool met = false;
      for (std::size_t chain = 0; chain < count_; ++chain)
        met = met || sampled.counts[chain * all + cell] > 0;
      if (met) cells_.push_back(cell);
    }
    for (std::size_t chain = 0; chain < count_; ++chain)
      for (const std::size_t cell : cells_)
        counts_.push_back(static_cast<float>(sampled.counts[chain * all + cell]));
  }

  /// Of chains by their numbers.
  Masses masses(std::span<const std::size_t> chains) const {
    Masses sum(cells_.size());
    for (const std::size_t chain : chains)
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += counts_[chain * sum.size() + i];
    for (float& mass : sum) mass /= each_ * static_cast<float>(chains.size());
    return sum;
  }

  std::vector<std::size_t> all() const {
    std::vector<std::size_t> chains(count_);
    std::iota(chains.begin(), chains.end(), std::size_t{0});
    return chains;
  }
  /// As many, with replacement.
  std::vector<std::size_t> replaced(const SiteDraws& draws) const {
    std::vector<std::size_t> chains(count_);
    for (std::uint32_t slot = 0; slot < count_; ++slot)
      chains[slot] = static_cast<std::size_t>(draws(slot) * static_cast<double>(count_));
    return chains;
  }
  /// All of them in another order.
  std::vector<std::size_t> shuffled(const SiteDraws& draws) const {
    std::vector<std::size_t> chains = all();
    for (std::size_t i = count_; i > 1; --i)
      std::swap(
          chains[i - 1],
          chains[static_cast<std::size_t>(draws(static_cast<std::uint32_t>(i)) * static_cast<double>(i))]);
    return chains;
  }
  /// Draws of the second half, compared with the first one.
  Replication halves(const std::vector<std::size_t>& chains) const {
    const auto order = std::span(chains);
    return {masses(order.last(count_ / 2)), masses(order.first(count_ / 2))};
  }

 private:
  std::size_t count_;
  float each_;  ///< configurations of a chain
  std::vector<std::size_t> cells_;
  std::vector<float> counts_;  ///< [chain, cell]
};

ReferenceFloor::ReferenceFloor(const SampledMasses& sampled)
    : unmet_(std::exp(-10.0) / static_cast<double>(sampled.draws)) {
  const Chains chains(sampled);
  const Masses masses = chains.masses(chains.all());
  const auto numbers = [](std::uint32_t k, std::uint64_t of) {
    return SiteDraws(floor_seed, Purpose::diagnostics, k, of);
  };
  for (std::uint32_t k = 0; k < floor_replications; ++k)
    all_.push_back({masses, chains.masses(chains.replaced(numbers(k, 0)))});
  for (std::uint32_t k = 0; k < halvings; ++k) {
    halves_.push_back(chains.halves(chains.shuffled(numbers(k, 1))));
    drawn_halves_.push_back(chains.halves(chains.replaced(numbers(k, 2))));
  }
}

/// Draws are multinomial: each cell's number is binomial given those before.
SiteFloor ReferenceFloor::distances(const std::vector<Replication>& replications, double draws) const {
  const std::size_t cells = replications.front().drawn.size();
  std::vector<double> total_variation, divergence, uniforms((2 * cells + 3) / 4 * 4);
  std::uint32_t number = 0;
  for (const auto& [drawn, compared] : replications) {
    SiteDraws(floor_seed, Purpose::diagnostics, number++, 3 + static_cast<std::uint64_t>(draws))
        .fill(uniforms);
    double left = draws, mass_left = 1, apart = 0, surprise = 0;
    for (std::size_t i = 0; i < cells; ++i) {
      const double p = drawn[i], mass = compared[i];
      const double count = binomial_number(left, p / mass_left, uniforms[2 * i], uniforms[2 * i + 1]);
      left -= count;
      mass_left = std::max(mass_left - p, 1e-6 * p);
      const double share = count / draws;
      apart += std::abs(share - mass);
      if (count > 0) surprise += share * std::log(share / std::max(mass, unmet_));
    }
    total_variation.push_back(apart / 2);
    divergence.push_back(surprise);
  }
  return {expectation_of(total_variation), expectation_of(divergence)};
}

SiteFloor ReferenceFloor::simulated(double draws) const {
  SiteFloor found = distances(all_, draws);
  const SiteFloor halves = distances(halves_, draws), drawn = distances(drawn_halves_, draws);
  const auto correct = [](Expectation& e, const Expectation& real, const Expectation& replicated) {
    if (replicated.mean > 0) e.mean *= std::max(1.0, real.mean / replicated.mean);
  };
  correct(found.total_variation, halves.total_variation, drawn.total_variation);
  correct(found.divergence, halves.divergence, drawn.divergence);
  return found;
}

SiteFloor ReferenceFloor::kept(int half_octave) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = kept_.find(half_octave); found != kept_.end()) return found->second;
  }
  const SiteFloor floor = simulated(std::round(std::exp2(half_octave / 2.0)));
  const std::lock_guard lock(mutex_);
  return kept_.emplace(half_octave, floor).first->second;
}

SiteFloor ReferenceFloor::floor(double draws) const {
  const double place = 2 * std::log2(draws), low = std::floor(place);
  const SiteFloor below = kept(static_cast<int>(low)), above = kept(static_cast<int>(low) + 1);
  return {between_floors(below.total_variation, above.total_variation, place - low),
          between_floors(below.divergence, above.divergence, place - low)};
}

}  // namespace ergo
