// Stochastic gradient Langevin dynamics:  x <- x - h g + sqrt(2 h) z,  z ~ N(0, I).
// Source: Welling & Teh 2011 at a fixed step size; Ding et al. 2014, section 2. ULA with h = eps^2/2.
//
// Invariant distribution: the target up to O(h) and up to the gradient noise, which heats it by O(h sigma^2):
// on N(0, 1) the variance is (2 h + h^2 sigma^2)/(1 - (1 - h)^2). Diverges where h times the curvature
// exceeds 2. Left out: step sizes that fall with time.
#include "core/unit/channels.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Sgld {
  struct State : ChainState {};
  struct Report {
    double energy;
  };
  enum Slot { noise };

  double h;

  explicit Sgld(const Parameters& p) : h(p["step_size"]) {}

  Transition<State, Report> init(State s, const Oracle&, const Draws&) const { return {s, {s.energy}}; }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const double sd = std::sqrt(2 * h);
    const Position z = normal(draws(noise)), centre = s.x - h * s.gradient, x = centre + sd * z;
    const ToldQuantity distribution = told::normal_distribution("distribution of x", centre, {sd, sd});
    tell("gradient move", "c = x − h ∇E(x)", centre, told::gradient("∇E(x)", s.gradient), distribution);
    tell("noise", "x ← c + √(2h) z,  z ~ N(0, I)", x, told::vector("z", z), distribution);
    s = moved_to(s, x, oracle.observe(x, draws));
    return {s, {s.energy}};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_SAMPLER(sgld, Sgld, {
  .id = "sgld",
  .title = "SGLD",
  .doc = "A step down the noisy gradient plus noise, with no Metropolis step: `x ← x − h g + √(2h) z`, z ~ N(0, I). "
         "The gradient noise heats it by O(h σ²), and nothing compensates for that. The step size adds an error of "
         "O(h) to the stationary distribution. Diverges if h times the curvature exceeds 2.",
  .source = "Welling & Teh 2011; Ding et al. 2014, section 2",
  .tint = {{0xF4A3A0, 0x7B282A}},
  .parameters = {{.id = "step_size", .title = "Step size", .symbol = "h", .doc = "Time of one step.",
                  .initial = 0.005, .hard = {1e-9, 100}, .slider = {1e-5, 2}, .scale = Scale::log,
                    .step = StepRule{.usual = 0.08, .power = 2, .accurate = 0.1, .stable = 2, .band = 0.05, .reason = "The variance of N(0, s²) is too large by the factor 1/(1 − h/2s²)."}}},
  .channels = {energy_channel()},
  .claims = {.distribution = Distribution::biased, .bias_order = 1, .coarse_step = 0.5},
  .gradients_per_step = 1,
})
