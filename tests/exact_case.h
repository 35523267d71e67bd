#pragma once

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "core/config/assignment.h"
#include "core/exact/cycle.h"

namespace ergo {

/// A run's exact kernel.
struct ExactCase {
  explicit ExactCase(const std::vector<Assignment>& assignments)
      : config(configured(assignments)),
        target(make_target(config)),
        cycle(config, lattice_of(config, *target), pool) {}

  static RunConfig configured(const std::vector<Assignment>& assignments) {
    RunConfig config;
    for (const Assignment& a : assignments) apply(config, a);
    return config;
  }
  Sides sides() const { return target->lattice()->sides(); }
  const std::vector<double>& law() const { return target->lattice()->law(); }
  SquareMatrix matrix() const { return cycle.matrix(); }
  /// At equilibrium, of the first phase.
  double acceptance() const {
    const auto& rates = cycle.phases()[0].acceptance();
    return std::inner_product(rates.begin(), rates.end(), law().begin(), 0.0);
  }

  ThreadPool pool;
  RunConfig config;
  std::unique_ptr<Target> target;
  Cycle cycle;
};

/// The lattice samplers whose transition probabilities are known.
inline std::vector<std::string> samplers_with_kernels() {
  std::vector<std::string> ids;
  for (const SamplerUnit& unit : samplers(Space::lattice))
    if (unit.make()->lattice_kernel()) ids.push_back(unit.descriptor.id);
  return ids;
}

}  // namespace ergo
