#include "core/exact/balance_exponent.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "core/unit/lattice.h"
#include "core/unit/lattice_sampler.h"

namespace ergo {

// The logarithm of q's terms, with U(x) = -x^2/(2 sigma0).
double acceptance(BalanceBy by, double r, double alpha, const GaussianLine& line) {
  const auto n = static_cast<std::size_t>(line.sites);
  std::vector<double> distribution(n), q(n * n);
  const auto place = [&](std::size_t i) { return static_cast<double>(i) - (line.sites - 1) / 2.0; };
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = place(i);
    total += distribution[i] = std::exp(-x * x / (2 * line.variance));
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double y = place(j), step = y - x;
      const double gain = by == BalanceBy::ratio ? (x * x - y * y) / 2 : -x * step;
      sum += q[i * n + j] = std::exp((alpha * gain - step * step / (2 * r)) / line.variance);
    }
    for (std::size_t j = 0; j < n; ++j) q[i * n + j] /= sum;
  }
  double accepted = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      accepted += std::min(distribution[i] * q[i * n + j], distribution[j] * q[j * n + i]);
  return accepted / total;
}

BestExponent best_exponent(BalanceBy by, double r, const GaussianLine& line) {
  constexpr double spacing = 0.02, most = 1.2;
  const auto value = [&](double alpha) { return acceptance(by, r, alpha, line); };
  double best = 0;
  for (double alpha = 0, highest = -1; alpha <= most; alpha += spacing)
    if (const double here = value(alpha); here > highest) {
      highest = here;
      best = alpha;
    }
  double low = std::max(0.0, best - spacing), high = std::min(most, best + spacing);
  while (high - low > 1e-6) {  // golden section
    const double inner = (high - low) / (1 + std::numbers::phi), a = low + inner, b = high - inner;
    if (value(a) < value(b))
      low = a;
    else
      high = b;
  }
  best = (low + high) / 2;
  return {best, value(best)};
}

double balanced_exponent(BalanceBy by, double r) {
  if (by == BalanceBy::ratio) return 2 / ((2 - r) + std::sqrt(r * r + 4));
  return r < 1 ? 1 / (1 + std::sqrt(1 - r)) : 1 / r;
}

std::optional<double> balanced_variance(const RunConfig& run) {
  const std::unique_ptr<Target> target = make_target(run);
  const std::unique_ptr<Sampler> sampler = make_sampler(run);
  const LatticeKernel* kernel = sampler->lattice_kernel();
  if (!target->lattice() || !kernel || !kernel->has_scale_and_exponent()) return {};
  return target->lattice()->gaussian_variance();
}

}  // namespace ergo
