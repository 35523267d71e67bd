// What the transition matrices of the lattice samplers promise, without chains.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/exact/equilibrium.h"
#include "core/verification/exact_case.h"
#include "core/verification/published_results.h"

namespace ergo {
namespace {

constexpr double rounding = 1e-12;

PublishedResult kernel_result(const KernelCase& kernel, const std::string& check,
                              const std::function<Verdict(ExactCase&)>& compute) {
  const std::string sampler = kernel.descriptor().id, target = "lattice8", test = kernel.title(check);
  return {sampler, target, test, [=](std::uint64_t) {
            ExactCase c(kernel.with({{"target", target}}));
            Verdict v = compute(c);
            v.sampler = sampler;
            v.target = target;
            v.backend = "exact";
            v.test = test;
            v.threshold = rounding;
            v.p_value = std::nan("");
            v.verdict = v.statistic <= v.threshold ? "pass" : "fail";
            return v;
          }};
}

double largest_change(const ExactCase& c, const std::vector<double>& distribution) {
  const auto moved = c.cycle.apply(distribution);
  double largest = 0;
  for (std::size_t i = 0; i < distribution.size(); ++i)
    largest = std::max(largest, std::abs(moved[i] - distribution[i]));
  return largest;
}

Verdict detailed_balance(ExactCase& c) {
  double residual = 0;
  for (std::size_t k = 0; k < c.cycle.steps(); ++k)
    residual = std::max(residual, balance_residual(matrix_of(*c.cycle.phase(k), c.pool), c.distribution()));
  return {.statistic = residual, .reason = "largest |pi(x) P(x, y) - pi(y) P(y, x)|"};
}

Verdict stationarity(ExactCase& c) {
  return {.statistic = largest_change(c, c.distribution()), .reason = "largest |pi P - pi|"};
}

/// Of an unadjusted step: the distribution that it does keep.
Verdict own_stationarity(ExactCase& c) {
  const auto distribution = stationary_distribution(c.matrix());
  char text[100];
  std::snprintf(text, sizeof text, "largest |p P - p| of its stationary distribution p; TV %.4g from the target's",
                total_variation(distribution, c.distribution()));
  return {.statistic = largest_change(c, distribution), .reason = text};
}

}  // namespace

std::vector<PublishedResult> kernel_results() {
  std::vector<PublishedResult> results;
  for (const KernelCase& kernel : kernel_cases()) {
    const auto sampler = make_sampler(ExactCase::configured(kernel.with({{"target", "lattice8"}})));
    if (sampler->lattice_kernel()->metropolis())
      results.push_back(kernel_result(kernel, "detailed balance", detailed_balance));
    results.push_back(
        kernel_result(kernel, "stationarity of P", kernel.exact() ? stationarity : own_stationarity));
  }
  return results;
}

}  // namespace ergo
