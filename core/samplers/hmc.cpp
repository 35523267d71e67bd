// Hamiltonian Monte Carlo, unit mass: p ~ N(0, I), L leapfrogs of H(x, p) = E(x) + p.p/2,
//   p <- p - (eps/2) g(x);  x <- x + eps p;  p <- p - (eps/2) g(x),
// then (x, p) is accepted with probability min(1, exp(-dH)). The map is reversible and keeps volume.
// With jitter j the step size of a trajectory is eps (1 + j (2u - 1)), u uniform on (0,1) and independent of the state:
// each step size leaves the target invariant, so their mixture does (Neal 2011, section 5.4.2.2).
// Source: Duane et al. 1987; Neal 2011, MCMC using Hamiltonian dynamics. Invariant distribution: the target;
// without the Metropolis step off by O(eps^2). A trajectory diverges if dH > 1000 or is not finite, as in Betancourt
// 2017, appendix A, for NUTS. Left out: mass matrices, adaptation, random trajectory
// lengths.
#include "core/unit/channels.h"
#include "core/unit/metropolis.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Hmc {
  struct State : ChainState {
    Position p;
  };
  struct Report {
    double energy, acceptance_rate, kinetic_energy, hamiltonian_error, diverging, accepted;
  };
  enum Slot { momentum };

  double step_size, jitter;
  int leapfrog_steps;
  bool metropolis;

  explicit Hmc(const Parameters& p)
      : step_size(p["step_size"]),
        jitter(p["jitter"]),
        leapfrog_steps(p.integer("leapfrog_steps")),
        metropolis(p.flag("metropolis")) {}

  static double kinetic_energy(const State& s, int d) { return dot(s.p, s.p) / (2 * d); }

  static Report report(const State& s, int d) { return {s.energy, 1, kinetic_energy(s, d), 0, 0, 1}; }

  Transition<State, Report> init(State s, const Oracle& oracle, const Draws& draws) const {
    s.p = normal(draws(momentum));
    return {s, report(s, oracle.dim)};
  }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const Draw draw = draws(momentum);
    s.p = normal(draw);
    const double epsilon = step_size * (1 + jitter * (2 * draw.uniform2 - 1));
    Position x = s.x, p = s.p;
    Evaluation at = {s.energy, s.gradient};
    tell("momentum", "p ~ N(0, I)", x, told::momentum("p", p), told::number("H", s.energy + dot(p, p) / 2));
    for (int k = 0; k < leapfrog_steps; ++k) {
      p = p - 0.5 * epsilon * at.gradient;
      tell("half kick", "p ← p − (ε/2) ∇E(x)", x, told::momentum("p", p),
           told::gradient("∇E(x)", at.gradient));
      x = x + epsilon * p;
      tell("drift", "x ← x + ε p", x, told::momentum("p", p));
      at = oracle.observe(x, draws, k);
      p = p - 0.5 * epsilon * at.gradient;
      tell("half kick", "p ← p − (ε/2) ∇E(x)", x, told::momentum("p", p),
           told::gradient("∇E(x)", at.gradient));
    }
    const double error = at.energy - s.energy + (dot(p, p) - dot(s.p, s.p)) / 2;
    const double acceptance = metropolis_acceptance(-error);
    tell("Metropolis ratio", "log a = H(x, p) − H(x', p')", x, told::momentum("p'", p),
         told::number("log a", -error));
    const bool accepted = !metropolis || draw.uniform1 <= acceptance;
    if (accepted) {
      s = moved_to(s, x, at);
      s.p = p;
    }
    tell_decision(s.x, draw.uniform1, acceptance, accepted, tell, metropolis);
    const bool diverges = !(error <= 1000);  // or is not a number
    return {s,
            {s.energy, acceptance, kinetic_energy(s, oracle.dim), error, diverges ? 1.0 : 0.0, accepted ? 1.0 : 0.0}};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_SAMPLER(hmc, Hmc, {
    .id = "hmc",
    .title = "Hamiltonian Monte Carlo (HMC)",
    .doc = "Draws a fresh momentum p ~ N(0, I) and takes L leapfrog steps of Hamilton's equations for `H = E(x) + "
           "p·p/2`, followed by a Metropolis accept/reject step. Exact for every ε. If ε² times the curvature exceeds "
           "4, nothing is accepted. Unit mass, fixed L.",
    .source = "Duane et al. 1987; Neal 2011",
    .tint = {{0xC1FD79, 0x2D4608}},
    .parameters = {{.id = "step_size", .title = "Step size", .symbol = "ε",
                    .doc = "Time of one leapfrog step.",
                    .initial = 0.1, .hard = {1e-6, 100}, .slider = {0.001, 0.5}, .scale = Scale::log,
                    .step = StepRule{.usual = 0.5, .typical = true, .accurate = 0.45, .stable = 2, .band = 0.05, .reason = "Without the Metropolis step the variance of N(0, s²) is too large by the factor 1/(1 − ε²/4s²).", .limits_when = {"metropolis", {"off"}}}},
                   {.id = "leapfrog_steps", .title = "Leapfrog steps", .symbol = "L",
                    .doc = "Leapfrog steps per trajectory. Each costs one gradient.",
                    .initial = 10, .hard = {1, 256}, .slider = {1, 50}, .kind = Kind::integer},
                   {.id = "jitter", .title = "Step size jitter", .symbol = "j",
                    .doc = "Each trajectory's step size is uniform between ε(1 − j) and ε(1 + j). This breaks periodic "
                           "orbits, in which trajectories of one length return to where they began.",
                    .initial = 0, .hard = {0, 0.99}, .slider = {0, 0.5}},
                   {.id = "metropolis", .title = "Metropolis step", .symbol = "MH",
                    .doc = "Off: every trajectory is accepted, and the stationary distribution has an error of O(ε²).",
                    .initial = 1, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::boolean}},
    .state = {{"p", 2, "momentum at the end of the last trajectory, or at its start if it was rejected"}},
    .channels = {energy_channel(),
                 {.id = "acceptance_rate", .title = "Acceptance", .symbol = "a",
                  .doc = "min(1, exp(−ΔH)) of the last trajectory.",
                  .of_transition = true},
                 {.id = "kinetic_energy", .title = "Kinetic energy per dimension", .symbol = "K/d",
                  .doc = "Kinetic energy at the end of the last trajectory, or at its start if it was rejected.",
                  .reference = 0.5, .reference_label = "1/2"},
                 {.id = "hamiltonian_error", .title = "Hamiltonian error per step", .symbol = "ΔH",
                  .doc = "H at the end of the last trajectory minus H at its start, accepted or not: O(ε²).",
                  .of_transition = true,
                  .reference = 0, .reference_label = "0 for the exact flow"},
                 {.id = "diverging", .title = "Diverging", .symbol = "H − H₀ > 1000",
                  .doc = "1 if H at the end of the last trajectory exceeds H at its start by more than 1000 or is not "
                         "finite, else 0.",
                  .of_transition = true},
                 accepted_channel()},
    .claims = {.distribution = Distribution::exact, .acceptance_channel = "acceptance_rate",
               .decision_channel = "accepted", .metropolis_parameter = "metropolis", .momentum_field = "p",
               .divergence_channel = "diverging"},
    .gradients_per_step = [](const Parameters& p) { return p["leapfrog_steps"]; },
})
