// Pynadath, Bhattacharya, Hariharan & Zhang 2024, Fig. 3: with a large balance the acceptance rate is no
// monotone function of the step size.
#include "core/base/number_words.h"
#include "core/reproduction/experiment_list.h"
#include "core/sites/site_chains.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

constexpr double balance = 0.95;
constexpr double step_sizes[] = {0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60};
constexpr std::size_t chains = 500;
constexpr std::uint64_t burn_in = 100;
constexpr double usual_steps = 200;

void run(double effort, ThreadPool& pool, const Listener& listener) {
  const auto target = make_site_target("rbm", {{"visible", 64}, {"hidden", 32}, {"scale", 0.5}});
  const auto gibbs = make_site_sampler("block_gibbs", target);
  SiteChains settled(*gibbs, chains, 1, uniform_site_start(*target));
  settled.advance(burn_in, pool, {}, listener.pause);
  for (const double alpha : step_sizes) {
    const auto dmala = make_site_sampler("dmala_sites", target, {{"alpha", alpha}, {"beta", balance}});
    SiteChains swarm(*dmala, settled, 2);
    const SiteAverages means = swarm.advance(steps_of(usual_steps, effort), pool, {}, listener.pause);
    const std::string title = "α = " + significant(alpha, 3);
    listener.tell({title + ": acceptance", means.acceptance});
    listener.tell({title + ": flips proposed a step", means.proposed});
  }
}

}  // namespace

Experiment acs_acceptance() {
  return {.id = "acs-3-rbm",
          .title = "Acceptance against the step size, β = 0.95",
          .source = "Pynadath, Bhattacharya, Hariharan & Zhang 2024, Fig. 3",
          .doc =
              "The paper plots a deep model of MNIST, which is not at hand; here it is a Boltzmann machine "
              "with 64 "
              "visible and 32 hidden units and random weights of scale 0.5. 500 chains start from 100 steps "
              "of block "
              "Gibbs sampling.",
          .run = run};
}

}  // namespace ergo
