// Zhang, Liu & Liu 2022, Fig. 3: the root-mean-square error, over spins, of the mean that one chain estimates
// on the 5x5 Ising model, as its logarithm, averaged over chains.
#include <cmath>

#include "core/base/number_words.h"
#include "core/reproduction/experiment_list.h"
#include "core/sites/ising_transfer.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

constexpr int side = 5, spins = side * side;
constexpr IsingGrid grid{side, side, true, 0.2, 0.2};
constexpr std::size_t chains = 100;

struct Case {
  const char *sampler, *title;
  double usual_steps;
  std::vector<SiteSetting> settings;
  std::string paper = {}, remark = {};
};

/// log of each chain's error.
Estimate log_rmse(const SiteSampler& sampler, std::uint64_t steps, double truth, ThreadPool& pool,
                  const Listener& listener) {
  std::vector<double> sums(chains * spins);
  SiteChains swarm(sampler, chains, 1, uniform_site_start(sampler.target()));
  swarm.advance(
      steps, pool,
      [&](std::size_t chain, const SiteChain& state, const SiteStepReport&) {
        for (std::size_t i = 0; i < spins; ++i) sums[chain * spins + i] += state.x[i] ? 1 : -1;
      },
      listener.pause);
  std::vector<double> logs;
  for (std::size_t chain = 0; chain < chains; ++chain) {
    double squares = 0;
    for (std::size_t i = 0; i < spins; ++i) {
      const double off = sums[chain * spins + i] / static_cast<double>(steps) - truth;
      squares += off * off / spins;
    }
    logs.push_back(std::log(squares) / 2);
  }
  return mean_of(logs);
}

void run(double effort, ThreadPool& pool, const Listener& listener) {
  const std::vector<Case> cases = {
      {"dmala_sites", "DMALA, α = 0.4", 50'000, {{"alpha", 0.4}}, "the lowest"},
      {"gwg", "GWG-1", 50'000, {{"flips", 1}}, {}, "LB-1 makes the same steps: along one spin E is linear"},
      {"gwg", "GWG-4", 50'000, {{"flips", 4}}},
      {"gibbs_sites", "Gibbs-1", 125'000, {}},
      {"dula_sites",
       "DULA, α = 0.2",
       125'000,
       {{"alpha", 0.2}},
       {},
       "its bias, which more steps do not lower"}};
  const double truth = ising_sums(grid).spin;
  const auto target =
      make_site_target("ising", {{"side", side}, {"coupling", grid.coupling}, {"field", grid.field}});
  for (const Case& c : cases) {
    const auto sampler = make_site_sampler(c.sampler, target, c.settings);
    const std::uint64_t steps = steps_of(c.usual_steps, effort);
    listener.tell({std::string(c.title) + ": log RMSE after " + std::to_string(steps) + " steps",
                   log_rmse(*sampler, steps, truth, pool, listener), c.paper, c.remark});
  }
}

}  // namespace

Experiment dlp_means() {
  return {.id = "dlp-3-ising",
          .title = "Error of the estimated mean, 5×5 Ising",
          .source = "Zhang, Liu & Liu 2022, Fig. 3, Section 7.1, appendix I.2",
          .doc =
              "100 chains from random configurations. GWG-1 and DMALA make 50 000 steps, Gibbs-1 and DULA "
              "125 000, "
              "as in the paper, where these take equal time; GWG-4 makes 50 000 here. The paper plots the "
              "errors and "
              "prints no numbers.",
          .run = run};
}

}  // namespace ergo
