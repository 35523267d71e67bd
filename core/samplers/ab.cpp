// Any-scale balanced sampler. First order, with f = -E:
//   q_i(y | x) ∝ exp(alpha df/dx_i (y - x_i) - (y - x_i)^2/(2 sigma)),
// DMALA's proposal with beta = alpha and step size sigma. Second order, with the target's Curvature D, M^2 =
// W + D: u ~ N(M x, I), then
//   q_i(y | x, u) ∝ exp(y (alpha (grad f(x) - W x + M u)_i + x_i/sigma) - y^2 (alpha D_ii + 1/sigma)/2),
// accepted with probability min(1, e^{f(y)-f(x)} N(u; M y, I) q(x | y, u)/(N(u; M x, I) q(y | x, u))). With
// u = M x + z the first order's form comes back,
//   q_i(y | x, u) ∝ exp(b_i (y - x_i) - (y - x_i)^2/(2 v_i)),   b = alpha (grad f(x) + M z),
//   v_i = 1/(alpha D_ii + 1/sigma),   and from y: z' = z - M (y - x), b' = alpha (grad f(y) + M z').
// With `adapt` the run moves sigma and alpha to where chains jump farthest, by the mean jump of every 100
// steps.
// Source: Sun et al. 2023, Eqs. 7, 11 and 14, whose print of Eq. 14 lacks x_i/sigma, and Algorithms 3 and 4.
// Invariant distribution: the target, at sigma and alpha at rest.
#include <cmath>

#include "core/random/site_draws.h"
#include "core/unit/channels.h"
#include "core/unit/jump_distance_search.h"
#include "core/unit/lattice_proposals.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Ab {
  using Proposal = GaussianProposal;
  static constexpr const char* formula = "y ~ q ∝ exp(−α ∇E(x)·(y − x) − |y − x|²/2σ)";

  double sigma, alpha;
  bool second_order, adapt;

  explicit Ab(const Parameters& p)
      : sigma(p["sigma"]),
        alpha(p["alpha_exponent"]),
        second_order(p.flag("order")),
        adapt(p.flag("adapt")) {}

  bool metropolis() const { return true; }
  bool auxiliary() const { return second_order; }
  bool has_scale_and_exponent() const { return !second_order; }
  Position variance(const Oracle& oracle) const {
    if (!second_order) return {sigma, sigma};
    const Position d = oracle.lattice()->curvature().d;
    return {1 / (alpha * d.x + 1 / sigma), 1 / (alpha * d.y + 1 / sigma)};
  }
  Proposal proposal(Position x, const Evaluation& at, const Oracle& oracle, std::uint64_t,
                    Position z = {}) const {
    const Position gradient =
        second_order ? at.gradient - oracle.lattice()->curvature().m_times(z) : at.gradient;
    return first_order_proposal(x, gradient, variance(oracle), alpha, oracle.sides);
  }
};

struct AbStep : LatticeStep<Ab> {
  using LatticeStep<Ab>::LatticeStep;
  static constexpr std::uint64_t block = 100;
  struct State : ChainState {
    double block_steps = 0, block_travel = 0;
  };
  struct Report : LatticeReport {
    double sigma, alpha, mean_jump;
  };

  Transition<State, Report> init(State s, const Oracle&, const Draws&) const {
    return {s, {{s.energy, 1, 0}, sigma, alpha, 0}};
  }
  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const auto [chain, moved] = second_order ? second_order_step(s, oracle, draws, tell)
                                             : LatticeStep<Ab>::step(s, oracle, draws, tell);
    const bool anew = !adapt || draws.step() % block == 0;
    const State next = {chain, (anew ? 0 : s.block_steps) + 1, (anew ? 0 : s.block_travel) + moved.jump};
    return {next, {moved, sigma, alpha, next.block_travel / next.block_steps}};
  }

 private:
  template <class Tell>
  Transition<ChainState, LatticeReport> second_order_step(ChainState s, const Oracle& oracle,
                                                          const Draws& draws, Tell tell) const {
    const Position z = normal(draws(site_slots));
    const GaussianProposal forward = proposal(s.x, {s.energy, s.gradient}, oracle, draws.step(), z);
    const Position y = forward.draw(draws), back_z = z - oracle.lattice()->curvature().m_times(y - s.x);
    tell("auxiliary", "u = M x + z,  z ~ N(0, I)", s.x, told::vector("z", z));
    tell("proposal", "y ~ q ∝ exp(−α (∇E(x) − M z)·(y − x) − (y − x)·V⁻¹(y − x)/2)", y,
         told::gradient("∇E(x)", s.gradient), told::vector("V", variance(oracle)));
    const Evaluation at = oracle.observe(y, draws);
    const double acceptance =
        metropolis_acceptance(s.x, s.energy - dot(back_z, back_z) / 2, forward, y, at.energy - dot(z, z) / 2,
                              proposal(y, at, oracle, draws.step(), back_z));
    double jump = 0;
    const bool accepted = draws.lone_uniform() <= acceptance;
    if (accepted) {
      jump = std::abs(y.x - s.x.x) + std::abs(y.y - s.x.y);
      s = moved_to(s, y, at);
    }
    tell_decision(s.x, oracle.sides.contain(y), acceptance, accepted, draws, tell);
    return {s, {s.energy, acceptance, jump}};
  }
};

