// Discrete Metropolis-adjusted Langevin: each coordinate proposes
//   q_i(y | x) ∝ exp(-beta dE/dx_i (y - x_i) - (y - x_i)^2/(2 alpha g_i)),   y in {0..S_i-1},
// and the move is accepted with probability min(1, e^{E(x)-E(y)} prod_i q_i(x_i | y)/q_i(y_i | x)).
// Source: Zhang, Liu & Liu 2022, Eqs. 4 and 8, beta = 1/2; with beta in [1/2, 1) the kernel of Pynadath et
// al. 2024. g as in the main text (alpha_i = alpha g_i); their appendix H derives g_i^2. Invariant
// distribution: the target; without the Metropolis step this is DULA.
#include "core/unit/channels.h"
#include "core/unit/lattice_proposals.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Dmala {
  using Proposal = GaussianProposal;
  static constexpr const char* formula = "y ~ q ∝ exp(−β ∇E(x)·(y − x) − |y − x|²/2α)";

  Position alpha;
  double beta;
  bool adjusted;

  explicit Dmala(const Parameters& p)
      : alpha(p["alpha"] * Position{p["precondition_x"], p["precondition_y"]}),
        beta(p["beta"]),
        adjusted(p.flag("metropolis")) {}

  bool metropolis() const { return adjusted; }
  bool has_scale_and_exponent() const { return true; }
  Proposal proposal(Position x, const Evaluation& at, const Oracle& oracle, std::uint64_t) const {
    return first_order_proposal(x, at.gradient, alpha, beta, oracle.sides);
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE_SAMPLER(dmala, Dmala, {
  .id = "dmala",
  .title = "DMALA",
  .doc = "Discrete Metropolis-adjusted Langevin. All coordinates propose at once, each from `q(y) ∝ exp(−β ∂E (y − x) "
         "− (y − x)²/2α)`, followed by a Metropolis accept/reject step. Exact for every α, but large steps are "
         "rejected.",
  .source = "Zhang, Liu & Liu 2022, Eqs. 4 and 8",
  .tint = {{0x0EC7F3, 0x1B93B3}},
  .parameters = {{.id = "alpha", .title = "Step size", .symbol = "α", .unit = "sites²", .doc = "Proposal variance where the target is flat.",
                  .initial = 2, .hard = {1e-3, 1e6}, .slider = {0.05, 2000}, .scale = Scale::log,
                    .step = StepRule{.usual = 1.5, .power = 2, .typical = true, .accurate = 0.2, .band = 0.05, .reason = "Without the Metropolis step this is DULA; see there.", .limits_when = {"metropolis", {"off"}}}},
                 {.id = "beta", .title = "Balance", .symbol = "β", .doc = "Weight of the gradient in the proposal. ½ is balanced for small steps, 1 for large steps.",
                  .initial = 0.5, .hard = {0, 2}, .slider = {0, 1}},
                 {.id = "precondition_x", .title = "Preconditioner x", .symbol = "g₁", .doc = "The step size along x is α g₁.",
                  .initial = 1, .hard = {1e-3, 1e3}, .slider = {0.01, 100}, .scale = Scale::log},
                 {.id = "precondition_y", .title = "Preconditioner y", .symbol = "g₂", .doc = "The step size along y is α g₂.",
                  .initial = 1, .hard = {1e-3, 1e3}, .slider = {0.01, 100}, .scale = Scale::log},
                 {.id = "metropolis", .title = "Metropolis step", .symbol = "MH", .doc = "Off: every proposal is accepted. This is DULA, with its bias.",
                  .initial = 1, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::boolean}},
  .channels = {site_energy_channel(), acceptance_channel(),
               jump_channel()},
  .claims = {.distribution = Distribution::exact, .acceptance_channel = "acceptance_rate", .decision_channel = "jump", .metropolis_parameter = "metropolis"},
  .gradients_per_step = 1,
})
