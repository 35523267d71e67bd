// Sun, Dai, Zhang & Schuurmans 2023, Table 2: effective draws on the 20x20 Ising model without a field, at
// high, critical and low temperature.
#include <memory>
#include <optional>
#include <vector>

#include "core/base/number_words.h"
#include "core/reproduction/experiment_list.h"
#include "core/sites/site_chains.h"
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

/// Chains at equilibrium, and the variance of E there.
struct Equilibrium {
  std::unique_ptr<const SiteSampler> clusters;
  std::optional<SiteChains> swarm;
  double variance = 0;
};

/// From all spins up: below the critical temperature chains from random configurations stop at stripes.
void settle(Equilibrium& at, const std::shared_ptr<const SiteTarget>& target, ThreadPool& pool,
            const Listener& listener) {
  at.clusters = make_site_sampler("swendsen_wang", target);
  at.swarm.emplace(*at.clusters, chains, 1, same_site_start(Configuration(side * side, 1)));
  at.swarm->advance(cluster_steps, pool, {}, listener.pause);
  std::vector<double> sums(chains), squares(chains);
  at.swarm->advance(
      cluster_steps, pool,
      [&](std::size_t chain, const SiteChain&, const SiteStepReport& report) {
        sums[chain] += report.energy;
        squares[chain] += report.energy * report.energy;
      },
      listener.pause);
  const double count = static_cast<double>(chains * cluster_steps);
  double mean = 0, square = 0;
  for (std::size_t chain = 0; chain < chains; ++chain)
    mean += sums[chain] / count, square += squares[chain] / count;
  at.variance = square - mean * mean;
}

/// Effective draws of E in a chain of so many steps: Var(E)/Var(the chain's mean), from the spread of the
/// means.
Estimate effective_draws(const SiteSampler& sampler, const Equilibrium& at, std::uint64_t steps,
                         ThreadPool& pool, const Listener& listener) {
  SiteChains swarm(sampler, *at.swarm, 3);
  std::vector<double> means(chains);
  swarm.advance(
      steps, pool,
      [&](std::size_t chain, const SiteChain&, const SiteStepReport& report) {
        means[chain] += report.energy / static_cast<double>(steps);
      },
      listener.pause);
  const Estimate spread = spread_of(means);
  const double draws = at.variance / (spread.value * spread.value);
  return {draws, 2 * draws * spread.error / spread.value};
}

/// The scale and exponent, of a grid, with which a step changes most spins: the jump distance of the paper's
/// Algorithm 3.
Case farthest_jumps(const std::shared_ptr<const SiteTarget>& target, const Equilibrium& at, ThreadPool& pool,
                    const Listener& listener) {
  Case best{.sampler = "ab_sites", .evaluations = 2, .usual_steps = 40'000, .paper = "above LB-1"};
  double most = -1;
  for (const double sigma : {0.15, 0.2, 0.3, 0.4, 0.6})
    for (const double alpha : {0.5, 0.6, 0.7, 0.8}) {
      const Settings settings = {{"sigma", sigma}, {"alpha", alpha}};
      const auto sampler = make_site_sampler(best.sampler, target, settings);
      SiteChains swarm(*sampler, *at.swarm, 2);
      const double jump = swarm.advance(tuning_steps, pool, {}, listener.pause).changed.value;
      if (jump <= most) continue;
      most = jump;
      best.settings = settings;
      best.title = "AB-1st, σ = " + significant(sigma, 3) + ", α = " + significant(alpha, 3);
    }
  return best;
}

void run(double effort, ThreadPool& pool, const Listener& listener) {
  for (const double coupling : couplings) {
    const auto target = make_site_target("ising", Settings{{"side", side}, {"coupling", coupling}});
    Equilibrium at;
    settle(at, target, pool, listener);
    const std::vector<Case> cases = {
        {"lb1_sites", "LB-1", 2, 80'000, {}, {}, "GWG-1 makes the same steps: along one spin E is linear"},
        farthest_jumps(target, at, pool, listener),
        {"block_gibbs", "Gibbs, all spins", side * side, 4000},
        {"swendsen_wang", "Swendsen–Wang", 1, 500, {}, {}, "not in the paper"}};
    for (const Case& c : cases) {
      const auto sampler = make_site_sampler(c.sampler, target, c.settings);
      const std::uint64_t steps = steps_of(c.usual_steps, effort);
      const Estimate draws = effective_draws(*sampler, at, steps, pool, listener);
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
