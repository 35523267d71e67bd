// The exact likelihood of a machine, and its gradient as learning takes it.
#include "core/training/rbm_likelihood.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/sites/site_states.h"
#include "core/training/bits_data.h"

namespace ergo {
namespace {

RbmWeights transposed(const RbmWeights& weights) {
  RbmWeights other{weights.c, weights.b, std::vector<double>(weights.w.size())};
  for (std::size_t j = 0; j < weights.c.size(); ++j)
    for (std::size_t i = 0; i < weights.b.size(); ++i)
      other.w[i * weights.c.size() + j] = weights.w[j * weights.b.size() + i];
  return other;
}

TEST(RbmLikelihood, TheNormaliserIsTheSumOverAllConfigurations) {
  for (const int hidden : {1, 3, 9, 12}) {
    const RbmWeights weights = random_rbm_weights(9, hidden, 1, 7);
    const SiteStates states(rbm_target(weights));
    EXPECT_NEAR(log_normaliser(weights).value(), states.log_z(), 1e-11) << hidden;
    EXPECT_NEAR(log_normaliser(transposed(weights)).value(), states.log_z(), 1e-11) << hidden;
  }
  EXPECT_FALSE(log_normaliser(random_rbm_weights(23, 23, 1, 1)));
}

TEST(RbmLikelihood, AllEnergiesAreTheTargets) {
  for (const double scale : {0.1, 1.0, 60.0}) {  // the last with factors beyond 1e77
    const RbmWeights weights = random_rbm_weights(11, 7, scale, 7);
    const SiteStates states(rbm_target(weights));
    const std::vector<double> energies = all_energies(weights);
    ASSERT_EQ(energies.size(), states.count());
    for (std::size_t i = 0; i < energies.size(); ++i)
      EXPECT_NEAR(energies[i], states.energies()[i], 1e-11 * (1 + std::abs(energies[i])))
          << scale << ' ' << i;
  }
}

std::shared_ptr<const SitePlane> plane_of(const std::string& id, const std::vector<SiteSetting>& settings) {
  const SiteTargetUnit& unit = *std::ranges::find(site_targets(), id, &SiteTargetUnit::id);
  std::vector<double> values = initial_values(unit.parameters);
  for (const SiteSetting& setting : settings) {
    const auto at = std::ranges::find(unit.parameters, setting.id, &Parameter::id);
    values[static_cast<std::size_t>(at - unit.parameters.begin())] = parse_value(*at, setting.text, "");
  }
  return SitePlane::made(unit, Parameters(unit.parameters, values));
}

TEST(BitsDataTest, TheFitIsThatOfTheDistributions) {
  const BitsData data(plane_of("ising", {{"side", 3}, {"coupling", 0.3}}), 1);
  const RbmWeights weights = random_rbm_weights(9, 5, 1, 3);
  const std::vector<double> p = SiteStates(rbm_target(weights)).distribution(),
                            q = SiteStates(data.target().model()).distribution();
  double likelihood = 0, best = 0, away = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    likelihood += q[i] * std::log(p[i]);
    best += q[i] * std::log(q[i]);
    away += std::abs(p[i] - q[i]) / 2;
  }
  EXPECT_NEAR(data.fit(weights).log_likelihood, likelihood, 1e-11);
  EXPECT_NEAR(data.fit(weights).total_variation, away, 1e-12);
  EXPECT_NEAR(data.best_log_likelihood(), best, 1e-11);
}

// A machine without weights gives each of n bits probability 1/2. The pictures' own likelihood is a mean over
// 4000 draws, of which about n/(1 + e^4) bits are wrong.
TEST(BitsDataTest, ManySitesAreJudgedByDraws) {
  const BitsData data(plane_of("pictures", {{"set", "digits"}}), 1);
  const int n = data.target().model()->sites();
  const RbmFit fit = data.fit({std::vector<double>(42), {0}, std::vector<double>(42)});
  EXPECT_NEAR(fit.log_likelihood, -n * std::log(2), 1e-9);
  EXPECT_GT(fit.total_variation, 0.99);
  const double wrong = 1 / (1 + std::exp(4)),
               noise = -wrong * std::log(wrong) - (1 - wrong) * std::log(1 - wrong);
  EXPECT_NEAR(data.best_log_likelihood(), -std::log(90) - n * noise,
              0.25);  // different pictures may lead to one draw
}

// A mean over 4000 draws of numbers from 0 to 1: its standard deviation is at most 1/2/sqrt(4000).
TEST(BitsDataTest, TotalVariationOfManySitesIsEstimated) {
  const BitsData data(plane_of("ising_graph", {{"sites", 18}, {"coupling", 0.2}}), 1);
  for (const double scale : {0.0, 0.3, 1.0}) {
    const RbmWeights weights = random_rbm_weights(18, 4, scale, 5);
    const std::vector<double> p = SiteStates(rbm_target(weights)).distribution(),
                              q = SiteStates(data.target().model()).distribution();
    double apart = 0;
    for (std::size_t i = 0; i < p.size(); ++i) apart += std::abs(p[i] - q[i]) / 2;
    EXPECT_NEAR(data.fit(weights).total_variation, apart, 5 * 0.5 / std::sqrt(4000)) << scale;
    EXPECT_GT(apart, 0.1);
  }
}

TEST(BitsDataTest, DrawsDifferFromIterationToIteration) {
  const BitsData data(plane_of("pictures", {{"set", "digits"}}), 1);
  EXPECT_NE(data.draws(20, 0), data.draws(20, 1));
  EXPECT_EQ(data.draws(20, 3), data.draws(20, 3));
}

TEST(BitsDataTest, RefusesWhatHasNoExactDraws) {
  EXPECT_THROW(BitsData(plane_of("ising", {{"side", 16}}), 1), Error);
  EXPECT_THROW(BitsData(plane_of("potts", {{"side", 2}}), 1), Error);
}

// Central differences of the exact likelihood, O(h^2), against statistics under the data and under the exact
// model.
TEST(RbmLikelihood, TheDifferenceOfStatisticsIsTheGradient) {
  const BitsData of_pictures(plane_of("pictures", {{"set", "bars3"}, {"beta", 2}}), 1);
  RbmWeights weights = random_rbm_weights(9, 4, 0.7, 11);
  const SiteStates states(rbm_target(weights));
  std::vector<Configuration> all;
  for (std::size_t i = 0; i < states.count(); ++i) all.push_back(states.configuration(i));
  const RbmWeights data =
      mean_statistics(weights, all, SiteStates(of_pictures.target().model()).distribution());
  const RbmWeights model = mean_statistics(weights, all, states.distribution());
  constexpr double h = 1e-5;
  const auto check = [&](std::vector<double> RbmWeights::*part) {
    for (std::size_t i = 0; i < (weights.*part).size(); ++i) {
      const double kept = (weights.*part)[i];
      (weights.*part)[i] = kept + h;
      const double above = of_pictures.fit(weights).log_likelihood;
      (weights.*part)[i] = kept - h;
      const double below = of_pictures.fit(weights).log_likelihood;
      (weights.*part)[i] = kept;
      EXPECT_NEAR((data.*part)[i] - (model.*part)[i], (above - below) / (2 * h), 1e-8) << i;
    }
  };
  check(&RbmWeights::b);
  check(&RbmWeights::c);
  check(&RbmWeights::w);
}

}  // namespace
}  // namespace ergo
