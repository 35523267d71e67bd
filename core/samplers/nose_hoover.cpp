// Nose-Hoover thermostat and its chain of M thermostats, one gradient a step; masses Q. With the velocities
// xi of the thermostats and their positions eta,
//   dx = p,  dp = -g - xi_1 p,  dxi_1 = (p.p - d)/Q - xi_1 xi_2,  dxi_j = xi_{j-1}^2 - 1/Q - xi_j xi_{j+1},
//   deta_j = xi_j;   H = E + p.p/2 + (Q/2) sum xi_j^2 + d eta_1 + sum_{j>1} eta_j is conserved.
// Step: thermostats(eps/2), velocity Verlet(eps), thermostats(eps/2); H is kept to O(eps^2).
// Source: Martyna, Klein & Tuckerman 1992; M = 1, Q = 1 is the integrator of Ver Steeg & Galstyan 2021's
// code.
//
// Invariant distribution: target x N(0, I) for p x N(0, 1/Q) for each xi_j, up to O(eps^2). It is the
// distribution of a chain only where the flow is ergodic: M = 1 is not on the harmonic oscillator, none is on
// rotationally symmetric targets.
#include <array>

#include "core/unit/channels.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct NoseHoover {
  struct State : ChainState {
    Position p;
    std::array<double, 4> xi;
    double eta;  // d eta_1 + eta_2 + ... + eta_M
    double initial_hamiltonian;
  };
  struct Report {
    double energy, kinetic_energy, xi, hamiltonian_error;
  };
  enum Slot { momentum };

  double step_size, mass;
  int chain_length;

  explicit NoseHoover(const Parameters& p)
      : step_size(p["step_size"]), mass(p["mass"]), chain_length(p.integer("chain_length")) {}

  double hamiltonian(const State& s) const {
    double squares = 0;
    for (int j = 0; j < chain_length; ++j) squares += s.xi[j] * s.xi[j];
    return s.energy + dot(s.p, s.p) / 2 + mass / 2 * squares + s.eta;
  }

  Report report(const State& s, int d) const {
    return {s.energy, dot(s.p, s.p) / (2 * d), s.xi[0], hamiltonian(s) - s.initial_hamiltonian};
  }

  /// Thermostat j for a time eps/4: its force, between two halves of the friction of its neighbour.
  double driven(const State& s, int j, int d) const {
    const double force = j == 0 ? (dot(s.p, s.p) - d) / mass : s.xi[j - 1] * s.xi[j - 1] - 1 / mass;
    const double friction = j + 1 < chain_length ? std::exp(-step_size / 8 * s.xi[j + 1]) : 1;
    return (s.xi[j] * friction + step_size / 4 * force) * friction;
  }

  /// Thermostats and their friction on p for a time eps/2; symmetric.
  State thermostats(State s, int d) const {
    for (int j = chain_length - 1; j >= 0; --j) s.xi[j] = driven(s, j, d);
    s.p = std::exp(-step_size / 2 * s.xi[0]) * s.p;
    for (int j = 0; j < chain_length; ++j) s.eta += step_size / 2 * (j == 0 ? d : 1) * s.xi[j];
    for (int j = 0; j < chain_length; ++j) s.xi[j] = driven(s, j, d);
    return s;
  }

  State begun(State s, const Oracle&, const Draws&) const {
    s.initial_hamiltonian = hamiltonian(s);
    return s;
  }

  Transition<State, Report> init(State s, const Oracle& oracle, const Draws& draws) const {
    if (s.p == Position{}) s.p = normal(draws(momentum));
    for (int j = chain_length; j < 4; ++j) s.xi[j] = 0;
    s = begun(s, oracle, draws);
    return {s, report(s, oracle.dim)};
  }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const auto tell_thermostats = [&](const State& now) {
      tell("thermostats", "ξ ← ξ + (ε/2) (p·p − d)/Q,  p ← p e^(−εξ/2)", now.x, told::momentum("p", now.p),
           told::thermostat("ξ", now.xi[0]), told::number("p·p − d", dot(now.p, now.p) - oracle.dim));
    };
    const auto tell_kick = [&](const State& now) {
      tell("half kick", "p ← p − (ε/2) ∇E(x)", now.x, told::momentum("p", now.p),
           told::gradient("∇E(x)", now.gradient));
    };
    s = thermostats(s, oracle.dim);
    tell_thermostats(s);
    s.p = s.p - step_size / 2 * s.gradient;
    tell_kick(s);
    const Position x = s.x + step_size * s.p;
    tell("drift", "x ← x + ε p", x, told::momentum("p", s.p));
    s = moved_to(s, x, oracle.observe(x, draws));
    s.p = s.p - step_size / 2 * s.gradient;
    tell_kick(s);
    s = thermostats(s, oracle.dim);
    tell_thermostats(s);
    return {s, report(s, oracle.dim)};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_SAMPLER(nose_hoover, NoseHoover, {
  .id = "nose_hoover",
  .title = "Nosé–Hoover",
  .doc = "Newton's dynamics with a friction ξ that adapts to keep the kinetic energy at d/2. It is deterministic once "
         "the momentum is drawn. M thermostats can be coupled in a chain. Draws follow the target, up to O(ε²), only "
         "where the flow is ergodic. A single thermostat is not ergodic on the harmonic oscillator, and none is on "
         "rotationally symmetric targets, where the result depends on the start. No noise, no Metropolis step.",
  .source = "Martyna, Klein & Tuckerman 1992; Ver Steeg & Galstyan 2021, section 5 (M = 1)",
  .tint = {{0x5B9462, 0x05A53C}},
  .parameters = {{.id = "step_size", .title = "Step size", .symbol = "ε", .doc = "Time of one step.",
                  .initial = 0.01, .hard = {1e-6, 100}, .slider = {0.001, 1}, .scale = Scale::log,
                    .step = StepRule{.usual = 0.2, .accurate = 0.45, .stable = 2, .band = 0.05, .reason = "Leapfrog: on N(0, s²) the variance is off by about ε²/4s²."}},
                 {.id = "chain_length", .title = "Thermostats", .symbol = "M",
                  .doc = "Number of thermostats. The first acts on the momentum, each further one on the one before "
                         "it.",
                  .initial = 1, .hard = {1, 4}, .slider = {1, 4}, .kind = Kind::integer,
                  .applies = Applies::restart},
                 {.id = "mass", .title = "Thermostat mass", .symbol = "Q", .doc = "Inertia of each thermostat.",
                  .initial = 1, .hard = {1e-4, 1e4}, .slider = {0.01, 100}, .scale = Scale::log,
                  .applies = Applies::restart}},
  .state = {{"p", 2, "momentum"},
            {"xi", 4, "velocities of the thermostats; the first is the friction, unused ones stay 0"},
            {"eta", 1, "positions of the thermostats, d η₁ + η₂ + ... + η_M"},
            {"initial_hamiltonian", 1, "conserved quantity at the chain's start"}},
  .channels = {energy_channel(),
               {.id = "kinetic_energy", .title = "Kinetic energy per dimension", .symbol = "K/d",
                .doc = "p·p/(2d) of the chain's momentum.",
                .reference = 0.5, .reference_label = "1/2 at equilibrium"},
               {.id = "xi", .title = "Friction", .symbol = "ξ", .doc = "Velocity of the first thermostat, which is the friction on p.",
                .prediction = [](const Circumstances& at) -> std::optional<Prediction> {
                  const double sd = 1 / std::sqrt(at.sampler["mass"]);
                  if (at.noise_B == 0) return Prediction{0, sd, "N(0, 1/Q)"};
                  // One thermostat is SGNHT's with A = 0; a longer chain's second damps a friction that is not about 0.
                  if (at.noise_varies || at.sampler["chain_length"] > 1) return {};
                  return Prediction{at.noise_B, sd, "N(B, 1/Q)"};
                }},
               {.id = "hamiltonian_error", .title = "Conserved quantity's error", .symbol = "ΔH",
                .doc = "Extended Hamiltonian minus its initial value: O(ε²).",
                .quantity = "conserved_quantity_error",
                .reference = 0, .reference_label = "0 for the exact flow"}},
  .claims = {.distribution = Distribution::biased, .bias_order = 2, .coarse_step = 0.5, .ergodic = false,
             .conserved_channel = "hamiltonian_error", .momentum_field = "p", .steering_field = "p", .thermostat_field = "xi"},
  .gradients_per_step = 1,
})
