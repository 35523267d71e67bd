// No-U-turn sampler, multinomial form, unit mass. From p ~ N(0, I) a leapfrog trajectory of H = E(x) + p.p/2
// is doubled, forward or backward at random, until it turns back on itself. Its points have weight
// e^{H0 - H}; among those of one doubling each replaces the last choice with probability weight/(sum so far),
// and the doubling's choice replaces the trajectory's with probability min(1, new sum/old sum).
// A stretch turns if its first or last p has p.(sum of its p) <= 0; asked of every subtree of every doubling,
// and of each half of it with the neighbouring point of the other half. H - H0 > 1000 ends the trajectory.
// Source: Hoffman & Gelman 2014; Betancourt 2017, A conceptual introduction to HMC, appendix A. Invariant
// distribution: the target, and of (x, p) its product with N(0, I). Left out: adaptation of step size and
// mass.
//
// Point n of doubling j has number 2^j + n: its draw decides whether it is chosen (n > 0), or where the
// doubling goes and whether its choice is taken (n = 0). So each form of the algorithm decides alike.
#include <algorithm>
#include <limits>

#include "core/maths/elementary.h"
#include "core/unit/channels.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Nuts {
  struct State : ChainState {
    Position p;
    double gradients;
  };
  struct Report {
    double energy, acceptance_rate, tree_depth, kinetic_energy, diverging, n_leapfrog;
  };
  enum Slot { momentum };

  struct Point {
    Position x, p;
    Evaluation at;
    double hamiltonian() const { return at.energy + dot(p, p) / 2; }
  };
  /// A stretch of the trajectory: the momenta at its ends, the sum of all, and whether it must not go on.
  struct Stretch {
    Position first, last, sum;
    bool stops = false;
    Stretch reversed() const { return {last, first, sum, stops}; }
  };
  /// One doubling under way.
  struct Doubling {
    const Oracle& oracle;
    const Draws& draws;
    double step_size, initial_hamiltonian;
    int number;  ///< of its first point
    Point edge;  ///< the latest point
    Point choice = {};
    double log_weight = -std::numeric_limits<double>::infinity(), acceptance = 0;
    int leapfrogs = 0;
    bool diverges = false;
  };

  double step_size;
  int max_depth;

  explicit Nuts(const Parameters& p) : step_size(p["step_size"]), max_depth(p.integer("max_depth")) {}

  static double log_sum(double a, double b) {
    return std::max(a, b) + std::log1p(maths::exp(-std::abs(a - b)));
  }

  static bool turns(Position first, Position last, Position sum) {
    return !(dot(first, sum) > 0 && dot(last, sum) > 0);
  }

  static Stretch joined(const Stretch& a, const Stretch& b) {
    const Position sum = a.sum + b.sum;
    return {a.first, b.last, sum,
            turns(a.first, b.last, sum) || turns(a.first, b.first, a.sum + b.first) ||
                turns(a.last, b.last, a.last + b.sum)};
  }

  /// The next point, number `point` of the doubling.
  template <class Tell>
  static Stretch leap(Doubling& d, int point, Tell tell) {
    Point& z = d.edge;
    z.p = z.p - 0.5 * d.step_size * z.at.gradient;
    z.x = z.x + d.step_size * z.p;
    z.at = d.oracle.observe(z.x, d.draws, d.number + point - 1);
    z.p = z.p - 0.5 * d.step_size * z.at.gradient;
    ++d.leapfrogs;
    const double log_weight = d.initial_hamiltonian - z.hamiltonian();
    tell("leapfrog", "half kick, drift, half kick by ±ε", z.x, told::momentum("p", z.p),
         told::gradient("∇E(x)", z.at.gradient), told::number("H₀ − H", log_weight));
    d.diverges = !(log_weight >= -1000);
    if (d.diverges) return {z.p, z.p, z.p, true};
    d.acceptance += maths::exp(std::min(log_weight, 0.0));
    d.log_weight = log_sum(d.log_weight, log_weight);
    if (point == 0 || d.draws(d.number + point).uniform1 <= maths::exp(log_weight - d.log_weight))
      d.choice = z;
    return {z.p, z.p, z.p};
  }

  /// 2^depth points, from number `point` of the doubling on; fewer where they stop.
  template <class Tell>
  static Stretch grow(Doubling& d, int depth, int point, Tell tell) {
    if (depth == 0) return leap(d, point, tell);
    const Stretch near = grow(d, depth - 1, point, tell);
    if (near.stops) return near;
    const Stretch far = grow(d, depth - 1, point + (1 << (depth - 1)), tell);
    return far.stops ? far : joined(near, far);
  }

  static double kinetic_energy(const State& s, int d) { return dot(s.p, s.p) / (2 * d); }

  static Report report(const State& s, int d) { return {s.energy, 1, 0, kinetic_energy(s, d), 0, 0}; }

  Transition<State, Report> init(State s, const Oracle& oracle, const Draws& draws) const {
    s.p = normal(draws(momentum));
    s.gradients = 0;
    return {s, report(s, oracle.dim)};
  }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    s.p = normal(draws(momentum));
    const Point start = {s.x, s.p, {s.energy, s.gradient}};
    tell("momentum", "p ~ N(0, I)", start.x, told::momentum("p", start.p),
         told::number("H₀", start.hamiltonian()));
    Point edges[] = {start, start};  // backward, forward
    Stretch tree = {start.p, start.p, start.p};
    Report report = {};
    double log_weight = 0;
    for (int depth = 0; depth < max_depth && !tree.stops; ++depth) {
      const Draw fresh = draws(1 << depth);
      const bool forward = fresh.uniform1 < 0.5;
      Doubling d = {oracle,     draws,         forward ? step_size : -step_size, start.hamiltonian(),
                    1 << depth, edges[forward]};
      tell("doubling", "forward or backward from that end, 2^j points", edges[forward].x,
           told::momentum("p", (forward ? 1.0 : -1.0) * edges[forward].p), told::number("j", depth));
      const Stretch added = grow(d, depth, 0, tell);
      report.acceptance_rate += d.acceptance;
      report.n_leapfrog += d.leapfrogs;
      report.diverging = d.diverges;
      if (added.stops) break;
      edges[forward] = d.edge;
      const double ahead = d.log_weight - log_weight;
      if (fresh.uniform2 <= maths::exp(ahead)) {
        s = moved_to(s, d.choice.x, d.choice.at);
        s.p = d.choice.p;
      }
      tell("choice", "x' ← the new half's point if u ≤ W_new/W_old", s.x, told::momentum("p", s.p),
           told::number("u", fresh.uniform2), told::number("log(W_new/W_old)", ahead));
      log_weight = log_sum(log_weight, d.log_weight);
      tree = forward ? joined(tree, added) : joined(tree.reversed(), added).reversed();
      ++report.tree_depth;
    }
    tell("end", "x ← x'; a half that makes a U-turn is discarded", s.x,
         told::number("gradients", report.n_leapfrog), told::number("doublings", report.tree_depth));
    s.gradients += report.n_leapfrog;
    report.energy = s.energy;
    report.kinetic_energy = kinetic_energy(s, oracle.dim);
    report.acceptance_rate /= report.n_leapfrog;
    return {s, report};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_SAMPLER(nuts, Nuts, {
    .id = "nuts",
    .title = "No-U-turn sampler (NUTS)",
    .doc = "Hamiltonian trajectories that double in length, forward or backward, until they make a U-turn. The next "
           "state is drawn from their points with weights `e^{H₀ − H}`. Exact for every ε. Fixed ε, unit mass. A step "
           "costs as many gradients as its trajectory has points, at most 2^max_depth − 1. On a GPU, chains that run "
           "in one group wait for the longest trajectory.",
    .source = "Hoffman & Gelman 2014; Betancourt 2017, appendix A",
    .tint = {{0x86CD80, 0x147512}},
    .parameters = {{.id = "step_size", .title = "Step size", .symbol = "ε",
                    .doc = "Time of one leapfrog step.",
                    .initial = 0.1, .hard = {1e-6, 100}, .slider = {0.001, 0.5}, .scale = Scale::log,
                    .step = StepRule{.usual = 0.5, .typical = true}},
                   {.id = "max_depth", .title = "Maximum depth", .symbol = "J",
                    .doc = "Maximum number of doublings. A trajectory has up to 2^J points.",
                    .initial = 8, .hard = {1, 10}, .slider = {1, 10}, .kind = Kind::integer}},
    .state = {{"p", 2, "momentum at the point drawn from the last trajectory"},
              {"gradients", 1, "gradients used since the start"}},
    .channels = {energy_channel(),
                 {.id = "acceptance_rate", .title = "Acceptance", .symbol = "a",
                  .doc = "Mean of min(1, exp(H₀ − H)) over the trajectory's new points.",
                  .of_transition = true},
                 {.id = "tree_depth", .title = "Tree depth", .symbol = "j",
                  .doc = "Doublings completed.",
                  .of_transition = true},
                 {.id = "kinetic_energy", .title = "Kinetic energy per dimension", .symbol = "K/d",
                  .doc = "Kinetic energy at the point drawn from the last trajectory.",
                  .reference = 0.5, .reference_label = "1/2"},
                 {.id = "diverging", .title = "Diverging", .symbol = "H − H₀ > 1000",
                  .doc = "1 if the energy error ended the trajectory, else 0.",
                  .of_transition = true},
                 {.id = "n_leapfrog", .title = "Leapfrog steps", .symbol = "n",
                  .doc = "Leapfrog steps of the trajectory. Each costs one gradient.",
                  .of_transition = true}},
    .claims = {.distribution = Distribution::exact, .momentum_field = "p", .gradients_field = "gradients",
               .divergence_channel = "diverging", .depth_channel = "tree_depth", .depth_parameter = "max_depth"},
    .gradients_per_step = [](const Parameters& p) { return std::exp2(p["max_depth"]) - 1; },
})
