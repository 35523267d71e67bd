// ESH dynamics by the adaptive Runge-Kutta method of Dormand & Prince, y = (x, v), time s:
//   scaled time    dx = v/|v|,    dv = -g |v|/d,  dt = |v|/d
//   original time  dx = v d/v.v,  dv = -g,        dt = 1
// A step covers s = step_size in substeps h: y' of order 5, the error D by comparison with order 4,
//   err = rms over the 2d components of D/(atol + rtol max(|y|, |y'|)), accepted where err <= 1,
//   h <- h min(10, max(0.9 err^-1/5, 1 where err < 1, else 1/5)).
// The last substep ends where the step does; that leaves h as it was. After max_substeps attempts the step
// ends where it has come to. Six gradients an attempt: the last is the next one's first. Source: Ver Steeg &
// Galstyan 2021, appendix D; Dormand & Prince 1980; initial h by Hairer, Norsett & Wanner 1993, II.4.
//
// Invariant distribution: that of `esh`: draws weighted by real time t, the integral of |v|/d, in the long
// run within each set that the flow does not leave; in original time the weights are alike. v, which falls
// like e^{-E/d}, is followed no closer than atol, so that H is lost in the far tails. No importance weight is
// claimed: the map's determinant is not known.
//
// |v| = e^{(E(x0) - E(x))/d} leaves the range of single precision for starts far out. So v, and with it the
// scaled step's time, is kept in units of e^velocity_unit, moved by 2^32 where |v| leaves [2^-16, 2^16):
//   scaled time    as above, with dt = e^velocity_unit |v|/d
//   original time  dx = e^-velocity_unit v d/v.v,  dv = -e^-velocity_unit g,  dt = 1
// and v's atol is atol e^-velocity_unit.
//
// The chain also keeps two draws of its path, by the time of steps: `reservoir`, one of its positions, and
// `ergodic`, its place at a time uniform on the time so far, on the straight line between the ends of a
// substep. Left out: dense output, refreshment.
#include <algorithm>

