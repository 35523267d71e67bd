// ACS: DMALA with the step size and balance of CyclicalSchedule (Pynadath et al. 2024, Algorithm 1).
#include "core/base/error.h"
#include "core/site_samplers/first_order_sites.h"
#include "core/sites/site_unit_list.h"
#include "core/unit/cyclical_schedule.h"

namespace ergo {
namespace {

void require_falling(const Parameters& p, const char* sampler) {
  if (p["alpha_min"] > p["alpha_max"])
    throw illegal_value("alpha_min", number_text(p["alpha_min"]),
                        "at most alpha_max, " + number_text(p["alpha_max"]), sampler);
}

std::vector<CyclePhase> cosine_cycle(const Parameters& p) { return CyclicalSchedule(p).phases(); }

std::unique_ptr<SiteSampler> cyclical(std::shared_ptr<const SiteTarget> target, const Parameters& p) {
  require_falling(p, "acs_sites");
  std::vector<FirstOrderStep> cycle;
  for (const auto& [alpha, beta] : cosine_cycle(p)) cycle.push_back({alpha, beta});
  return std::make_unique<FirstOrderSites>(std::move(target), std::move(cycle));
}

}  // namespace

SiteSamplerUnit acs_sites_unit() {
  Parameter beta_min = balance_parameter("beta_min", "Smallest balance", "β_min", 0.5);
  beta_min.used_when = {"beta_schedule", {"cosine", "tuned"}};
  return {.id = "acs_sites",
          .title = "ACS",
          .doc = "DMALA with a step size and balance that fall along half a cosine, then jump back up.",
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
          .rejects = true,
          .cycle = cosine_cycle};
}

}  // namespace ergo
