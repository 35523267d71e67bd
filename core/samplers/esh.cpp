// Energy sampling Hamiltonian dynamics (ESH), leapfrog in scaled time; one gradient a step.
//   H(x, v) = E(x) + (d/2) log(v.v/d),  u = v/|v|,  r = log|v|;  dx = u, du = -(I - u u^T) g/d, dr = -u.g/d.
//   Step: kick(eps/2) at g(x); x <- x + eps u; kick(eps/2) at g(x).  Real time: dt = dtbar |v|/d.
// Source: Ver Steeg & Galstyan 2021, Eqs. 5-8, Algorithms 1-3.
//
// Invariant distribution: within each set that the flow does not leave, the target, for time-weighted draws
// (channel log_weight, or the reservoir). The flow is not ergodic on rotationally symmetric or Gaussian
// targets, and for d = 1 it never turns: each chain leaves for ever. There the share of each set is that of
// the start. H is conserved to O(eps^2) per unit of scaled time; where eps is not small against the target's
// width it drifts.
//
// From exact draws x0, exp(log_importance) = exp(E(x0) - E(x) - (d-1) r) is an exact importance weight at any
// eps, because the map (x, u) -> (x', u') has determinant e^{-(d-1) dr}; the weights grow uneven with eps and
// time. Unweighted draws with refreshed u follow p^{(d-1)/d} as eps -> 0.
//
// gradient_scale puts m = d-1 in the place of d (d = 1: m stays 1): g/m, H = E + m r, dt = dtbar |v|/m. A
// kick still turns u by a field of divergence (d-1) u.g/m = -(d-1) dr on the sphere, so that log_importance
// is what it was; unweighted draws with refreshed u now follow p, weighted ones p^{d/(d-1)}.
// Source: Robnik et al. 2023, microcanonical Hamiltonian Monte Carlo.
//
// The chain also keeps two draws of its path: `reservoir`, one of its positions, and `ergodic`, its place at
// a time uniform on the time so far, on the straight line between positions (Algorithm 2). Left out: the
// unscaled and Runge-Kutta integrators, which are samplers of their own; refreshment.
#include <algorithm>

#include "core/maths/elementary.h"
#include "core/unit/channels.h"
#include "core/unit/path_draws.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Esh {
  struct State : ChainState {
    Position u;
    double r;
    double initial_energy;
    PathDraws path;
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
    double time;    // real time over e^{r + b} h/m
  };

  double step_size;
  bool fewer, weights;  ///< gradient_scale is d-1; draws count by their time

  explicit Esh(const Parameters& p)
      : step_size(p["step_size"]), fewer(p.flag("gradient_scale")), weights(p.flag("weights")) {}

  /// What divides the gradient.
  int scale(int d) const { return fewer && d > 1 ? d - 1 : d; }

  /// The exact flow of the force -g for scaled time h, Eq. 7 written with zeta = e^-a, e = -g/|g| and
  /// delta = 1 + u.e, which keeps its digits when u points straight uphill (delta -> 0) as |w|^2/(2 - delta),
  /// w being u + e less its part along e. tan(angle(u, e)/2) shrinks by zeta: u' is e mirrored at the
  /// bisector
  ///   q = delta e + zeta w,  u' = 2 delta q/|q|^2 - e,  |q|^2 = delta D,  D = delta + (2 - delta) zeta^2
  ///   r' = r + a + log(D/2)
  ///   time = e^r (h/m) e^a (omega/a) (zeta + delta omega/2)
  /// The logarithms are left to the step, where both kicks share them.
  static Kick kick(Position u, Position g, double h, int m) {
    const double force = norm(g);
    const double a = h / m * force;
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

  Report report(const State& s, double log_weight, int d) const {
    const double change = s.energy - s.initial_energy, kinetic = scale(d) * s.r;
    return {s.energy, kinetic, change + kinetic, log_weight, -change - (d - 1) * s.r};
  }

  Report report(const State& s, int d) const { return report(s, 0, d); }

  /// A chain that begins with a speed has it from a start on the same energy shell, where r was 0.
  State begun(State s, const Oracle& oracle, const Draws&) const {
    s.initial_energy = s.energy + scale(oracle.dim) * s.r;
    return s;
  }

  Transition<State, Report> init(State s, const Oracle& oracle, const Draws& draws) const {
    const Draw draw = draws(direction);
    s.u = normal(draw) / norm(normal(draw));
    s.r = 0;
    s.path = {s.x, draw.uniform1};
    s = begun(s, oracle, draws);
    return {s, report(s, oracle.dim)};
  }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const int m = scale(oracle.dim);
    const double h = step_size / 2;
    const Position before = s.x;
    const Kick first = kick(s.u, s.gradient, h, m);
    tell("half kick", "u turns towards e = −∇E/|∇E|:  tan(∠(u, e)/2) shrinks by ζ = e^(−ε|∇E|/2d)", s.x,
         told::momentum("u", first.u), told::gradient("∇E(x)", s.gradient), told::number("ζ", first.zeta));
    const Position x = s.x + step_size * first.u;
    tell("drift", "x ← x + ε u", x, told::momentum("u", first.u));
    s = moved_to(s, x, oracle.observe(x, draws));
    const Kick second = kick(first.u, s.gradient, h, m);
    s.u = second.u;
    tell("half kick", "u turns towards e = −∇E/|∇E|:  tan(∠(u, e)/2) shrinks by ζ = e^(−ε|∇E|/2d)", x,
         told::momentum("u", s.u), told::gradient("∇E(x)", s.gradient), told::number("ζ", second.zeta));
    const double log_time = s.r + first.b + second.b +
                            maths::log(h / m * (second.zeta * first.time + first.growth * second.time));
    const double log_weight = weights ? log_time : 0;
    s.r = s.r + first.shift + second.shift + maths::log(first.half_D * second.half_D);
    tell("time", "Δt = (1/d) ∫ e^r ds over the step: the draw's weight", x, told::momentum("u", s.u),
         told::number("r", s.r), told::number("log Δt", log_time), told::number("E(x)", s.energy));
    s.path.add(log_weight, s.x, before, s.x, draws);
    return {s, report(s, log_weight, oracle.dim)};
  }
};

}  // namespace
}  // namespace ergo

