// DULA and DMALA: beta = 1/2 (Zhang, Liu & Liu 2022, Eqs. 4 and 8).
//
// AB, first order: named (sigma, alpha) for (alpha, beta) (Sun et al. 2023, Eqs. 7 and 11 with W = 0). The
// second order is that of any_scale_sites.h.
#include "core/site_samplers/first_order_sites.h"

#include "core/site_samplers/any_scale_sites.h"
#include "core/site_samplers/site_curvature.h"
#include "core/sites/site_units.h"

namespace ergo {

Parameter variance_parameter(std::string id, std::string title, std::string symbol, double initial) {
  const auto in_spins = [](double alpha) { return number_text(4 * alpha); };
  std::string doc = symbol + " of `q_i(v) ∝ exp(… − d²/2" + symbol +
                    ")`, d² = (v − x_i)² for numbers and 2 for two classes. Large ones are the variance of a "
                    "proposal where values go on without end and the target is flat; a bit flips there with "
                    "probability `1/(1 + e^(1/2" +
                    symbol + "))`. In spins ±1, where d² is 4, the same step is 4" + symbol + ": " +
                    in_spins(initial) + " for " + number_text(initial) + ".";
  return {.id = std::move(id),
          .title = std::move(title),
          .symbol = std::move(symbol),
          .doc = std::move(doc),
          .initial = initial,
          .hard = {1e-3, 1e6},
          .slider = {0.05, 100},
          .scale = Scale::log};
}

Parameter balance_parameter(std::string id, std::string title, std::string symbol, double initial) {
  return {.id = std::move(id),
          .title = std::move(title),
          .symbol = std::move(symbol),
          .doc = "Weight of the gradient in the proposal. ½ is balanced for small steps, 1 for large steps.",
          .initial = initial,
          .hard = {0, 2},
          .slider = {0, 1}};
}

namespace {

using TargetPointer = std::shared_ptr<const SiteTarget>;

template <bool adjusted>
std::unique_ptr<SiteSampler> langevin(TargetPointer target, const Parameters& p) {
  return std::make_unique<FirstOrderSites>(std::move(target),
                                           std::vector<FirstOrderStep>{{p["alpha"], p["beta"], adjusted}});
}

std::unique_ptr<SiteSampler> any_scale(TargetPointer target, const Parameters& p) {
  const auto rule = static_cast<DiagonalRule>(p.integer("diagonal"));
  if (p.integer("order") == 1) {
    GaussianIntegral trick = gaussian_integral(quadratic_form(target), rule);
    return std::make_unique<AnyScaleSites>(std::move(target), p["sigma"], p["alpha"], std::move(trick));
  }
  return std::make_unique<FirstOrderSites>(std::move(target),
                                           std::vector<FirstOrderStep>{{p["sigma"], p["alpha"]}});
}

}  // namespace

SiteSamplerUnit dula_sites_unit() {
  return {
      .id = "dula_sites",
      .title = "DULA",
      .doc = "Discrete unadjusted Langevin: all sites propose at once, each from "
             "`q_i(v) ∝ exp(−β ∂E/∂x_i (v − x_i) − (v − x_i)²/2α)`, and every proposal is accepted. Biased. Of classes "
             "the change of E is `∂E/∂e_v − ∂E/∂e_x`, with e_v = 1 for class v and 0 for the others, and the squared "
             "distance is 2. On the 5 × 5 Ising torus the paper has α = 0.2, with values 0 and 1; in spins ±1 that is "
             "0.8.",
      .source = "Zhang, Liu & Liu 2022, Eq. 4",
      .parameters = {variance_parameter("alpha", "Step size", "α", 0.2),
                     balance_parameter("beta", "Balance", "β", 0.5)},
      .needs = {},
      .make = langevin<false>,
      .cost = one_gradient,
      .passes = product_passes};
}

SiteSamplerUnit dmala_sites_unit() {
  return {.id = "dmala_sites",
          .title = "DMALA",
          .doc = "Discrete Metropolis-adjusted Langevin: DULA with a Metropolis step. All sites propose at once, each "
                 "from `q_i(v) ∝ exp(−β ∂E/∂x_i (v − x_i) − (v − x_i)²/2α)`, accepted with probability "
                 "`min(1, e^(E(x) − E(y)) q(x | y)/q(y | x))`. Exact for every α. On the 5 × 5 Ising torus the paper "
                 "has α = 0.4, with values 0 and 1; in spins ±1 that is 1.6.",
          .source = "Zhang, Liu & Liu 2022, Eqs. 4 and 8",
          .parameters = {variance_parameter("alpha", "Step size", "α", 0.4),
                         balance_parameter("beta", "Balance", "β", 0.5)},
          .needs = {},
          .make = langevin<true>,
          .cost = one_gradient,
          .rejects = true,
          .passes = product_passes};
}

SiteSamplerUnit ab_sites_unit() {
  return {
      .id = "ab_sites",
      .title = "AB sampler",
      .doc =
          "Any-scale balanced sampler. First order: the proposal of DMALA with any balance, "
          "`q_i(v) ∝ exp(−α ∂E/∂x_i (v − x_i) − (v − x_i)²/2σ)`. Second order: a quadratic ½ xᵀW x + … models −E, and "
          "an auxiliary normal vector u brings its curvature into the proposal: `u ~ N(M x, I)`, `M² = W + D`, "
          "`q_i(v) ∝ exp(α g_i (v − x_i) − (v − x_i)² (α D_i + 1/σ)/2)`, `g = M (u − M x) − ∇E(x)`, accepted with "
          "probability `min(1, e^(E(x) − E(y)) N(u; M y, I) q(x | y, u)/(N(u; M x, I) q(y | x, u)))`. W is the "
          "target's own where that is quadratic, as of pairs and Gaussians, else fitted to "
          "gradients along sweeps of a Gibbs sampler, the same in every run. Up to 512 coordinates. Its products with "
          "M count for nothing in gradient evaluations.",
      .source = "Sun et al. 2023, Eqs. 7, 10, 11, 14 with the missing x/σ, 15 and 19; appendix A.1",
      .parameters = {variance_parameter("sigma", "Scale", "σ", 0.4),
                     balance_parameter("alpha", "Balance exponent", "α", 0.5),
                     {.id = "order",
                      .title = "Order",
                      .symbol = "n",
                      .doc = "1: gradient only. 2: gradient and the curvature of a quadratic model W.",
                      .initial = 0,
                      .hard = {0, 1},
                      .slider = {0, 1},
                      .kind = Kind::choice,
                      .choices = {"1", "2"}},
                     {.id = "diagonal",
                      .title = "Diagonal",
                      .symbol = "D",
                      .doc =
                          "Diagonal D ≥ 0 that makes W + D positive. trace: the least trace. shift: the same "
                          "in all places. max: the least largest eigenvalue of W + D.",
                      .initial = 0,
                      .hard = {0, 2},
                      .slider = {0, 2},
                      .kind = Kind::choice,
                      .choices = {"trace", "shift", "max"},
                      .used_when = {"order", {"2"}}}},
      .needs = {},
      .make = any_scale,
      .cost = one_gradient,
      .rejects = true,
      .passes = product_passes};
}

}  // namespace ergo
