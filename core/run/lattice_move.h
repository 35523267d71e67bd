#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/backend/backend.h"
#include "core/exact/auxiliary_nodes.h"
#include "core/unit/lattice_sampler.h"

namespace ergo {

/// One proposal of a lattice sampler and what became of it:
///   log a = [log pi(to) - log pi(from)] + log q(from | to) - log q(to | from), accepted where u <= min(1,
///   a).
/// q counts with the density of the auxiliary variable where the step draws one.
struct LatticeMove {
  Position from, to;
  bool on_lattice = false;  ///< else the proposal is rejected, and there is nothing of what follows
  double log_density = 0;   ///< log pi(to) - log pi(from)
  double log_forward = 0;   ///< log q(to | from)
  double log_backward = 0;  ///< log q(from | to)
  double acceptance = 0;    ///< min(1, a); 1 where the sampler has no Metropolis step
  double uniform = 1;       ///< u
  bool accepted = false;
};

/// What a lattice sampler does at one step, seen from any site: the same text that steps the chains, in
/// double. Gradients are exact ones, whatever noise the run adds.
class LatticeStepView {
 public:
  /// Of step number `step`. Throws Error where the run's target is no lattice or its sampler's step is not a
  /// proposal mass and an acceptance.
  LatticeStepView(const RunConfig& run, std::shared_ptr<const Target> target, std::uint64_t step);
  static bool possible(const RunConfig& run);

  Sides sides() const { return target_->lattice()->sides(); }
  bool metropolis() const { return kernel().metropolis(); }
  int phase() const { return static_cast<int>(step_ % static_cast<std::uint64_t>(kernel().period())); }
  /// Whether proposal() and acceptance() are means over an auxiliary variable, of whose values a move has
  /// one. They are sums at the spacing 1/4 then: proposals right to 1e-6, acceptances to some 1e-3.
  bool averaged() const { return nodes_.has_value(); }
  /// q(. | from) as a mixture of products.
  std::vector<ProductMass> proposal(Position from) const;
  /// The probability with which a proposal of `to` at `from` is accepted.
  double acceptance(Position from, Position to) const;
  /// The move from `from` that the chain's random numbers make of this step.
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

/// Masses of the two coordinates of a mixture of products; what lies outside the lattice is left out.
struct Marginals {
  std::vector<double> x, y;
};
Marginals marginals_of(const std::vector<ProductMass>& distribution, Sides sides);

}  // namespace ergo