using AbSampler = LatticeSamplerOf<Ab, AbStep>;

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE_SAMPLER_(ab, AbSampler, {
  .id = "ab",
  .title = "AB",
  .doc = "Any-scale balanced sampler. First order: DMALA with balance `α` and step size `σ`, chosen together. Second "
         "order: one quadratic models the target's curvature, and an auxiliary normal variable brings it into the "
         "proposal. On a Gaussian with α = 1 and large σ every proposal is accepted. Exact for every fixed σ and α. "
         "Adaptation breaks stationarity. Discard draws made while `adapt` is on.",
  .source = "Sun et al. 2023, Eqs. 7, 11 and 14 with the missing x/σ, Algorithms 3 and 4",
  .tint = {{0xB77618, 0xC67E0E}},
  .parameters = {{.id = "sigma", .title = "Scale", .symbol = "σ", .unit = "sites²", .doc = "Proposal variance where the target is flat. DMALA calls it α.",
                  .initial = 2, .hard = {1e-3, 1e6}, .slider = {0.05, 2000}, .scale = Scale::log,
                    .step = StepRule{.usual = 1.5, .power = 2, .typical = true}},
                 {.id = "alpha_exponent", .title = "Balance", .symbol = "α", .doc = "Exponent of the balancing function t^α. DMALA calls it β.",
                  .initial = 0.5, .hard = {0, 1}, .slider = {0, 1}},
                 {.id = "order", .title = "Order", .symbol = "n", .doc = "1: gradient only. 2: gradient and the curvature of a quadratic model.",
                  .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::choice, .choices = {"1", "2"}},
                 {.id = "adapt", .title = "Adapt", .symbol = "σ, α", .doc = "Tunes σ and α in turn: each is tried for 100 steps at its value and at 1 ± γ times it, and the value with the longest jumps is kept. γ starts at 0.2 and shrinks when neither changes. Adaptation breaks stationarity: discard draws made while it is on.",
                  .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::boolean},
                 {.id = "adapt_by", .title = "Adapt by", .symbol = "·", .doc = "all_chains: from the jumps of all chains, which then share σ and α. each_chain: each chain from its own jumps, as in the paper. That is noisier and ends at a lower acceptance.",
                  .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::choice, .choices = {"all_chains", "each_chain"},
                  .used_when = {"adapt", {"on"}}}},
  .state = {{.id = "block_steps", .doc = "With `adapt`: steps since the last multiple of 100."},
            {.id = "block_travel", .doc = "L1 distance moved in these steps, in sites."}},
  .channels = {site_energy_channel(), acceptance_channel(),
               jump_channel(),
               {.id = "sigma", .title = "Scale", .symbol = "σ", .doc = "Variance scale of the last proposal, in sites²."},
               {.id = "alpha", .title = "Balance exponent", .symbol = "α", .doc = "Balance exponent of the last proposal.", .quantity = "balance_exponent"},
               {.id = "mean_jump", .title = "Block jump distance", .symbol = "|Δx|₁", .doc = "Mean jump distance since the last multiple of 100 steps while `adapt` is on. Otherwise the last jump distance.", .of_transition = true}},
  .claims = {.distribution = Distribution::exact, .acceptance_channel = "acceptance_rate", .decision_channel = "jump"},
  .gradients_per_step = 1,
  .adaptation = maximise_jump_distance("mean_jump", {{{"sigma", {1e-3, 1e6}}, {"alpha_exponent", {0, 1}}}}, "adapt", "adapt_by"),
})
