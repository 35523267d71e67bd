#include "core/reproduction/learned_machine.h"

#include "core/sites/site_chains.h"
#include "core/sites/site_units.h"
#include "core/training/rbm_training.h"

namespace ergo {
namespace {

constexpr std::size_t negatives = 100;  // chains
constexpr std::uint64_t steps_between = 5;
constexpr int iterations = 400;
constexpr WeightStep learning_step = {.rate = 0.5, .adam = false};

}  // namespace

RbmWeights learned_machine(const PictureSet& set, int hidden, ThreadPool& pool, const Listener& listener) {
  RbmTraining training(set.pixels(), {.hidden = hidden, .step = learning_step, .seed = 1});
  auto target = rbm_target(training.weights());
  std::unique_ptr<const SiteSampler> sampler = make_site_sampler("block_gibbs", target);
  SiteChains chains(*sampler, negatives, 1, uniform_site_start(*target));
  std::vector<Configuration> drawn(negatives);
  for (int iteration = 1; iteration <= iterations; ++iteration) {
    chains.advance(steps_between, pool, {}, listener.pause);
    for (std::size_t chain = 0; chain < negatives; ++chain) drawn[chain] = chains.chains()[chain].x;
    training.learn(set.pictures, drawn, 0);
    auto next = make_site_sampler("block_gibbs", rbm_target(training.weights()));
    chains = SiteChains(*next, chains, 1 + static_cast<std::uint64_t>(iteration));
    sampler = std::move(next);
  }
  return training.weights();
}

}  // namespace ergo
