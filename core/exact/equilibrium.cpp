#include "core/exact/equilibrium.h"

#include <numeric>

namespace ergo {
namespace {

Apply apply_cycle(const Transitions& cycle) {
  return [&cycle](std::span<const double> mu) { return cycle.apply(mu); };
}

std::vector<double> times(std::span<const double> mu, const Sides& sides, double Position::*axis) {
  std::vector<double> product(mu.size());
  for (std::size_t x = 0; x < mu.size(); ++x) product[x] = mu[x] * (sides.site(x).*axis);
  return product;
}

double mean(std::span<const double> mu, const Sides& sides, double Position::*axis) {
  double sum = 0;
  for (std::size_t x = 0; x < mu.size(); ++x) sum += mu[x] * (sides.site(x).*axis);
  return sum;
}

/// E |x' - x|^2 = E |x'|^2 + E |x|^2 - 2 sum_i E x_i x_i', the last from the measure x_i mu(x), moved one
/// step.
double squared_jump(const TransitionKernel& kernel, std::span<const double> mu, std::span<const double> next,
                    ThreadPool& pool) {
  const Sides sides = kernel.sides();
  double sum = 0;
  for (const auto axis : {&Position::x, &Position::y}) {
    const auto weighted = times(mu, sides, axis);
    sum += mean(weighted, sides, axis) + mean(times(next, sides, axis), sides, axis) -
           2 * mean(kernel.apply(weighted, pool), sides, axis);
  }
  return sum;
}

}  // namespace

std::vector<double> stationary_distribution(const Transitions& cycle, std::span<const double> target_distribution,
                                            const Watch& watch) {
  if (target_distribution.size() <= most_solved) return stationary_distribution(cycle.matrix());
  return stationary_distribution(apply_cycle(cycle), {target_distribution.begin(), target_distribution.end()},
                                 watch);
}

namespace {
Gap gap_of_cycle(const Transitions& cycle, std::span<const double> target_distribution, const Watch& watch) {
  const auto distribution = cycle.reversible() ? target_distribution : std::span<const double>();
  if (target_distribution.size() <= most_solved) return spectral_gap(cycle.matrix(), distribution);
  return spectral_gap(apply_cycle(cycle), target_distribution.size(), distribution, watch);
}
}  // namespace

Gap spectral_gap(const Transitions& cycle, std::span<const double> target_distribution, const Watch& watch) {
  const std::size_t steps = cycle.steps();
  const auto per_step = [&](double gap) {
    return -std::expm1(std::log1p(-gap) / static_cast<double>(steps));
  };
  const Gap whole = gap_of_cycle(cycle, target_distribution, [&](std::size_t applications, double gap) {
    if (watch) watch(applications, per_step(gap));
  });
  if (steps == 1) return whole;
  constexpr double beyond_rounding = 1e-4;  // both ways of finding |lambda_2| err by 1e-8 at most
  if (1 - whole.gap > beyond_rounding) return {per_step(whole.gap)};
  return gap_per_factor([&](std::span<const double> mu, std::size_t phase) { return cycle.apply(mu, phase); },
                        steps, target_distribution.size());
}

StepMeans step_means(const Cycle& cycle, std::span<const double> distribution, ThreadPool& pool) {
  StepMeans means;
  const double share = 1 / static_cast<double>(cycle.steps());
  std::vector<double> mu(distribution.begin(), distribution.end());
  for (std::size_t k = 0; k < cycle.steps(); ++k) {
    const auto kernel = cycle.phase(k);
    const auto& rates = kernel->acceptance();
    means.acceptance += share * std::inner_product(mu.begin(), mu.end(), rates.begin(), 0.0);
    const auto next = kernel->apply(mu, pool);
    means.squared_jump += share * squared_jump(*kernel, mu, next, pool);
    mu = next;
  }
  return means;
}

SquareMatrix flow(const SquareMatrix& matrix, std::span<const double> distribution) {
  SquareMatrix flow(matrix.size);
  for (std::size_t x = 0; x < matrix.size; ++x)
    for (std::size_t y = 0; y < matrix.size; ++y)
      flow(x, y) = distribution[x] * matrix(x, y) - distribution[y] * matrix(y, x);
  return flow;
}

std::vector<Position> flow_field(const SquareMatrix& flow, const Sides& sides) {
  std::vector<Position> field(flow.size);
  for (std::size_t x = 0; x < flow.size; ++x)
    for (std::size_t y = 0; y < flow.size; ++y)
      field[x] = field[x] + flow(x, y) / 2 * (sides.site(y) - sides.site(x));
  return field;
}

}  // namespace ergo
