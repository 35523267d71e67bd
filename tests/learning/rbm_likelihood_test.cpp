// The exact likelihood of a machine, and its gradient as learning takes it.
#include "core/learning/rbm_likelihood.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/sites/site_states.h"

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

TEST(RbmLikelihood, TheFitIsThatOfTheDistribution) {
  const PictureSet pictures = picture_set("bars3");
  const auto target = rbm_target(random_rbm_weights(9, 5, 1, 3));
  const SiteStates states(target);
  const std::vector<double> p = states.distribution();
  std::vector<double> data(p.size());
  double likelihood = 0, away = 0;
  for (const Configuration& picture : pictures.pictures) {
    const std::size_t at = states.index(picture);
    data[at] += 1.0 / static_cast<double>(pictures.pictures.size());
    likelihood += std::log(p[at]) / static_cast<double>(pictures.pictures.size());
  }
  for (std::size_t i = 0; i < p.size(); ++i) away += std::abs(p[i] - data[i]) / 2;
  const RbmFit fit = fit_of(random_rbm_weights(9, 5, 1, 3), pictures).value();
  EXPECT_NEAR(fit.log_likelihood, likelihood, 1e-11);
  EXPECT_NEAR(fit.total_variation, away, 1e-12);
  EXPECT_THROW(fit_of(random_rbm_weights(8, 5, 1, 3), pictures), Error);
}

// Central differences of the exact likelihood, O(h^2), against statistics under the data and under the exact
// model.
TEST(RbmLikelihood, TheDifferenceOfStatisticsIsTheGradient) {
  const PictureSet pictures = picture_set("bars3");
  RbmWeights weights = random_rbm_weights(9, 4, 0.7, 11);
  const SiteStates states(rbm_target(weights));
  std::vector<Configuration> all;
  for (std::size_t i = 0; i < states.count(); ++i) all.push_back(states.configuration(i));
  const RbmWeights data = mean_statistics(weights, pictures.pictures);
  const RbmWeights model = mean_statistics(weights, all, states.distribution());
  constexpr double h = 1e-5;
  const auto check = [&](std::vector<double> RbmWeights::*part) {
    for (std::size_t i = 0; i < (weights.*part).size(); ++i) {
      const double kept = (weights.*part)[i];
      (weights.*part)[i] = kept + h;
      const double above = fit_of(weights, pictures)->log_likelihood;
      (weights.*part)[i] = kept - h;
      const double below = fit_of(weights, pictures)->log_likelihood;
      (weights.*part)[i] = kept;
      EXPECT_NEAR((data.*part)[i] - (model.*part)[i], (above - below) / (2 * h), 1e-8) << i;
    }
  };
  check(&RbmWeights::b);
  check(&RbmWeights::c);
  check(&RbmWeights::w);
}

TEST(PictureSetTest, PicturesAreDifferentAndOfTheirSize) {
  const std::size_t counts[] = {6, 14, 30, 90};
  std::size_t at = 0;
  for (const std::string& name : picture_set_names()) {
    const PictureSet set = picture_set(name);
    EXPECT_EQ(set.pictures.size(), counts[at++]) << name;
    EXPECT_NEAR(set.best_log_likelihood(), -std::log(static_cast<double>(set.pictures.size())), 1e-15);
    for (std::size_t i = 0; i < set.pictures.size(); ++i) {
      EXPECT_EQ(set.pictures[i].size(), static_cast<std::size_t>(set.pixels()));
      for (std::size_t k = 0; k < i; ++k)
        EXPECT_NE(set.pictures[i], set.pictures[k]) << name << ' ' << k << ' ' << i;
    }
  }
  EXPECT_THROW(picture_set("bars5"), Error);
}

}  // namespace
}  // namespace ergo
