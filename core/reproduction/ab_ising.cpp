// Sun, Dai, Zhang & Schuurmans 2023, Table 2: effective draws on the 20x20 Ising model without a field, at
// high, critical and low temperature.
#include <vector>

#include "core/base/number_words.h"
#include "core/reproduction/experiment_list.h"
#include "core/reproduction/settled_chains.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

constexpr int side = 20;
constexpr double couplings[] = {0.3, 0.4407, 0.7071};
constexpr std::size_t chains = 64;
constexpr std::uint64_t cluster_steps =
    300;  // of Swendsen-Wang, until the chains are at equilibrium, and as many for Var(E)
constexpr std::uint64_t tuning_steps = 60;
constexpr double least_draws = 10;  // of a chain, for its mean to tell their number

using Settings = std::vector<SiteSetting>;

struct Case {
  std::string sampler, title = {};
  double evaluations = 1;  ///< of E and of its gradient, a step
  double usual_steps = 1;
  Settings settings = {};
  std::string paper = {}, remark = {};
};

/// The scale and exponent, of a grid, with which a step changes most spins: the jump distance of the paper's
/// Algorithm 3.
Case farthest_jumps(const SettledChains& at, ThreadPool& pool, const Listener& listener) {
  Case best{.sampler = "ab_sites", .evaluations = 2, .usual_steps = 40'000, .paper = "above LB-1"};
  double most = -1;
  for (const double sigma : {0.15, 0.2, 0.3, 0.4, 0.6})
    for (const double alpha : {0.5, 0.6, 0.7, 0.8}) {
      const Settings settings = {{"sigma", sigma}, {"alpha", alpha}};
      const auto sampler = make_site_sampler(best.sampler, at.shared_target(), settings);
      SiteChains swarm(*sampler, at.chains(), 2);
      const double jump = swarm.advance(tuning_steps, pool, {}, listener.pause).changed.value;
      if (jump <= most) continue;
      most = jump;
      best.settings = settings;
      best.title = "AB-1st, σ = " + significant(sigma, 3) + ", α = " + significant(alpha, 3);
    }
  return best;
}

void run(double effort, ThreadPool& pool, const Listener& listener) {
  // Below the critical temperature chains from random configurations stop at stripes.
  const SiteStart all_up = same_site_start(Configuration(side * side, 1));
  for (const double coupling : couplings) {
    const auto target = make_site_target("ising", Settings{{"side", side}, {"coupling", coupling}});
    const SettledChains at(target, "swendsen_wang", {}, chains, all_up, cluster_steps, pool, listener);
    const std::vector<Case> cases = {
        {"lb1_sites", "LB-1", 2, 80'000, {}, {}, "GWG-1 makes the same steps: along one spin E is linear"},
        farthest_jumps(at, pool, listener),
        {"block_gibbs", "Gibbs, all spins", side * side, 4000},
        {"swendsen_wang", "Swendsen–Wang", 1, 500, {}, {}, "not in the paper"}};
    for (const Case& c : cases) {
      const auto sampler = make_site_sampler(c.sampler, target, c.settings);
      const std::uint64_t steps = steps_of(c.usual_steps, effort);
      const Estimate draws = at.efficiency(*sampler, steps, pool, listener).draws;
      const double queries = c.evaluations * static_cast<double>(steps) / 1e4;
      const std::string what = "J = " + significant(coupling, 4) + ", " + c.title;
      if (draws.value < least_draws)
        listener.tell(
            {what,
             {},
             c.paper,
             "fewer than " + significant(least_draws, 2) + " draws in a chain: more effort needed"});
      else
        listener.tell({what, {draws.value / queries, draws.error / queries}, c.paper, c.remark});
    }
  }
}

}  // namespace

Experiment ab_ising() {
  return {.id = "ab-2-ising",
          .title = "Effective draws in 10⁴ evaluations on the 20×20 Ising model",
          .source = "Sun, Dai, Zhang & Schuurmans 2023, Table 2",
          .doc =
              "64 chains on the torus from equilibrium. The paper states neither its boundary nor the "
              "function whose "
              "draws it counts; here that is E. An evaluation is one of E or of its gradient, for Gibbs "
              "sampling one "
              "for each spin. σ and α of AB-1st are those of a grid with the farthest jumps.",
          .run = run};
}

}  // namespace ergo
