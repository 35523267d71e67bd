// Sun, Dai, Zhang & Schuurmans 2023, Table 2: effective draws on the 20x20 Ising model without a field, at
// high, critical and low temperature.
#include <vector>

#include "core/base/number_words.h"
#include "core/reproduction/experiment_list.h"
#include "core/sites/site_chains.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

constexpr int side = 20;
constexpr double couplings[] = {0.3, 0.4407, 0.7071};
constexpr std::size_t chains = 100;
constexpr double usual_steps = 4000, tuning_steps = 100;
constexpr double burn_in = 0.25;  // of the steps

using Settings = std::vector<SiteSetting>;

struct Case {
  std::string sampler, title = {};
  double evaluations = 1;  ///< of E and of its gradient, a step
  Settings settings = {};
  std::string paper = {}, remark = {};
};

/// All spins up: below the critical temperature chains from random configurations stop at stripes.
SiteStart one_phase(const SiteTarget& target) {
  return same_site_start(Configuration(static_cast<std::size_t>(target.sites()), 1));
}

/// Effective draws of E in a chain of so many steps: Var(E)/Var(the chain's mean), from the spread over
/// chains.
Estimate effective_draws(const SiteSampler& sampler, std::uint64_t steps, ThreadPool& pool) {
  SiteChains swarm(sampler, chains, 1, one_phase(sampler.target()));
  swarm.advance(steps_of(burn_in, static_cast<double>(steps)), pool);
  std::vector<double> sums(chains), squares(chains);
  swarm.advance(steps, pool, [&](std::size_t chain, const SiteChain&, const SiteStepReport& report) {
    sums[chain] += report.energy;
    squares[chain] += report.energy * report.energy;
  });
  const auto n = static_cast<double>(steps);
  double all = 0, all_squares = 0;
  std::vector<double> means;
  for (std::size_t chain = 0; chain < chains; ++chain) {
    means.push_back(sums[chain] / n);
    all += means.back() / chains;
    all_squares += squares[chain] / n / chains;
  }
  const Estimate spread = spread_of(means);
  const double draws = (all_squares - all * all) / (spread.value * spread.value);
  return {draws, 2 * draws * spread.error / spread.value};
}

/// The scale and exponent, of a grid, with which a step changes most spins: the jump distance of the paper's
/// Algorithm 3.
Case farthest_jumps(const std::shared_ptr<const SiteTarget>& target, double effort, ThreadPool& pool) {
  Case best{.sampler = "ab_sites", .evaluations = 2, .paper = "above LB-1"};
  double most = -1;
  for (const double sigma : {0.15, 0.2, 0.3, 0.4, 0.6, 1.0})
    for (const double alpha : {0.5, 0.6, 0.7, 0.8, 0.9}) {
      const Settings settings = {{"sigma", sigma}, {"alpha", alpha}};
      const auto sampler = make_site_sampler(best.sampler, target, settings);
      SiteChains swarm(*sampler, chains, 2, one_phase(*target));
      swarm.advance(steps_of(tuning_steps, effort), pool);
      const double jump = swarm.advance(steps_of(tuning_steps, effort), pool).changed.value;
      if (jump <= most) continue;
      most = jump;
      best.settings = settings;
      best.title = "AB-1st, σ = " + significant(sigma, 3) + ", α = " + significant(alpha, 3);
    }
  return best;
}

void run(double effort, ThreadPool& pool, const TellNumber& tell) {
  for (const double coupling : couplings) {
    const auto target = make_site_target("ising", Settings{{"side", side}, {"coupling", coupling}});
    const std::vector<Case> cases = {
        {"lb1_sites", "LB-1", 2, {}, {}, "GWG-1 makes the same steps: along one spin E is linear"},
        farthest_jumps(target, effort, pool),
        {"block_gibbs", "Gibbs, all spins", side * side},
        {"swendsen_wang", "Swendsen–Wang", 1, {}, {}, "not in the paper"}};
    for (const Case& c : cases) {
      const auto sampler = make_site_sampler(c.sampler, target, c.settings);
      const std::uint64_t steps = steps_of(usual_steps, effort);
      const Estimate draws = effective_draws(*sampler, steps, pool);
      const double queries = c.evaluations * static_cast<double>(steps) / 1e4;
      tell({"J = " + significant(coupling, 4) + ", " + c.title + ": effective draws of E in 10⁴ evaluations",
            {draws.value / queries, draws.error / queries},
            c.paper,
            c.remark});
    }
  }
}

}  // namespace

Experiment ab_ising() {
  return {.id = "ab-2-ising",
          .title = "Effective draws on the 20×20 Ising model",
          .source = "Sun, Dai, Zhang & Schuurmans 2023, Table 2",
          .doc = "100 chains on the torus from one phase, a quarter of the steps before they count; the paper makes "
                 "100 000. It states neither its boundary nor the function whose draws it counts; here that is E. An "
                 "evaluation is one of E or of its gradient.",
          .run = run};
}

}  // namespace ergo
