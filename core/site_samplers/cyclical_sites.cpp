// ACS: DMALA with the step size and balance of CyclicalSchedule (Pynadath et al. 2024, Algorithm 1).
//
// ACS for learning (Algorithm 6): step size and balance go by the iteration of the model that learns. Of the
// s iterations of a cycle the first one's steps have (alpha_max, beta_max) and no Metropolis step, those of
// the others (alpha_min, beta_min) and one. In every K-th cycle the step size in use follows the acceptance
// rho of the iteration's last step,
//   alpha <- alpha (1 + zeta (rho - rho*)),   zeta = rho* = 1/2,
// within alpha_floor and alpha_ceil of the paper. The paper tries several step sizes on the chains instead
// and takes the one whose acceptance is nearest to rho*; its S is that of all iterations here.
#include "core/site_samplers/first_order_sites.h"
#include "core/sites/site_units.h"
#include "core/unit/cyclical_schedule.h"

namespace ergo {
namespace {

constexpr Range step_sizes = {0.05, 60};  // alpha_floor and alpha_ceil
constexpr double gain = 0.5, aim = 0.5;   // zeta and rho*

std::vector<CyclePhase> cosine_cycle(const Parameters& p) { return CyclicalSchedule(p).phases(); }

std::unique_ptr<SiteSampler> cyclical(std::shared_ptr<const SiteTarget> target, const Parameters& p) {
  std::vector<FirstOrderStep> cycle;
  for (const auto& [alpha, beta] : cosine_cycle(p)) cycle.push_back({alpha, beta});
  return std::make_unique<FirstOrderSites>(std::move(target), std::move(cycle));
}

std::uint64_t steps_of_one(const Parameters& p) { return static_cast<std::uint64_t>(p.integer("steps")); }

std::vector<CyclePhase> learning_cycle(const Parameters& p) {
  std::vector<CyclePhase> phases;
  for (int i = 0; i < p.integer("cycle_length"); ++i)
    for (std::uint64_t k = 0; k < steps_of_one(p); ++k)
      phases.push_back(i == 0 ? CyclePhase{p["alpha_max"], p["beta_max"]}
                              : CyclePhase{p["alpha_min"], p["beta_min"]});
  return phases;
}

std::unique_ptr<SiteSampler> for_learning(std::shared_ptr<const SiteTarget> target, const Parameters& p) {
  std::vector<FirstOrderStep> cycle;
  for (const auto& [alpha, beta] : learning_cycle(p))
    cycle.push_back({alpha, beta, cycle.size() >= steps_of_one(p)});
  return std::make_unique<FirstOrderSites>(std::move(target), std::move(cycle));
}

/// As numbers, so that a run can keep it without knowing what it is.
struct StepSizes {
  double largest, smallest;
  double steps, cycle_length, every;  ///< S, s and K
};

StepSizes step_sizes_of(const Adaptation::Memory& m) { return {m[0], m[1], m[2], m[3], m[4]}; }

Adaptation::Memory after_iteration(Adaptation::Memory memory, double acceptance, std::uint64_t end) {
  const StepSizes now = step_sizes_of(memory);
  const auto iteration = end / static_cast<std::uint64_t>(now.steps) - 1,
             length = static_cast<std::uint64_t>(now.cycle_length);
  if (iteration / length % static_cast<std::uint64_t>(now.every) != 0 || !std::isfinite(acceptance))
    return memory;
  double& used = memory[iteration % length == 0 ? 0 : 1];
  used = std::clamp(used * (1 + gain * (acceptance - aim)), step_sizes.low, step_sizes.high);
  return memory;
}

Adaptation follow_acceptance() {
  return {.channel = "acceptance_rate",
          .switched_by = "tune_every",
          .block = steps_of_one,
          .begin = [](const Parameters& p) -> Adaptation::Memory {
            if (p.integer("tune_every") == 0) return {};
            return {p["alpha_max"], p["alpha_min"], p["steps"], p["cycle_length"], p["tune_every"]};
          },
          .next = after_iteration,
          .values =
              [](const Adaptation::Memory& memory) {
                const StepSizes now = step_sizes_of(memory);
                return std::vector<std::pair<std::string, double>>{{"alpha_max", now.largest},
                                                                   {"alpha_min", now.smallest}};
              }};
}

Parameter whole_number(std::string id, std::string title, std::string symbol, std::string doc, double initial,
                       Range hard, Range slider) {
  return {.id = std::move(id),
          .title = std::move(title),
          .symbol = std::move(symbol),
          .doc = std::move(doc),
          .initial = initial,
          .hard = hard,
          .slider = slider,
          .kind = Kind::integer};
}

}  // namespace

SiteSamplerUnit acs_sites_unit() {
  Parameter beta_min = balance_parameter("beta_min", "Smallest balance", "β_min", 0.5);
  beta_min.used_when = {"beta_schedule", {"cosine", "tuned"}};
  return {.id = "acs_sites",
          .title = "ACS",
          .doc = "DMALA with a step size and balance that fall along half a cosine, then jump back up: with "
                 "`c = (1 + cos(π (k mod s)/s))/2`, step k has `α_k = max(α_max c, α_min)` and "
                 "`β_k = β_min + (β_max − β_min) c`, and proposes from "
                 "`q_i(v) ∝ exp(−β_k ∂E/∂x_i (v − x_i) − (v − x_i)²/2α_k)`.",
          .source = "Pynadath et al. 2024, Algorithm 1 and Eq. 8",
          .parameters = {variance_parameter("alpha_max", "Largest step size", "α_max", 5),
                         variance_parameter("alpha_min", "Smallest step size", "α_min", 0.2),
                         balance_parameter("beta_max", "Largest balance", "β_max", 0.95),
                         beta_min,
                         {.id = "cycle_length",
                          .title = "Cycle length",
                          .symbol = "s",
                          .unit = "steps",
                          .doc = "Steps from one largest step to the next.",
                          .initial = 8,
                          .hard = {1, 10000},
                          .slider = {1, 100},
                          .kind = Kind::integer},
                         beta_schedule_parameter(),
                         balance_knot(1),
                         balance_knot(2),
                         balance_knot(3),
                         balance_knot(4),
                         balance_knot(5),
                         balance_knot(6)},
          .needs = {},
          .make = cyclical,
          .cost = one_gradient,
          .rejects = true,
          .cycle = cosine_cycle,
          .remark = remark_on_cycle,
          .passes = product_passes};
}

SiteSamplerUnit acs_pcd_sites_unit() {
  return {
      .id = "acs_pcd_sites",
      .title = "ACS for learning",
      .doc =
          "For chains on a model that learns. Step size and balance stay the same between two iterations of "
          "the "
          "model. In the first iteration of a cycle they are the largest, and every proposal is accepted. In "
          "the others they are the smallest, with a Metropolis step. Proposals are those of DMALA, "
          "`q_i(v) ∝ exp(−β ∂E/∂x_i (v − x_i) − (v − x_i)²/2α)`. The step sizes follow the acceptance a, which is to "
          "be one half, by `α ← α (1 + (a − ½)/2)` after an iteration. Biased.",
      .source = "Pynadath et al. 2024, Algorithm 6",
      .parameters = {variance_parameter("alpha_max", "Largest step size", "α_max", 5),
                     variance_parameter("alpha_min", "Smallest step size", "α_min", 0.4),
                     balance_parameter("beta_max", "Largest balance", "β_max", 0.8),
                     balance_parameter("beta_min", "Smallest balance", "β_min", 0.5),
                     whole_number("cycle_length", "Cycle length", "s", "Iterations of a cycle.", 8, {1, 1000},
                                  {2, 50}),
                     whole_number(
                         "steps", "Steps an iteration", "S",
                         "Steps with the same step size, as many as between two iterations: learn.every.", 5,
                         {1, 1000}, {1, 50}),
                     whole_number("tune_every", "Tuned cycles", "K",
                                  "The step sizes follow the acceptance in every K-th cycle. 0: never.", 1,
                                  {0, 10000}, {0, 50})},
      .needs = {},
      .make = for_learning,
      .cost = one_gradient,
      .rejects = true,
      .cycle = learning_cycle,
      .adaptation = follow_acceptance()};
}

}  // namespace ergo
