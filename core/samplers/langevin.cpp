// Underdamped Langevin dynamics dx = p dt, dp = -grad E dt - gamma p dt + sqrt(2 gamma) dW by the splitting
// BAOAB, with c = e^{-gamma h}, z ~ N(0, I):
//   p <- p - (h/2) g(x);  x <- x + (h/2) p;  p <- c p + sqrt(1 - c^2) z;  x <- x + (h/2) p;  p <- p - (h/2)
//   g(x).
// The last gradient serves the next step: one a step. Source: Leimkuhler & Matthews 2013. Invariant
// distribution: the target times N(0, I) up to O(h^2); for E = k x^2/2 the distribution of x is exact and
// <p^2> = 1 - h^2 k/4. Without friction it is the leapfrog flow, which keeps its energy shell and so is not
// ergodic. Diverges where h^2 times the curvature exceeds 4. The energy that kicks and drifts add, which the
// exact flow would keep, is the step's shadow work dH; as they keep volume and friction with its noise keeps
// N(0, I), E[exp(-dH)] = 1 at equilibrium (Sivak, Chodera & Crooks 2013).
#include "core/unit/channels.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Langevin {
  struct State : ChainState {
    Position p;
  };
  struct Report {
    double energy, kinetic_energy, hamiltonian_error;
  };
  enum Slot { momentum };

  double step_size;
  double kept, renewed;  ///< c and sqrt(1 - c^2)

  explicit Langevin(const Parameters& p)
      : step_size(p["step_size"]),
        kept(std::exp(-p["friction"] * step_size)),
        renewed(std::sqrt(-std::expm1(-2 * p["friction"] * step_size))) {}

  static Report report(const State& s, double error, int d) {
    return {s.energy, dot(s.p, s.p) / (2 * d), error};
  }

  static Report report(const State& s, int d) { return report(s, 0, d); }

  Transition<State, Report> init(State s, const Oracle& oracle, const Draws& draws) const {
    if (s.p == Position{}) s.p = normal(draws(momentum));
    return {s, report(s, oracle.dim)};
  }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const double h = step_size, before = s.energy;
    Position p = s.p - 0.5 * h * s.gradient;
    const double first = dot(s.gradient, s.p + p);
    tell("B: half kick", "p ← p − (h/2) ∇E(x)", s.x, told::momentum("p", p),
         told::gradient("∇E(x)", s.gradient));
    Position x = s.x + 0.5 * h * p;
    tell("A: half drift", "x ← x + (h/2) p", x, told::momentum("p", p));
    const Position z = normal(draws(momentum));
    p = kept * p + renewed * z;
    tell("O: friction and noise", "p ← c p + √(1 − c²) z,  c = e^(−γh)", x, told::momentum("p", p),
         told::number("c", kept), told::vector("z", z));
    x = x + 0.5 * h * p;
    tell("A: half drift", "x ← x + (h/2) p", x, told::momentum("p", p));
    s = moved_to(s, x, oracle.observe(x, draws));
    s.p = p - 0.5 * h * s.gradient;
    tell("B: half kick", "p ← p − (h/2) ∇E(x)", s.x, told::momentum("p", s.p),
         told::gradient("∇E(x)", s.gradient));
    const double kicks = -h / 4 * (first + dot(s.gradient, p + s.p));  // what both add to p.p/2
    return {s, report(s, s.energy - before + kicks, oracle.dim)};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_SAMPLER(langevin, Langevin, {
    .id = "langevin",
    .title = "Underdamped Langevin",
    .doc = "Langevin dynamics with momentum. It damps each momentum by −γp and adds noise that balances it. Integrated "
           "with the BAOAB splitting. No step is rejected. The stationary distribution has an error of O(h²). On a "
           "Gaussian only that of p does. Diverges if h² times the curvature exceeds 4. At γ = 0 the energy is "
           "conserved and the flow is not ergodic.",
    .source = "Leimkuhler & Matthews 2013, BAOAB",
    .tint = {{0x7FBAF6, 0x064A7F}},
    .parameters = {{.id = "step_size", .title = "Step size", .symbol = "h",
                    .doc = "Time of one step.",
                    .initial = 0.1, .hard = {1e-6, 100}, .slider = {0.001, 0.5}, .scale = Scale::log,
                    .step = StepRule{.usual = 0.4, .accurate = 0.45, .stable = 2, .band = 0.05, .reason = "On N(0, s²) the kinetic temperature is 1 − h²/4s², and x has no bias."}},
                   {.id = "friction", .title = "Friction", .symbol = "γ",
                    .doc = "Rate at which friction damps the momentum.",
                    .initial = 1, .hard = {0, 1e6}, .slider = {0, 20}}},
    .state = {{"p", 2, "momentum"}},
    .channels = {energy_channel(),
                 {.id = "kinetic_energy", .title = "Kinetic energy per dimension", .symbol = "K/d",
                  .doc = "Kinetic energy of the chain's momentum. On E = k x²/2 its mean is (1 − h² k/4)/2.",
                  .reference = 0.5, .reference_label = "1/2 as h → 0"},
                 {.id = "hamiltonian_error", .title = "Hamiltonian error per step", .symbol = "ΔH",
                  .doc = "Change of H = E(x) + p·p/2 by the kicks and drifts of the last step. The change by friction "
                         "and noise is left out.",
                  .of_transition = true,
                  .reference = 0, .reference_label = "0 for the exact flow"}},
    .claims = {.distribution = Distribution::biased, .bias_order = 2, .momentum_field = "p", .steering_field = "p"},
    .gradients_per_step = 1,
})
