#include "core/exact/expected_proposal.h"

#include <cmath>

#include "core/base/error.h"

namespace ergo {
namespace {

/// Sums over nodes of the masses along both axes, and of the weights.
struct AxisSums {
  std::vector<double> x, y;
  double weight = 0;
};

void add(std::vector<double>& sum, const AxisMass& axis, double weight) {
  for (std::size_t k = 0; k < axis.mass.size(); ++k)
    sum[static_cast<std::size_t>(axis.low) + k] += weight * axis.mass[k];
}

double noise_sd(const GradientNoise& noise, Position x) {
  switch (noise.kind) {
    case NoiseKind::none:
      return 0;
    case NoiseKind::gaussian:
      return noise.sigma;
    case NoiseKind::state_dependent:
      return noise.sigma * std::sqrt(1 + dot(x, x));
    default:
      throw Error("no expectation is known over this gradient noise",
                  gradient_noise_descriptor().parameters[0].choices[static_cast<std::size_t>(noise.kind)],
                  "none, gaussian, state_dependent", "gradient_noise.kind");
  }
}

double largest_change(const std::vector<double>& before, double weight_before, const std::vector<double>& now,
                      double weight) {
  double change = 0;
  for (std::size_t i = 0; i < now.size(); ++i)
    change = std::max(change, std::abs(now[i] / weight - before[i] / weight_before));
  return change;
}

AxisMass normalised(std::vector<double> sums, double weight) {
  for (double& mass : sums) mass /= weight;
  return {0, std::move(sums)};
}

}  // namespace

std::vector<ProductMass> expected_masses(const LatticeKernel& kernel, Position x, const Evaluation& at,
                                         const Oracle& oracle, const GradientNoise& noise,
                                         std::uint64_t step) {
  const double sd = noise_sd(noise, x);
  if (sd == 0) return kernel.proposal(x, at, oracle, step)->masses();
  constexpr double reach = 9, settled = 1e-13;  // P(|z| > 9) < 1e-18
  AxisSums sums{std::vector<double>(static_cast<std::size_t>(oracle.sides.x)),
                std::vector<double>(static_cast<std::size_t>(oracle.sides.y))};
  const auto add_node = [&](double z) {
    const double weight = std::exp(-z * z / 2);
    const Evaluation seen = {at.energy, at.gradient + sd * z * Position{1, 1}};
    const auto products = kernel.proposal(x, seen, oracle, step)->masses();
    if (products.size() != 1)
      throw Error("no expectation over gradient noise is known for a mixture of proposals", "",
                  "samplers whose proposal is one product", "gradient_noise.kind");
    add(sums.x, products[0].x, weight * products[0].weight);
    add(sums.y, products[0].y, weight);
    sums.weight += weight;
  };
  const auto add_grid = [&](double from, double spacing) {
    for (double z = from; z <= reach; z += spacing) {
      add_node(z);
      if (z != 0) add_node(-z);
    }
  };
  add_grid(0, 0.5);
  for (double spacing = 0.25; spacing > 1e-3; spacing /= 2) {
    const AxisSums before = sums;
    add_grid(spacing, 2 * spacing);
    if (largest_change(before.x, before.weight, sums.x, sums.weight) < settled &&
        largest_change(before.y, before.weight, sums.y, sums.weight) < settled)
      break;
  }
  return {{1, normalised(std::move(sums.x), sums.weight), normalised(std::move(sums.y), sums.weight)}};
}

}  // namespace ergo
