#include "core/unit/gradient_noise.h"

#include <cmath>

namespace ergo {

Position gradient_noise(const GradientNoise& noise, const Target& target, Position x, Position gradient,
                        const Draws& draws, int evaluation) {
  const std::uint32_t slot = noise_slot(evaluation);
  switch (noise.kind) {
    case NoiseKind::none:
      return {};
    case NoiseKind::gaussian:
      return noise.sigma * normal(draws(slot));
    case NoiseKind::state_dependent:
      return noise.sigma * std::sqrt(1 + dot(x, x)) * normal(draws(slot));
    case NoiseKind::heavy_tailed: {
      // t/sqrt(3) = z/sqrt(chi2), chi2 with 3 degrees of freedom: the square of a normal and an exponential.
      const Draw z = draws(slot), more = draws(slot + 1);
      const double chi2 = more.normal_x * more.normal_x - 2 * std::log(more.uniform1);
      return noise.sigma / std::sqrt(chi2) * normal(z);
    }
    case NoiseKind::minibatch:
      return target.minibatch_noise(x, gradient, draws, evaluation);
  }
  return {};
}

const Descriptor& gradient_noise_descriptor() {
  // clang-format off
  static const UsedWhen given_to_kind = {"kind", {"gaussian", "state_dependent", "heavy_tailed"}};
  static const Descriptor descriptor = {
    .id = "gradient_noise",
    .title = "Gradient noise",
    .doc = "Set for all runs of a comparison, or for one of them. Each gradient that a sampler sees is ∇E(x) plus noise of mean 0, drawn anew for "
           "every evaluation. Energies stay exact. With z ~ N(0, I) the noise is\n"
           "- gaussian: σ_g z\n"
           "- state_dependent: σ_g √(1 + |x|²) z\n"
           "- heavy_tailed: σ_g t/√3, where t has Student's t distribution with 3 degrees of freedom, whose variance "
           "is 3\n"
           "- minibatch: ∇E from a random mini-batch minus ∇E from all data; only for targets made of data\n"
           "\n"
           "Give the strength as σ_g or as B = h σ_g²/2, where h is the sampler's step size. The value you give stays "
           "fixed when h changes, and the other follows. For mini-batches the data determine the strength: σ_g = N "
           "s/√n, for batches of n out of N data points of variance s², drawn with replacement.",
    .source = "Ding et al. 2014, section 2",
    .parameters = {
      {.id = "kind", .title = "Gradient noise",
       .doc = "None; Gaussian; Gaussian of standard deviation σ√(1+|x|²); Student's t with 3 degrees of freedom and "
              "standard deviation σ; or mini-batch noise, for targets made of data.",
       .initial = 0, .hard = {0, 4}, .slider = {0, 4}, .kind = Kind::choice,
       .choices = {"none", "gaussian", "state_dependent", "heavy_tailed", "minibatch"}},
      {.id = "sigma", .title = "Noise SD", .symbol = "σ_g", .doc = "Standard deviation of each component's noise.",
       .initial = 1, .hard = {0, 1e6}, .slider = {0.1, 100}, .scale = Scale::log, .used_when = given_to_kind},
      {.id = "B", .title = "Noise strength", .symbol = "B",
       .doc = "B = h σ_g²/2, where h is the sampler's step size. 0: σ_g is used.",
       .initial = 0, .hard = {0, 1e6}, .slider = {0.01, 10}, .scale = Scale::log,
       .used_when = given_to_kind}},
  };
  // clang-format on
  return descriptor;
}

}  // namespace ergo
