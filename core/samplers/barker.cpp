// The Barker proposal with Metropolis correction. With g = grad E, of each coordinate i independently:
//   z_i ~ N(0, sigma^2);  x'_i = x_i + b_i z_i;
//   b_i = 1 with probability 1/(1 + exp(z_i g_i(x))), else b_i = -1.
// With m = x' - x, the density of x' is q(x'|x) = prod_i 2 N(m_i; 0, sigma^2)/(1 + exp(m_i g_i(x))). x' is
// accepted with probability min(1, a); with softplus(t) = log(1 + e^t),
//   log a = E(x) - E(x') + sum_i [softplus(m_i g_i(x)) - softplus(-m_i g_i(x'))].
// Source: Livingstone & Zanella 2022, The Barker proposal. Invariant distribution: the target. Left out:
// preconditioning and adaptation of sigma.
#include <algorithm>
#include <cmath>

#include "core/maths/elementary.h"
#include "core/unit/channels.h"
#include "core/unit/metropolis.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Barker {
  struct State : ChainState {};
  struct Report {
    double energy, acceptance_rate, accepted;
  };
  enum Slot { proposal, direction };

  double sd;

  explicit Barker(const Parameters& p) : sd(p["sd"]) {}

  static double exp_of_minus(double t) { return maths::exp(-std::min(t, 80.0)); }

  /// log(1 + e^t) without overflow.
  static double softplus(double t) { return std::max(t, 0.0) + maths::log(1 + exp_of_minus(std::abs(t))); }

  /// 1 with probability 1/(1 + e^t), else -1, by a uniform number on (0, 1).
  static double sign(double t, double uniform) {
    const double e = exp_of_minus(std::abs(t));
    return uniform <= (t > 0 ? e : 1) / (1 + e) ? 1 : -1;
  }

  Transition<State, Report> init(State s, const Oracle&, const Draws&) const { return {s, {s.energy, 1, 1}}; }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const Draw draw = draws(proposal), signs = draws(direction);
    const Position z = sd * normal(draw), g = s.gradient;
    tell("noise", "z ~ N(0, σ² I)", s.x, told::vector("z", z), told::gradient("∇E(x)", g));
    const Position move = {sign(z.x * g.x, signs.uniform1) * z.x, sign(z.y * g.y, signs.uniform2) * z.y};
    const Position x = s.x + move;
    tell("direction", "x'_i = x_i + b_i z_i,  b_i = 1 with probability 1/(1 + exp(z_i ∂_i E(x))), else −1", x,
         told::vector("b z", move));
    const Evaluation at = oracle.observe(x, draws);
    const double log_ratio = s.energy - at.energy + softplus(move.x * g.x) -
                             softplus(-move.x * at.gradient.x) + softplus(move.y * g.y) -
                             softplus(-move.y * at.gradient.y);
    const double acceptance = metropolis_acceptance(log_ratio);
    tell("Metropolis ratio", "log a = E(x) − E(x') + log q(x | x') − log q(x' | x)", x,
         told::number("E(x)", s.energy), told::number("E(x')", at.energy), told::number("log a", log_ratio));
    const bool accepted = draw.uniform1 <= acceptance;
    if (accepted) s = moved_to(s, x, at);
    tell_decision(s.x, draw.uniform1, acceptance, accepted, tell);
    return {s, {s.energy, acceptance, accepted ? 1.0 : 0.0}};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_SAMPLER(barker, Barker, {
  .id = "barker",
  .title = "Barker proposal",
  .doc = "Each coordinate draws Gaussian noise, and the gradient decides its sign: downhill is more likely. `x'_i = "
         "x_i + b_i z_i`, z_i ~ N(0, σ²), b_i = 1 with probability 1/(1 + exp(z_i ∂_i E(x))), else −1. A Metropolis "
         "accept/reject step follows. Exact for every σ. A large gradient changes the probability of the sign, not the "
         "length of the move. So a σ that is too large for one coordinate costs less than with MALA.",
  .source = "Livingstone & Zanella 2022",
  .tint = {{0x0DF1FB, 0x2E9CA2}},
  .parameters = {{.id = "sd", .title = "Proposal sd", .symbol = "σ",
                  .doc = "Standard deviation of the proposal's noise in each coordinate.",
                  .initial = 0.2, .hard = {1e-6, 1000}, .slider = {0.01, 5}, .scale = Scale::log,
                    .step = StepRule{.usual = 1.5, .typical = true}}},
  .channels = {energy_channel(), acceptance_channel(), accepted_channel()},
  .claims = {.distribution = Distribution::exact, .acceptance_channel = "acceptance_rate", .decision_channel = "accepted"},
  .gradients_per_step = 1,
})
