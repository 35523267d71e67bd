#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "core/config/assignment.h"
#include "core/exact/cycle.h"

namespace ergo {

/// A run's exact kernel.
struct ExactCase {
  /// Throws Error as Cycle does.
  explicit ExactCase(const std::vector<Assignment>& assignments);

  static RunConfig configured(const std::vector<Assignment>& assignments);
  Sides sides() const { return target->lattice()->sides(); }
  const std::vector<double>& distribution() const { return target->lattice()->distribution(); }
  SquareMatrix matrix() const { return cycle.matrix(); }
  /// At equilibrium, of the first phase.
  double acceptance() const;

  ThreadPool pool;
  RunConfig config;
  std::unique_ptr<Target> target;
  Cycle cycle;
};

/// A lattice sampler whose transition probabilities are known, at its defaults or another of its choices.
struct KernelCase {
  std::string name;  ///< letters, digits and underscores
  std::vector<Assignment> assignments;

  /// With more assignments before and after it.
  std::vector<Assignment> with(std::vector<Assignment> before,
                               const std::vector<Assignment>& after = {}) const;
  const Descriptor& descriptor() const { return sampler_unit(assignments[0].value).descriptor; }
  /// The name of a check: `check`, then the choice if it is not the default one.
  std::string title(const std::string& check) const;
  /// Whether the sampler's claim of an exact distribution holds at this choice: it does while that keeps its
  /// Metropolis step.
  bool exact() const;
};
std::ostream& operator<<(std::ostream& out, const KernelCase& c);

/// Each value of every choice and switch of a sampler that is not its default.
std::vector<Assignment> other_choices(const Descriptor& sampler);

/// Of all lattice samplers, each value of every choice; while a sampler adapts its chains have no
/// distribution of their own.
std::vector<KernelCase> kernel_cases();

}  // namespace ergo
