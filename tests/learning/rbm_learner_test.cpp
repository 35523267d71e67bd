// Machines that learn: to the best likelihood there is, with any sampler, and the same whatever steps them.
#include "core/learning/rbm_learner.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/learning/rbm_likelihood.h"

namespace ergo {
namespace {

// For six seeds 1500 iterations end 0.09 to 0.12 nats below the best possible.
TEST(RbmLearnerTest, ComesNearTheBestLikelihood) {
  ThreadPool pool(1);  // others wait for each other in every iteration where two tests run at once
  for (const std::uint64_t seed : {1, 2, 3}) {
    RbmLearner learner({.seed = seed});
    learner.learn(1500, pool);
    const RbmFit fit = fit_of(learner.averaged(), learner.data()).value();
    EXPECT_GT(fit.log_likelihood, learner.data().best_log_likelihood() - 0.15) << seed;
    EXPECT_LT(fit.log_likelihood, learner.data().best_log_likelihood()) << seed;
    EXPECT_LT(fit.total_variation, 0.2) << seed;
  }
}

// The likelihood begins at that of random pixels, about -9 log 2 = -6.2; the best is -log 14 = -2.6.
TEST(RbmLearnerTest, LearnsWithEverySamplerThatGoesWithIt) {
  ThreadPool pool(1);
  int tried = 0;
  const auto machine = rbm_target(random_rbm_weights(9, 12, 0.1, 1));
  for (const SiteSamplerUnit& unit : site_samplers()) {
    RbmLearning how{.data = "bars3", .hidden = 12, .chains = 100, .sampler = unit.id};
    if (!lacking(unit.needs, *machine).empty()) {
      EXPECT_THROW(RbmLearner{how}, Error) << unit.id;
      continue;
    }
    RbmLearner learner(how);
    const double before = fit_of(learner.weights(), learner.data())->log_likelihood;
    learner.learn(300, pool);
    EXPECT_GT(fit_of(learner.averaged(), learner.data())->log_likelihood, before + 1) << unit.id;
    ++tried;
  }
  EXPECT_GE(tried, 8);
}

TEST(RbmLearnerTest, DependsNeitherOnThreadsNorOnHowIterationsAreDivided) {
  const RbmLearning how{.data = "bars2", .hidden = 5, .chains = 33, .sampler = "dmala_sites"};
  ThreadPool one(1), three(3);
  RbmLearner whole(how), parts(how);
  whole.learn(12, one);
  for (const std::uint64_t part : {1, 4, 2, 5}) parts.learn(part, three);
  EXPECT_EQ(parts.iterations(), 12u);
  EXPECT_EQ(whole.weights().w, parts.weights().w);
  EXPECT_EQ(whole.weights().b, parts.weights().b);
  EXPECT_EQ(whole.averaged().c, parts.averaged().c);
  EXPECT_EQ(whole.negatives(), parts.negatives());
}

TEST(RbmLearnerTest, SettingsAreChecked) {
  RbmLearning how;
  for (const Parameter& p : learning_parameters()) {
    set(how, "learn." + p.id, p.kind == Kind::choice ? p.choices.back() : "3");
    EXPECT_THROW(set(how, "learn." + p.id, "-1"), Error) << p.id;
    EXPECT_THROW(set(how, p.id, "3"), Error) << p.id;
  }
  EXPECT_EQ(how.data, picture_set_names().back());
  EXPECT_EQ(how.hidden, 3);
  EXPECT_EQ(how.rate, 3);
  EXPECT_EQ(how.decay, 3);
  EXPECT_EQ(how.chains, 3u);
  EXPECT_EQ(how.steps, 3u);
  EXPECT_EQ(how.seed, 3u);
  set(how, "sampler", "dmala_sites");
  set(how, "sampler.alpha", "0.7");
  RbmLearner legal(how);
  set(how, "sampler.alpha", "-1");
  EXPECT_THROW(RbmLearner{how}, Error);
}

}  // namespace
}  // namespace ergo
