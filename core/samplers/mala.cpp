// Metropolis-adjusted Langevin algorithm: x' = x - (eps^2/2) grad E(x) + eps z, accepted with probability
// min(1, exp(E(x) - E(x')) q(x|x')/q(x'|x)), q(x'|x) = N(x - (eps^2/2) grad E(x), eps^2 I).
// Source: Roberts & Tweedie 1996; step-size convention of Ver Steeg & Galstyan 2021. Invariant distribution:
// the target; without the Metropolis step this is ULA.
#include "core/unit/channels.h"
#include "core/unit/metropolis.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Mala {
  struct State : ChainState {};
  struct Report {
    double energy, acceptance_rate, accepted;
  };
  enum Slot { proposal };

  double step_size;
  bool metropolis;

  explicit Mala(const Parameters& p) : step_size(p["step_size"]), metropolis(p.flag("metropolis")) {}

  /// -log q(to | from) up to a constant.
  double cost(Position to, Position from, Position gradient) const {
    const Position away = to - from + 0.5 * step_size * step_size * gradient;
    return dot(away, away) / (2 * step_size * step_size);
  }

  Transition<State, Report> init(State s, const Oracle&, const Draws&) const { return {s, {s.energy, 1, 1}}; }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const Draw draw = draws(proposal);
    const Position centre = s.x - 0.5 * step_size * step_size * s.gradient;
    const ToldQuantity distribution = told::normal_distribution("q(· | x)", centre, {step_size, step_size});
    tell("gradient move", "c = x − (ε²/2) ∇E(x)", centre, told::gradient("∇E(x)", s.gradient), distribution);
    const Position x = centre + step_size * normal(draw);
    tell("noise", "x' = c + ε z,  z ~ N(0, I)", x, told::vector("z", normal(draw)), distribution);
    const Evaluation at = oracle.observe(x, draws);
    const double log_ratio = s.energy - at.energy + cost(x, s.x, s.gradient) - cost(s.x, x, at.gradient);
    const double acceptance = metropolis_acceptance(log_ratio);
    tell("Metropolis ratio", "log a = E(x) − E(x') + log q(x | x') − log q(x' | x)", x,
         told::number("E(x)", s.energy), told::number("E(x')", at.energy), told::number("log a", log_ratio),
         distribution);
    const bool accepted = !metropolis || draw.uniform1 <= acceptance;
    if (accepted) s = moved_to(s, x, at);
    tell_decision(s.x, draw.uniform1, acceptance, accepted, tell, metropolis);
    return {s, {s.energy, acceptance, accepted ? 1.0 : 0.0}};
  }
};

}  // namespace
}  // namespace ergo

ERGO_SAMPLER(
    mala, Mala,
    {
        .id = "mala",
        .title = "MALA",
        .doc = "A Langevin step `x' = x − (ε²/2) ∇E(x) + ε z`, z ~ N(0, I), followed by a Metropolis accept/reject "
               "step. Exact for every ε, but large steps are rejected.",
        .source = "Roberts & Tweedie 1996; ε as in Ver Steeg & Galstyan 2021",
        .tint = {{0xA677B1, 0xA127B9}},
        .parameters = {{.id = "step_size",
                        .title = "Step size",
                        .symbol = "ε",
                        .doc = "Standard deviation of the proposal's noise.",
                        .initial = 0.1,
                        .hard = {1e-6, 100},
                        .slider = {0.001, 2},
                        .scale = Scale::log,
                        .step = StepRule{.usual = 1.2, .typical = true, .accurate = 0.45, .stable = 2, .band = 0.05,
                                         .reason = "Without the Metropolis step this is ULA; see there.",
                                         .limits_when = {"metropolis", {"off"}}}},
                       {.id = "metropolis",
                        .title = "Metropolis step",
                        .symbol = "MH",
                        .doc = "Off: every proposal is accepted. This is ULA, with its bias of O(ε²).",
                        .initial = 1,
                        .hard = {0, 1},
                        .slider = {0, 1},
                        .kind = Kind::boolean}},
        .channels = {energy_channel(), acceptance_channel(), accepted_channel()},
        .claims = {.distribution = Distribution::exact, .acceptance_channel = "acceptance_rate",
                   .decision_channel = "accepted",
                   .metropolis_parameter = "metropolis",
                   .best_acceptance = BestAcceptance{0.81, 0.75}},
        .gradients_per_step = 1,
    })
