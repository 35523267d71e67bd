// Discrete unadjusted Langevin: each coordinate moves by
//   q_i(y | x) ∝ exp(-beta dE/dx_i (y - x_i) - (y - x_i)^2/(2 alpha g_i)),   y in {0..S_i-1}.
// Source: Zhang, Liu & Liu 2022, Eq. 4, beta = 1/2. Invariant distribution: the target's as alpha -> 0, where
// nothing moves: on a lattice the bias falls like e^{-1/(2 alpha)} (Theorem 5.1), not like a power of alpha.
#include "core/unit/channels.h"
#include "core/unit/lattice_proposals.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Dula {
  using Proposal = GaussianProposal;
  static constexpr const char* formula = "y ~ q ∝ exp(−β ∇E(x)·(y − x) − |y − x|²/2α)";

  Position alpha;
  double beta;

  explicit Dula(const Parameters& p)
      : alpha(p["alpha"] * Position{p["precondition_x"], p["precondition_y"]}), beta(p["beta"]) {}

  struct Moved {
    double energy, jump;
  };
  Moved report(const LatticeReport& r, std::uint64_t) const { return {r.energy, r.jump}; }
  bool metropolis() const { return false; }
  Proposal proposal(Position x, const Evaluation& at, const Oracle& oracle, std::uint64_t) const {
    return first_order_proposal(x, at.gradient, alpha, beta, oracle.sides);
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE_SAMPLER(dula, Dula, {
  .id = "dula",
  .title = "DULA",
  .doc = "Discrete unadjusted Langevin. All coordinates move at once, each by `q(y) ∝ exp(−β ∂E (y − x) − (y − "
         "x)²/2α)`, and no move is rejected. Fast, but with a bias that depends on α.",
  .source = "Zhang, Liu & Liu 2022, Eq. 4",
  .tint = {{0x6478FF, 0x3E44D5}},
  .parameters = {{.id = "alpha", .title = "Step size", .symbol = "α", .unit = "sites²", .doc = "Variance of the move where the target is flat.",
                  .initial = 0.3, .hard = {1e-3, 1e6}, .slider = {0.05, 2000}, .scale = Scale::log,
                    .step = StepRule{.usual = 0.15, .power = 2, .accurate = 0.2, .band = 0.05, .reason = "On a Gaussian much wider than a site, the variance is too large by the factor 1/(1 − α/4s²)."}},
                 {.id = "beta", .title = "Balance", .symbol = "β", .doc = "Weight of the gradient in the move. ½ is balanced for small steps, 1 for large steps.",
                  .initial = 0.5, .hard = {0, 2}, .slider = {0, 1}},
                 {.id = "precondition_x", .title = "Preconditioner x", .symbol = "g₁", .doc = "The step size along x is α g₁.",
                  .initial = 1, .hard = {1e-3, 1e3}, .slider = {0.01, 100}, .scale = Scale::log},
                 {.id = "precondition_y", .title = "Preconditioner y", .symbol = "g₂", .doc = "The step size along y is α g₂.",
                  .initial = 1, .hard = {1e-3, 1e3}, .slider = {0.01, 100}, .scale = Scale::log}},
  .channels = {site_energy_channel(),
               jump_channel()},
  .claims = {.distribution = Distribution::biased},
  .gradients_per_step = 1,
})