ERGO_SAMPLER(
    esh, Esh,
    {
        .id = "esh",
        .title = "ESH leapfrog",
        .doc =
            "Deterministic Hamiltonian flow with kinetic energy (d/2) log(v²/d). It moves at unit speed in scaled "
            "time. The real time it spends at a place is its weight. Raw positions are not draws from the target: use "
            "the weights, the reservoir or the ergodic draws. Not ergodic on rotationally symmetric or Gaussian "
            "targets, where the result depends on the start. On the ring of modes, one path in four circles its "
            "starting mode. In one dimension it never turns. No momentum refreshment, no Metropolis step.",
        .source = "Ver Steeg & Galstyan 2021, Eqs. 5-8, Algorithms 1-3",
        .tint = {{0xC3832A, 0xB4740B}},
        .parameters = {{.id = "step_size",
                        .title = "Step size",
                        .symbol = "ε",
                        .doc = "Distance moved in one step (scaled time).",
                        .initial = 0.1,
                        .hard = {1e-6, 100},
                        .slider = {0.001, 1},
                        .scale = Scale::log,
                        .step = StepRule{.usual = 0.3, .accurate = 0.65, .band = 0.05,
                                         .reason = "Over a path of 100 widths, the RMS error of a log weight (ΔH/d) is "
                                                   "0.005 at 0.3 s and 0.05 at 0.7 s."}},
                       {.id = "gradient_scale",
                        .title = "Gradient divisor",
                        .symbol = "g/·",
                        .doc =
                            "Divisor of the gradient. With d, draws must be weighted by time. With d−1 (1 if d is 1), "
                            "they must be unweighted.",
                        .hard = {0, 1},
                        .slider = {0, 1},
                        .kind = Kind::choice,
                        .choices = {"d", "d-1"}},
                       {.id = "weights",
                        .title = "Weights",
                        .symbol = "Δt",
                        .doc = "On: draws are weighted by the real time of their step. Off: all steps count equally, "
                               "which is right only with divisor d−1.",
                        .initial = 1,
                        .hard = {0, 1},
                        .slider = {0, 1},
                        .kind = Kind::boolean}},
        .state = with_path_draws({{"u", 2, "direction of motion, a unit vector", true},
                                  {"r", 1, "log of the speed |v|"},
                                  {"initial_energy", 1, "energy at the chain's start"}}),
        .channels =
            {energy_channel(),
             {.id = "kinetic_energy",
              .title = "Kinetic energy gained (ESH)",
              .symbol = "d·r",
              .doc = "(d/2) log(v²) = d r, zero at the start. With divisor d−1 it is (d−1) r.",
              .quantity = "esh_kinetic_energy_gained"},
             {.id = "hamiltonian_error",
              .title = "Hamiltonian error so far",
              .symbol = "ΔH",
              .doc = "H minus its initial value: O(ε²) per unit of scaled time. It drifts if ε is large.",
              .quantity = "hamiltonian_error_since_start",
              .reference = 0,
              .reference_label = "0 for the exact flow"},
             {.id = "log_weight",
              .title = "Log weight",
              .symbol = "log Δt",
              .doc = "Log of the real time spent in the step, which is the draw's weight within its chain. 0 if "
                     "weights are off.",
              .of_transition = true},
             {.id = "log_importance",
              .title = "Log importance weight",
              .symbol = "log w",
              .doc = "E(x₀) − E(x) − (d−1) r. Exact at any ε when chains start from the target, but the weights become "
                     "more and more uneven."}},
        .claims = {.distribution = Distribution::weighted,
                   .ergodic = false,
                   .importance_channel = "log_importance",
                   .time_weight_channel = "log_weight",
                   .reservoir_field = "reservoir",
                   .ergodic_field = "ergodic",
                   .conserved_channel = "hamiltonian_error",
                   .steering_field = "u",
                   .least_dim = 2},
        .gradients_per_step = 1,
        .remark = [](const Parameters& p) -> std::string {
          if (p.integer("gradient_scale") == 0 || !p.flag("weights")) return "";
          return "with gradient divisor d − 1, unweighted draws follow p and weighted draws follow p^(d/(d−1))";
        },
    })