#include "core/unit/channels.h"
#include "core/unit/path_draws.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct EshRk45 {
  struct State : ChainState {
    Position v;
    double velocity_unit, initial_hamiltonian, substep, gradients;
    PathDraws path;
  };
  struct Report {
    double energy, kinetic_energy, hamiltonian_error, log_weight, substep, attempts, unfinished;
  };
  enum Slot { velocity, place };
  struct Rate {
    Position x, v;
    double time;
  };
  struct Attempt {
    State state;
    double time, error;
  };
  static constexpr int stages = 7;
  /// Row i: weights of the earlier rates in stage i's place; the last row is the method of order 5.
  static constexpr double weights[stages][stages - 1] = {
      {},
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {44.0 / 45, -56.0 / 15, 32.0 / 9},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
      {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  /// Order 5 minus order 4.
  static constexpr double difference[stages] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                                -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

  double step_size, rtol, atol;
  bool scaled;
  int max_substeps;

  explicit EshRk45(const Parameters& p)
      : step_size(p["step_size"]),
        rtol(p["rtol"]),
        atol(p["atol"]),
        scaled(!p.flag("time")),
        max_substeps(p.integer("max_substeps")) {}

  /// `per_unit`: e^-velocity_unit.
  Rate rate(Position v, Position g, double per_unit, int d) const {
    const double speed = norm(v);
    if (scaled) return {v / speed, -(speed / d) * g, speed / d};
    return {per_unit * d / (speed * speed) * v, -per_unit * g, 1};
  }

  /// Sum of the squares of D/(least + rtol max(|before|, |after|)) over the components of a vector.
  double squares(Position D, Position before, Position after, double least) const {
    const auto part = [&](double D, double a, double b) {
      const double ratio = D / (least + rtol * std::max(std::abs(a), std::abs(b)));
      return ratio * ratio;
    };
    return part(D.x, before.x, after.x) + part(D.y, before.y, after.y);
  }
  double rms(Position D_x, Position D_v, const State& before, const State& after, int d) const {
    const double sum = squares(D_x, before.x, after.x, atol) +
                       squares(D_v, before.v, after.v, atol * maths::exp(-before.velocity_unit));
    return std::sqrt(sum / (2 * d));
  }

  Attempt attempt(State s, double h, int number, const Oracle& oracle, const Draws& draws) const {
    const double per_unit = maths::exp(-s.velocity_unit);
    Rate k[stages] = {rate(s.v, s.gradient, per_unit, oracle.dim)};
    State end = s;
    for (int i = 1; i < stages; ++i) {
      Position x = s.x, v = s.v;
      for (int j = 0; j < i; ++j) {
        x = x + h * weights[i][j] * k[j].x;
        v = v + h * weights[i][j] * k[j].v;
      }
      end = moved_to(s, x, oracle.observe(x, draws, (stages - 1) * number + i - 1));
      end.v = v;
      k[i] = rate(v, end.gradient, per_unit, oracle.dim);
    }
    double time = 0;
    Position D_x, D_v;
    for (int j = 0; j < stages; ++j) {
      if (j < stages - 1) time += h * weights[stages - 1][j] * k[j].time;
      D_x = D_x + h * difference[j] * k[j].x;
      D_v = D_v + h * difference[j] * k[j].v;
    }
    return {end, time, rms(D_x, D_v, s, end, oracle.dim)};
  }

  double first_substep(const State& s, const Oracle& oracle, const Draws& draws) const {
    const int d = oracle.dim;
    const Rate start = rate(s.v, s.gradient, 1, d);
    const double size = rms(s.x, s.v, s, s, d), slope = rms(start.x, start.v, s, s, d);
    const double h = size < 1e-5 || slope < 1e-5 ? 1e-6 : 0.01 * size / slope;
    const Rate end = rate(s.v + h * start.v, oracle.observe(s.x + h * start.x, draws, 1).gradient, 1, d);
    const double bend = rms(end.x - start.x, end.v - start.v, s, s, d) / h, most = std::max(slope, bend);
    return std::min(100 * h, most <= 1e-15 ? std::max(1e-6, h * 1e-3) : std::pow(0.01 / most, 0.2));
  }

  double kinetic(const State& s, int d) const {
    return d * (s.velocity_unit + 0.5 * std::log(dot(s.v, s.v) / d));
  }

  /// What the velocity, and the time since the step's start, is to be multiplied by as its unit moves.
  static double unit_factor(const State& s) {
    const double speed = norm(s.v);
    return speed >= 0x1p16 ? 0x1p-32 : speed < 0x1p-16 ? 0x1p32 : 1;
  }

  Report report(const State& s, double log_time, double substep, int attempts, bool unfinished, int d) const {
    return {s.energy,          kinetic(s, d), s.energy + kinetic(s, d) - s.initial_hamiltonian,
            log_time,          substep,       double(attempts),
            double(unfinished)};
  }

  Report report(const State& s, int d) const { return report(s, 0, 0, 0, false, d); }

  State begun(State s, const Oracle& oracle, const Draws& draws) const {
    s.initial_hamiltonian = s.energy + kinetic(s, oracle.dim);
    s.substep = first_substep(s, oracle, draws);
    return s;
  }

  Transition<State, Report> init(State s, const Oracle& oracle, const Draws& draws) const {
    const Draw draw = draws(velocity);
    s.v = normal(draw);
    s.velocity_unit = 0;
    s.gradients = 1;
    s.path = {s.x, draw.uniform1};
    s = begun(s, oracle, draws);
    return {s, report(s, oracle.dim)};
  }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    double left = step_size, time = 0, accepted = 0;
    int attempts = 0;
    Position at_random_time = s.x;
    while (left > 0 && attempts < max_substeps) {
      const bool last = s.substep >= left;
      const double h = last ? left : s.substep, before = s.substep;
      const double uniform = draws(place + attempts).uniform1;
      const Attempt made = attempt(s, h, attempts++, oracle, draws);
      const bool good = made.error <= 1;  // not for NaN
      tell("attempt", "x, v by Dormand–Prince 5(4) over h", made.state.x, told::momentum("v", made.state.v),
           told::number("h", h), told::number("error/tolerance", made.error));
      const double wish = 0.9 * std::pow(made.error, -0.2);
      if (good) {
        time += made.time;
        const double share = uniform * time / made.time;
        if (share < 1) at_random_time = s.x + share * (made.state.x - s.x);
        s = made.state;
        const double factor = unit_factor(s);
        s.v = factor * s.v;
        s.velocity_unit -= std::log(factor);
        if (scaled) time *= factor;
        accepted = h;
        left -= h;
      }
      s.substep = h * (good ? std::min(10.0, std::max(wish, 1.0)) : wish > 0.2 ? wish : 0.2);
      if (good && last) s.substep = std::max(s.substep, before);
      tell("step control", "kept if error ≤ tolerance;  h ← 0.9 h (error/tolerance)^(−1/5)", s.x,
           told::momentum("v", s.v), told::number("h", s.substep), told::number("left", left));
      s.gradients += stages - 1;
    }
    const double log_time = time > 0 ? std::log(time) + (scaled ? s.velocity_unit : 0) : -1e30;
    if (time > 0) s.path.add(log_time, s.x, at_random_time, at_random_time, draws);
    return {s, report(s, log_time, accepted, attempts, left > 0, oracle.dim)};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_SAMPLER(esh_rk45, EshRk45, {
  .id = "esh_rk45",
  .title = "ESH, Runge–Kutta",
  .doc = "ESH dynamics, integrated to a given tolerance with Dormand & Prince's method of order 5 (RK45). Each attempt "
         "costs six gradients. Small tolerances conserve H better but cost more. Draws are weighted by real time, as "
         "in `esh`. In original time all draws have equal weight. Not ergodic on rotationally symmetric or Gaussian "
         "targets.",
  .source = "Ver Steeg & Galstyan 2021, appendix D; Dormand & Prince 1980",
  .tint = {{0xBF54FD, 0x5C1480}},
  .parameters = {{.id = "step_size", .title = "Step size", .symbol = "ε", .doc = "Time of one step, in substeps of adaptive size.",
                  .initial = 0.1, .hard = {1e-6, 1e30}, .slider = {0.001, 1}, .scale = Scale::log},
                 {.id = "time", .title = "Time", .symbol = "t", .doc = "Scaled: unit speed. Original: speed d/|v|, equal weights.",
                  .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::choice, .choices = {"scaled", "original"}},
                 {.id = "rtol", .title = "Relative tolerance", .symbol = "rtol", .doc = "Allowed error of a substep, relative to x and v.",
                  .initial = 1e-5, .hard = {1e-8, 0.1}, .slider = {1e-7, 1e-2}, .scale = Scale::log},
                 {.id = "atol", .title = "Absolute tolerance", .symbol = "atol", .doc = "Absolute error that is always allowed in a substep.",
                  .initial = 1e-6, .hard = {1e-10, 0.1}, .slider = {1e-8, 1e-2}, .scale = Scale::log},
                 {.id = "max_substeps", .title = "Maximum substeps", .symbol = "N", .doc = "Maximum number of attempts. After that the step ends where it is.",
                  .initial = 16, .hard = {1, 128}, .slider = {1, 64}, .kind = Kind::integer}},
  .state = with_path_draws({{"v", 2, "velocity, in units of e^velocity_unit"},
                            {"velocity_unit", 1, "log of the velocity's unit"},
                            {"initial_hamiltonian", 1, "H at the chain's start"},
                            {"substep", 1, "size of the next substep"},
                            {"gradients", 1, "gradients so far"}}),
  .channels = {energy_channel(),
               {.id = "kinetic_energy", .title = "Kinetic energy (ESH)", .symbol = "K", .doc = "(d/2) log(v²/d).",
                .quantity = "esh_kinetic_energy"},
               {.id = "hamiltonian_error", .title = "Hamiltonian error so far", .symbol = "ΔH",
                .doc = "H minus its initial value. Smaller tolerances make it smaller.",
                .quantity = "hamiltonian_error_since_start",
                .reference = 0, .reference_label = "0 for the exact flow"},
               {.id = "log_weight", .title = "Log weight", .symbol = "log Δt",
                .doc = "Log of the real time spent in the step: the draw's weight within its chain.", .of_transition = true},
               {.id = "substep", .title = "Substep", .symbol = "h", .doc = "Size of the last accepted substep.", .of_transition = true},
               {.id = "attempts", .title = "Attempts", .symbol = "n", .doc = "Substeps attempted in the step, six gradients each.",
                .of_transition = true},
               {.id = "unfinished", .title = "Unfinished", .symbol = "?", .doc = "1 if the step ran out of attempts, else 0.",
                .of_transition = true}},
  .claims = {.distribution = Distribution::weighted, .ergodic = false, .time_weight_channel = "log_weight",
             .reservoir_field = "reservoir", .ergodic_field = "ergodic",
             .steering_field = "v", .control_field = "substep", .attempts_parameter = "max_substeps", .gradients_field = "gradients",
             .least_dim = 2},
  .gradients_per_step = [](const Parameters& p) { return 6 * p["max_substeps"]; },
})
