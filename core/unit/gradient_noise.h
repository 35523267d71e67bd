#pragma once

#include "core/unit/descriptor.h"
#include "core/unit/lattice.h"
#include "core/unit/target.h"

namespace ergo {

/// In the order of the values of the parameter `kind`.
enum class NoiseKind { none, gaussian, state_dependent, heavy_tailed, minibatch };

/// Gradient noise, a property of the run: every gradient a sampler sees is grad E(x) + noise, mean 0, with
///   gaussian         sigma z,                   z ~ N(0, I_d)
///   state_dependent  sigma sqrt(1 + |x|^2) z
///   heavy_tailed     sigma t/sqrt(3),           t Student's with 3 degrees of freedom, variance sigma^2
///   minibatch        the target's own: its gradient from a batch of its data minus the full one
/// Energies stay exact.
struct GradientNoise {
  NoiseKind kind = NoiseKind::none;
  double sigma = 0;  ///< standard deviation of each component; unused by minibatch
};

/// The noise of evaluation number `evaluation` = 0, 1, ... (below 1024) of the step that `draws` addresses, at x, where
/// the exact gradient is `gradient`.
Position gradient_noise(const GradientNoise& noise, const Target& target, Position x, Position gradient,
                        const Draws& draws, int evaluation);

/// First slot of an evaluation's noise; units' own slots lie below.
inline std::uint32_t noise_slot(int evaluation) { return 0x8000 + 16 * static_cast<std::uint32_t>(evaluation); }

/// Parameters of the gradient noise: `kind`, and the strength either as `sigma` or as `B` = h sigma^2/2,
/// where h is the sampler's step size. One of the two is 0.
const Descriptor& gradient_noise_descriptor();

/// The target as a sampler sees it: the exact energy, and the gradient with the run's noise.
class Oracle {
 public:
  Oracle(const Target& target, GradientNoise noise = {})
      : dim(target.dim),
        sides(target.lattice() ? target.lattice()->sides() : Sides{}),
        reach(reach_of(target)),
        target_(target),
        noise_(noise) {}

  /// Exact energy and gradient.
  Evaluation evaluate(Position x) const { return target_.evaluate(x); }
  /// Exact energy, noisy gradient. A step numbers its evaluations 0, 1, ...: each has its own noise.
  Evaluation observe(Position x, const Draws& draws, int evaluation = 0) const {
    return with_noise(x, target_.evaluate(x), draws, evaluation);
  }
  Evaluation with_noise(Position x, Evaluation at, const Draws& draws, int evaluation) const {
    if (noise_.kind != NoiseKind::none)
      at.gradient = at.gradient + gradient_noise(noise_, target_, x, at.gradient, draws, evaluation);
    return at;
  }

  /// The target if it is on a lattice, else null.
  const LatticeTarget* lattice() const { return target_.lattice(); }

  int dim;
  Sides sides;   ///< the sides of a lattice
  double reach;  ///< of the target

 private:
  const Target& target_;
  GradientNoise noise_;
};

}  // namespace ergo
