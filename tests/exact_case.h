#pragma once

#include <algorithm>
#include <cctype>
#include <memory>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include "core/config/assignment.h"
#include "core/exact/cycle.h"
#include "tests/parameter_points.h"

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

/// A lattice sampler whose transition probabilities are known, at its defaults or another of its choices.
struct KernelCase {
  std::string name;
  std::vector<Assignment> assignments;

  /// With more assignments before and after it.
  std::vector<Assignment> with(std::vector<Assignment> before,
                               const std::vector<Assignment>& after = {}) const {
    before.insert(before.end(), assignments.begin(), assignments.end());
    before.insert(before.end(), after.begin(), after.end());
    return before;
  }
  const Descriptor& descriptor() const { return sampler_unit(assignments[0].value).descriptor; }
  /// Whether the sampler's claim of an exact law holds at this choice: it does while that keeps its
  /// Metropolis step.
  bool exact() const {
    const RunConfig config = ExactCase::configured(with({{"target", "lattice8"}}));
    const auto metropolis = [](const Sampler& s) { return s.lattice_kernel()->metropolis(); };
    return descriptor().claims.law == Law::exact &&
           metropolis(*make_sampler(config)) == metropolis(*sampler_unit(config.sampler.id).make());
  }
};
inline std::ostream& operator<<(std::ostream& out, const KernelCase& c) { return out << c.name; }

/// Of all of them, each value of every choice; while a sampler adapts its chains have no law of their own.
inline std::vector<KernelCase> kernel_cases() {
  std::vector<KernelCase> cases;
  for (const SamplerUnit& unit : samplers(Space::lattice)) {
    std::vector<KernelCase> candidates = {{unit.descriptor.id, {{"sampler", unit.descriptor.id}}}};
    for (const Assignment& choice : other_choices(unit.descriptor))
      candidates.push_back({unit.descriptor.id + choice.path.substr(7) + "_" + choice.value,
                            {{"sampler", unit.descriptor.id}, choice}});
    for (KernelCase& c : candidates) {
      const RunConfig config = ExactCase::configured(c.with({{"target", "lattice8"}}));
      if (!make_sampler(config)->lattice_kernel() || !begin_adaptation(config).empty()) continue;
      std::ranges::replace_if(
          c.name, [](unsigned char letter) { return !std::isalnum(letter); }, '_');
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

}  // namespace ergo
