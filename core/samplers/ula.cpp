// Unadjusted Langevin algorithm:  x <- x - (eps^2/2) grad E(x) + eps z,  z ~ N(0, I).
// Source: Ver Steeg & Galstyan 2021, appendix D.4 with the sign corrected. Invariant distribution: the target
// up to O(eps^2); N(0, s^2) becomes N(0, s^2/(1 - eps^2/(4 s^2))). Diverges where eps^2 times the curvature
// exceeds 4.
#include "core/unit/channels.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Ula {
  struct State : ChainState {};
  struct Report {
    double energy;
  };
  enum Slot { noise };

  double step_size;

  explicit Ula(const Parameters& p) : step_size(p["step_size"]) {}

  Transition<State, Report> init(State s, const Oracle&, const Draws&) const { return {s, {s.energy}}; }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const Position z = normal(draws(noise));
    const Position centre = s.x - 0.5 * step_size * step_size * s.gradient;
    const ToldQuantity distribution = told::normal_distribution("distribution of x", centre, {step_size, step_size});
    tell("gradient move", "c = x − (ε²/2) ∇E(x)", centre, told::gradient("∇E(x)", s.gradient), distribution);
    const Position x = centre + step_size * z;
    tell("noise", "x ← c + ε z,  z ~ N(0, I)", x, told::vector("z", z), distribution);
    s = moved_to(s, x, oracle.observe(x, draws));
    return {s, {s.energy}};
  }
};

}  // namespace
}  // namespace ergo

ERGO_SAMPLER(
    ula, Ula,
    {
        .id = "ula",
        .title = "Langevin (ULA)",
        .doc =
            "Unadjusted Langevin. A gradient step plus noise, with no Metropolis step: `x ← x − (ε²/2) ∇E(x) + ε z`, z "
            "~ N(0, I). Its stationary distribution has an error of O(ε²). Diverges if ε² times the curvature exceeds "
            "4.",
        .source = "Ver Steeg & Galstyan 2021, D.4 (sign corrected)",
        .tint = {{0x5586FA, 0x517EE8}},
        .parameters = {{.id = "step_size",
                        .title = "Step size",
                        .symbol = "ε",
                        .doc = "Standard deviation of the noise of one step.",
                        .initial = 0.1,
                        .hard = {1e-6, 100},
                        .slider = {0.001, 2},
                        .scale = Scale::log,
                        .step = StepRule{.usual = 0.4, .accurate = 0.45, .stable = 2, .band = 0.05,
                                         .reason = "The variance of N(0, s²) is too large by the factor 1/(1 − "
                                                   "ε²/4s²)."}}},
        .channels = {energy_channel()},
        .claims = {.distribution = Distribution::biased, .bias_order = 2, .time_order = 2},
        .gradients_per_step = 1,
    })
