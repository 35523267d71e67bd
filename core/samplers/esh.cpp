// Energy sampling Hamiltonian dynamics (ESH), leapfrog in scaled time; one gradient a step.
//   H(x, v) = E(x) + (d/2) log(v.v/d),  u = v/|v|,  r = log|v|;  dx = u, du = -(I - u u^T) g/d, dr = -u.g/d.
//   Step: kick(eps/2) at g(x); x <- x + eps u; kick(eps/2) at g(x).  Real time: dt = dtbar |v|/d.
// Source: Ver Steeg & Galstyan 2021, Eqs. 5-8, Algorithms 1-3.
//
// Invariant law: within each set that the flow does not leave, the target, for time-weighted draws (channel
// log_weight, or the reservoir). The flow is not ergodic on rotationally symmetric or Gaussian targets, and
// for d = 1 it never turns: each chain leaves for ever. There the share of each set is that of the start. H
// is conserved to O(eps^2) per unit of scaled time; where eps is not small against the target's width it
// drifts.
//
// From exact draws x0, exp(log_importance) = exp(E(x0) - E(x) - (d-1) r) is an exact importance weight at any
// eps, because the map (x, u) -> (x', u') has determinant e^{-(d-1) dr}; the weights grow uneven with eps and
// time. Unweighted draws with refreshed u follow p^{(d-1)/d} as eps -> 0. Left out: the unscaled and
// Runge-Kutta integrators, refreshment.
#include <algorithm>

#include "core/maths/elementary.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Esh {
  struct State : ChainState {
    Position u;
    double r;
    double initial_energy;
    Position reservoir;
    double time_reference, time_total, time_threshold;
  };
  struct Report {
    double energy, kinetic_energy, hamiltonian_error, log_weight, log_importance;
  };
  enum Slot { direction };
  struct Kick {
    Position u;
    double shift;   // r' - r - log(D/2)
    double half_D;  // D/2
    double b;       // a, or 0 straight uphill
    double zeta;    // e^-b
    double growth;  // e^{r' - r - b}
    double time;    // real time over e^{r + b} h/d
  };

  double step_size;

  explicit Esh(const Parameters& p) : step_size(p["step_size"]) {}

  /// The exact flow of the force -g for scaled time h, Eq. 7 written with zeta = e^-a, e = -g/|g| and
  /// delta = 1 + u.e, which keeps its digits when u points straight uphill (delta -> 0) as |w|^2/(2 - delta),
  /// w being u + e less its part along e. tan(angle(u, e)/2) shrinks by zeta: u' is e mirrored at the
  /// bisector
  ///   q = delta e + zeta w,  u' = 2 delta q/|q|^2 - e,  |q|^2 = delta D,  D = delta + (2 - delta) zeta^2
  ///   r' = r + a + log(D/2)
  ///   time = e^r (h/d) e^a (omega/a) (zeta + delta omega/2)
  /// The logarithms are left to the step, where both kicks share them.
  static Kick kick(Position u, Position g, double h, int d) {
    const double force = norm(g);
    const double a = h / d * force;
    if (a == 0) return {u, 0, 1, 0, 1, 1, 1};
    const Position e = -g / force;
    const Position bisector = u + e;
    const double along = dot(bisector, e);
    const Position across = bisector - along * e;
    const double delta = along < 1 ? dot(across, across) / (2 - along) : std::min(along, 2.0);
    const double zeta = maths::exp(-a), omega = -maths::expm1(-a), gain = omega / a;
    if (!(delta > 1e-100)) return {u, -a, 1, 0, 1, zeta, gain};  // short of where delta^2 underflows
    const double D = delta + (2 - delta) * zeta * zeta;
    const Position turned = delta * e + zeta * across;
    const Position mirrored = (2 * delta / dot(turned, turned)) * turned - e;
    return {mirrored, a, D / 2, a, zeta, D / 2, gain * (zeta + delta * omega / 2)};
  }

  static Report report(const State& s, double log_weight, int d) {
    const double change = s.energy - s.initial_energy;
    return {s.energy, d * s.r, change + d * s.r, log_weight, -change - (d - 1) * s.r};
  }

  Transition<State, Report> init(State s, const Oracle& oracle, const Draws& draws) const {
    const Position z = normal(draws(direction));
    s.u = z / norm(z);
    s.r = 0;
    s.initial_energy = s.energy;
    s.reservoir = s.x;
    s.time_reference = -1e30;
    s.time_total = s.time_threshold = 0;
    return {s, report(s, 0, oracle.dim)};
  }

  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws) const {
    const int d = oracle.dim;
    const double h = step_size / 2;
    const Kick first = kick(s.u, s.gradient, h, d);
    const Position x = s.x + step_size * first.u;
    s = moved_to(s, x, oracle.observe(x, draws));
    const Kick second = kick(first.u, s.gradient, h, d);
    s.u = second.u;
    const double log_weight =
        s.r + first.b + second.b + std::log(h / d * (second.zeta * first.time + first.growth * second.time));
    s.r = s.r + first.shift + second.shift + std::log(first.half_D * second.half_D);
    return {keep_time(s, log_weight, draws), report(s, log_weight, d)};
  }

  /// Adds a step's time to the chain's total W = time_total e^time_reference and keeps x with probability
  /// time/W (Algorithm 3). The draw is made ahead: an item chosen at total W lasts until the total exceeds
  /// W/U, since P(it outlasts W') = product of (1 - time_i/W_i) = W/W'.
  static State keep_time(State s, double log_weight, const Draws& draws) {
    const double ahead = log_weight - s.time_reference, ratio = maths::exp(-std::abs(ahead));
    s.time_total = ahead > 0 ? s.time_total * ratio + 1 : s.time_total + ratio;
    if (ahead > 0) s.time_threshold *= ratio;
    s.time_reference = std::max(s.time_reference, log_weight);
    if (s.time_total >= s.time_threshold) {
      s.reservoir = s.x;
      s.time_threshold = s.time_total / draws.lone_uniform();
    }
    return s;
  }
};

}  // namespace
}  // namespace ergo

