// ESH dynamics in original time, by leapfrog; one gradient a step.
//   H(x, v) = E(x) + (d/2) log(v.v/d);  dx = v d/(v.v), dv = -g.
//   Step: v <- v - (eps/2) g(x); x <- x + eps d v/(v.v); v <- v - (eps/2) g(x).  v ~ N(0, I) at the start.
// Source: Ver Steeg & Galstyan 2021, Eq. 5.
//
// Invariant distribution: equal steps are equal times, so unweighted draws follow the target in the long run,
// up to O(eps^2) and within each set that the flow does not leave: the measure on a shell of H has the
// marginal p. The flow is not ergodic on rotationally symmetric or Gaussian targets. Where v is small x leaps
// by eps d/|v|, which no eps is small enough for in the tails: chains get lost there, and some leave the
// finite numbers.
//
// From exact draws x0, exp(log_importance) = exp(E(x0) - E(x) + (v0.v0 - v.v)/2) is an exact importance
// weight at any eps, because the map (x, v) -> (x', v') preserves volume and v0 ~ N(0, I).
//
// The chain also keeps two draws of its path, by the time of steps, here eps: `reservoir`, one of its
// positions, and `ergodic`, its place at a time uniform on its time so far, on the straight line that a drift
// follows at a constant speed. They have the mean of the chain's distributions up to now, which tends to the
// target where the flow is ergodic; the distribution at one late time does so only where it is mixing too.
// Left out: refreshment.
#include "core/unit/channels.h"
#include "core/unit/path_draws.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct EshUnscaled {
  struct State : ChainState {
    Position v;
    double initial_energy, initial_square;
    PathDraws path;
  };
  struct Report {
    double energy, kinetic_energy, hamiltonian_error, log_weight, log_importance;
  };
  enum Slot { velocity };

  double step_size, log_step_size;

  explicit EshUnscaled(const Parameters& p) : step_size(p["step_size"]), log_step_size(std::log(step_size)) {}

  static Report report(const State& s, double log_weight, int d) {
    const double change = s.energy - s.initial_energy, square = dot(s.v, s.v);
    return {s.energy, d / 2.0 * std::log(square / d), change + d / 2.0 * std::log(square / s.initial_square),
            log_weight, -change + (s.initial_square - square) / 2};
  }

  static Report report(const State& s, int d) { return report(s, 0, d); }

  static State begun(State s, const Oracle&, const Draws&) {
    s.initial_energy = s.energy;
    s.initial_square = dot(s.v, s.v);
    return s;
  }

  Transition<State, Report> init(State s, const Oracle& oracle, const Draws& draws) const {
    const Draw draw = draws(velocity);
    s.v = normal(draw);
    s.path = {s.x, draw.uniform1};
    s = begun(s, oracle, draws);
    return {s, report(s, oracle.dim)};
  }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const Position before = s.x;
    s.v = s.v - step_size / 2 * s.gradient;
    tell("half kick", "v ← v − (ε/2) ∇E(x)", s.x, told::momentum("v", s.v),
         told::gradient("∇E(x)", s.gradient));
    const Position x = s.x + step_size * oracle.dim / dot(s.v, s.v) * s.v;
    tell("drift", "x ← x + ε d v/|v|²", x, told::momentum("v", s.v),
         told::number("d/|v|²", oracle.dim / dot(s.v, s.v)));
    s = moved_to(s, x, oracle.observe(x, draws));
    s.v = s.v - step_size / 2 * s.gradient;
    tell("half kick", "v ← v − (ε/2) ∇E(x)", s.x, told::momentum("v", s.v),
         told::gradient("∇E(x)", s.gradient));
    s.path.add(log_step_size, s.x, before, s.x, draws);
    return {s, report(s, log_step_size, oracle.dim)};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_SAMPLER(esh_unscaled, EshUnscaled, {
  .id = "esh_unscaled",
  .title = "ESH leapfrog, unscaled",
  .doc = "ESH dynamics in original time: `ẋ = v d/v²`, `v̇ = −∇E`. Every step takes the real time ε, so all draws have "
         "equal weight while ε is constant. The reservoir and the ergodic draws are uniform on each chain's path. Far "
         "from the modes |v| is tiny and a step moves x by ε d/|v|: slow chains leap and get lost. Not ergodic on "
         "rotationally symmetric or Gaussian targets. No refreshment, no Metropolis step.",
  .source = "Ver Steeg & Galstyan 2021, Eq. 5",
  .tint = {{0xF28CF5, 0xB978BA}},
  .parameters = {{.id = "step_size", .title = "Step size", .symbol = "ε", .doc = "Original time of one step.",
                  .initial = 0.01, .hard = {1e-8, 100}, .slider = {0.0001, 1}, .scale = Scale::log}},
  .state = with_path_draws({{"v", 2, "velocity"},
                            {"initial_energy", 1, "energy at the chain's start"},
                            {"initial_square", 1, "v.v at the chain's start"}}),
  .channels = {energy_channel(),
               {.id = "kinetic_energy", .title = "Kinetic energy (ESH)", .symbol = "K", .doc = "(d/2) log(v²/d).",
                .quantity = "esh_kinetic_energy"},
               {.id = "hamiltonian_error", .title = "Hamiltonian error so far", .symbol = "ΔH",
                .doc = "H minus its initial value: O(ε²) if ε is much smaller than |v| times the target's width.",
                .quantity = "hamiltonian_error_since_start",
                .reference = 0, .reference_label = "0 for the exact flow"},
               {.id = "log_weight", .title = "Log weight", .symbol = "log Δt",
                .doc = "log ε, the real time of the step. All draws have equal weight while ε is "
                       "constant.", .of_transition = true},
               {.id = "log_importance", .title = "Log importance weight", .symbol = "log w",
                .doc = "E(x₀) − E(x) + (v₀² − v²)/2. Exact at any ε when chains start from the target, but the weights "
                       "are uneven from the first steps."}},
  .claims = {.distribution = Distribution::long_run, .ergodic = false, .importance_channel = "log_importance",
             .time_weight_channel = "log_weight", .reservoir_field = "reservoir", .ergodic_field = "ergodic",
             .conserved_channel = "hamiltonian_error", .steering_field = "v", .least_dim = 2},
  .gradients_per_step = 1,
  .remark = [](const Parameters&) -> std::string {
    return "no step size is small enough where |v| is small: chains leap off their energy there, and draws are wrong. "
           "esh follows the same flow without leaps";
  },
})
