#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/backend/backend.h"
#include "core/exact/auxiliary_nodes.h"
#include "core/unit/lattice_sampler.h"

namespace ergo {

/// One proposal of a lattice sampler, and its decision:
///   log a = [log pi(to) - log pi(from)] + log q(from | to) - log q(to | from), accepted if u <= min(1, a).
/// If the step draws an auxiliary variable, q includes its density.
struct LatticeMove {
  Position from, to;
  bool on_lattice = false;  ///< if not, the proposal is rejected and the members below are not set
  double log_density = 0;   ///< log pi(to) - log pi(from)
  double log_forward = 0;   ///< log q(to | from)
  double log_backward = 0;  ///< log q(from | to)
  double acceptance = 0;    ///< min(1, a); 1 if the sampler has no Metropolis step
  double uniform = 1;       ///< u
  bool accepted = false;
};

/// The proposals and acceptances of a lattice sampler at one of its steps, from any site, computed by the sampler's
/// own C++ text. Gradients are exact, without the run's noise.
class LatticeStepView {
 public:
  /// For step number `step`. Throws Error if the target is not on a lattice, or if the sampler's step is not made of
  /// a proposal and an acceptance.
  LatticeStepView(const RunConfig& run, std::shared_ptr<const Target> target, std::uint64_t step);
  static bool possible(const RunConfig& run);

  Sides sides() const { return target_->lattice()->sides(); }
  bool metropolis() const { return kernel().metropolis(); }
  int phase() const { return static_cast<int>(step_ % static_cast<std::uint64_t>(kernel().period())); }
  /// Whether proposal() and acceptance() are means over an auxiliary variable. They are sums over its values at
  /// spacing 1/4: proposals are right to 1e-6, acceptances to about 1e-3.
  bool averaged() const { return nodes_.has_value(); }
  /// q(. | from) as a mixture of products.
  std::vector<ProductMass> proposal(Position from) const;
  /// Probability that a proposal of `to` from `from` is accepted.
  double acceptance(Position from, Position to) const;
  /// The move from `from` with a chain's random numbers of this step.
  LatticeMove move(Position from, std::uint32_t chain) const;

 private:
  const LatticeKernel& kernel() const { return *sampler_->lattice_kernel(); }
  std::unique_ptr<Proposal> proposal_at(Position from, Position z = {}) const;
  LatticeMove judged(Position from, Position to, Position z) const;
  double mean_acceptance(Position from, Position to) const;

  std::shared_ptr<const Target> target_;
  std::unique_ptr<Sampler> sampler_;
  Oracle oracle_;
  std::uint64_t seed_, step_;
  std::optional<AuxiliaryNodes> nodes_;
};

/// The mixture's mass on every site, by state number.
std::vector<double> masses_of(const std::vector<ProductMass>& distribution, Sides sides);

/// Probabilities of the two coordinates of a mixture of products. Mass outside the lattice is left out.
struct Marginals {
  std::vector<double> x, y;
};
Marginals marginals_of(const std::vector<ProductMass>& distribution, Sides sides);

}  // namespace ergo