ERGO_SAMPLER(
    esh, Esh,
    {
        .id = "esh",
        .title = "ESH leapfrog",
        .doc = "Deterministic Hamiltonian flow with kinetic energy (d/2) log(v²/d). It moves at unit speed "
               "in scaled time; the "
               "real time it spends at a place is its weight. Raw positions are not draws from the target: "
               "use the weights or "
               "the reservoir. Not ergodic on rotationally symmetric or Gaussian targets, where the start "
               "decides; in one "
               "dimension it never turns. No momentum refreshment, no Metropolis step.",
        .source = "Ver Steeg & Galstyan 2021, Eqs. 5-8, Algorithms 1-3",
        .parameters = {{.id = "step_size",
                        .title = "Step size",
                        .symbol = "ε",
                        .doc = "Distance moved in one step (scaled time).",
                        .initial = 0.1,
                        .hard = {1e-6, 100},
                        .slider = {0.001, 1},
                        .scale = Scale::log}},
        .state = {{"u", 2, "direction of motion, a unit vector", true},
                  {"r", 1, "log of the speed |v|"},
                  {"initial_energy", 1, "energy at the chain's start"},
                  {"reservoir", 2, "one draw from the chain's path, weighted by time"},
                  {"time_reference", 1, "log of the unit of time_total and time_threshold"},
                  {"time_total", 1, "real time so far"},
                  {"time_threshold", 1, "total at which the reservoir changes next"}},
        .channels =
            {{.id = "energy",
              .title = "Energy",
              .symbol = "E",
              .doc = "Energy of the target at the chain's position."},
             {.id = "kinetic_energy",
              .title = "Kinetic energy",
              .symbol = "d·r",
              .doc = "(d/2) log(v²) = d r, zero at the start."},
             {.id = "hamiltonian_error",
              .title = "Hamiltonian error",
              .symbol = "ΔH",
              .doc = "H minus its initial value: O(ε²) per unit of scaled time; it drifts where ε is large.",
              .reference = 0,
              .reference_label = "0 for the exact flow"},
             {.id = "log_weight",
              .title = "Log weight",
              .symbol = "log Δt",
              .doc = "Log of the real time spent in the step: the draw's weight within its chain.",
              .of_transition = true},
             {.id = "log_importance",
              .title = "Log importance weight",
              .symbol = "log w",
              .doc = "E(x₀) − E(x) − (d−1) r: exact at any ε when chains start from the target, but ever "
                     "more uneven."}},
        .claims = {.law = Law::weighted,
                   .ergodic = false,
                   .importance_channel = "log_importance",
                   .time_weight_channel = "log_weight",
                   .reservoir_field = "reservoir",
                   .conserved_channel = "hamiltonian_error"},
        .gradients_per_step = 1,
    })
