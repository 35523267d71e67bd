// Random-walk Metropolis: x' = x + sd z, z ~ N(0, I), accepted with probability min(1, exp(E(x) - E(x'))).
// Source: Metropolis et al. 1953. Invariant distribution: the target. Uses no gradient; its one energy
// evaluation a step is charged as one gradient evaluation, so that costs compare.
#include "core/unit/channels.h"
#include "core/unit/metropolis.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Rwm {
  struct State : ChainState {};
  struct Report {
    double energy, acceptance_rate, accepted;
  };
  enum Slot { proposal };

  double sd;

  explicit Rwm(const Parameters& p) : sd(p["sd"]) {}

  Transition<State, Report> init(State s, const Oracle&, const Draws&) const { return {s, {s.energy, 1, 1}}; }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const Draw draw = draws(proposal);
    const Position x = s.x + sd * normal(draw);
    const ToldQuantity distribution = told::normal_distribution("q(· | x)", s.x, {sd, sd});
    tell("proposal", "x' = x + σ z,  z ~ N(0, I)", x, told::vector("z", normal(draw)), distribution);
    const Evaluation at = oracle.evaluate(x);
    const double log_ratio = s.energy - at.energy;
    const double acceptance = metropolis_acceptance(log_ratio);
    tell("Metropolis ratio", "log a = E(x) − E(x')", x, told::number("E(x)", s.energy),
         told::number("E(x')", at.energy), told::number("log a", log_ratio), distribution);
    const bool accepted = draw.uniform1 <= acceptance;
    if (accepted) s = moved_to(s, x, at);
    tell_decision(s.x, draw.uniform1, acceptance, accepted, tell);
    return {s, {s.energy, acceptance, accepted ? 1.0 : 0.0}};
  }
};

}  // namespace
}  // namespace ergo

ERGO_SAMPLER(rwm, Rwm,
             {
                 .id = "rwm",
                 .title = "Random walk (RWM)",
                 .doc = "Random-walk Metropolis. Gaussian proposal `x' = x + σ z`, z ~ N(0, I), followed by a "
                        "Metropolis accept/reject step. Exact for every σ. Each step costs one energy evaluation, "
                        "counted as one gradient.",
                 .source = "Metropolis et al. 1953",
                 .tint = {{0xE2E2E2, 0x646464}},
                 .parameters = {{.id = "sd",
                                 .title = "Proposal sd",
                                 .symbol = "σ",
                                 .doc = "Standard deviation of the proposal in each coordinate.",
                                 .initial = 0.2,
                                 .hard = {1e-6, 1000},
                                 .slider = {0.01, 5},
                                 .scale = Scale::log,
                                 .step = StepRule{.usual = 1.7, .typical = true}}},
                 .channels = {energy_channel(), acceptance_channel(), accepted_channel()},
                 .claims = {.distribution = Distribution::exact, .acceptance_channel = "acceptance_rate",
                            .decision_channel = "accepted",
                            .best_acceptance = BestAcceptance{0.47, 0.40}},
                 .gradients_per_step = 1,
                 .uses_gradient = [](const Parameters&) { return false; },
             })
