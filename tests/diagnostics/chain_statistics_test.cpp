// Statistics of remembered chains against theory and against those that reports have of all states.
#include "core/chains/chain_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace ergo::chain_statistics_test {
namespace {

/// Values of independent chains of a stationary AR(1) process with this correlation, mean 0 and variance 1.
ChainValues autoregressive(double correlation, std::size_t states, std::size_t chains, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  ChainValues values{.chains = chains};
  const double noise = std::sqrt(1 - correlation * correlation);
  for (std::size_t t = 0; t < states; ++t) {
    values.steps.push_back(static_cast<double>(t));
    for (std::size_t i = 0; i < chains; ++i) {
      const double z = normal(random);
      values.values.push_back(t == 0 ? z : correlation * values.at(t - 1)[i] + noise * z);
    }
  }
  return values;
}

TEST(ChainStatistics, EffectiveDrawsAreTheSumOfTheAutocorrelation) {
  for (const double correlation : {0.0, 0.9, -0.5}) {
    const ChainValues values = autoregressive(correlation, 90, 10, 3);
    const Autocorrelation found = autocorrelation(values, {0.1, 1.2});
    ASSERT_EQ(found.lags.size(), 90u);
    const double T = 90;
    double sum = found.lags[0].value;
    for (std::size_t s = 1; s < 90; ++s) {
      EXPECT_DOUBLE_EQ(found.lags[s].steps, static_cast<double>(s));
      sum += 2 * (1 - static_cast<double>(s) / T) * found.lags[s].value;
    }
    EXPECT_NEAR(found.ess.value, T / sum, 1e-9 * T / sum);
    EXPECT_NEAR(found.time, sum, 1e-9 * std::abs(sum));
  }
}

// The estimate of E(average)^2 over m chains has a relative standard error of sqrt(2/m): four of them.
TEST(ChainStatistics, EffectiveDrawsOfAnAutoregressiveProcessAreThoseOfTheory) {
  const std::size_t states = 400, chains = 2000;
  for (const double correlation : {0.0, 0.8}) {
    const Autocorrelation found = autocorrelation(autoregressive(correlation, states, chains, 5), {});
    double sum = 1;
    for (std::size_t s = 1; s < states; ++s)
      sum += 2 * (1 - static_cast<double>(s) / states) * std::pow(correlation, static_cast<double>(s));
    EXPECT_NEAR(states / sum / found.ess.value, 1, 4 * std::sqrt(2.0 / chains)) << correlation;
    EXPECT_NEAR(found.ess.error / found.ess.value, std::sqrt(2.0 / chains), 0.2 * std::sqrt(2.0 / chains));
  }
}

// Pairs of states that are unevenly apart stand at their mean difference; none is lost.
TEST(ChainStatistics, LagsOfUnevenStepsHaveAllPairs) {
  ChainValues values = autoregressive(0.5, 40, 4, 7);
  for (std::size_t t = 0; t < 40; ++t) values.steps[t] = 20 * static_cast<double>(t) + (t % 3 == 1 ? 8 : 0);
  const Autocorrelation found = autocorrelation(values, {});
  double pairs = 0, sum = 0, before = -1;
  for (const auto& lag : found.lags) {
    EXPECT_GT(lag.steps, before);
    before = lag.steps;
    pairs += (lag.steps > 0 ? 2 : 1) * lag.pairs;
    sum += (lag.steps > 0 ? 2 : 1) * lag.pairs * lag.value;
  }
  EXPECT_EQ(pairs, 1600);
  EXPECT_NEAR(found.ess.value, 1600 / sum, 1e-9 * found.ess.value);
}

// Of 300 runs' autocorrelations at one lag 10 % lie outside: four standard deviations of that share.
TEST(ChainStatistics, TheBandHoldsNineTenthsOfIndependentDraws) {
  const int runs = 300;
  int outside = 0;
  for (int run = 0; run < runs; ++run) {
    const Autocorrelation found = autocorrelation(autoregressive(0, 50, 4, 100 + static_cast<unsigned>(run)), {});
    outside += std::abs(found.lags[5].value) > independent_autocorrelation(found.lags[5].pairs, 4);
  }
  EXPECT_NEAR(outside / 300.0, 0.1, 4 * std::sqrt(0.1 * 0.9 / runs));
}

TEST(ChainStatistics, FewerThanTwoStatesHaveNone) {
  EXPECT_TRUE(autocorrelation({}, {}).lags.empty());
  EXPECT_TRUE(autocorrelation(autoregressive(0, 1, 3, 1), {}).lags.empty());
  EXPECT_TRUE(autocorrelation(autoregressive(0, 9, 3, 1), {0, 0}).lags.empty());
  EXPECT_TRUE(std::isnan(split_rhat(autoregressive(0, 9, 1, 1))));
  EXPECT_TRUE(std::isnan(split_rhat(autoregressive(0, 3, 5, 1))));
  EXPECT_TRUE(rank_histogram(autoregressive(0, 15, 3, 1), 3).draws.empty());
}

// Chains that are the same but for a shift: V is the shifts' variance, W a chain's own.
TEST(ChainStatistics, SplitRhatSeesAShift) {
  ChainValues values = autoregressive(0, 400, 20, 11);
  EXPECT_NEAR(split_rhat(values), 1, 0.02);
  for (std::size_t k = 0; k < values.values.size(); ++k) values.values[k] += k % 2 ? 3 : -3;
  EXPECT_NEAR(split_rhat(values), std::sqrt(1 + 9.0 * 40 / 39), 0.1);
}

TEST(ChainStatistics, RanksOfIndependentDrawsAreFlatWithinTheBand) {
  const ChainValues values = autoregressive(0, 400, 64, 13);
  const RankHistogram found = rank_histogram(values, 64);
  ASSERT_EQ(found.draws.size(), 64u);
  ASSERT_EQ(found.draws[0].size(), 20u);
  EXPECT_EQ(found.expected, 20);
  int outside = 0;
  std::vector<double> of_bin(20, 0.0);
  for (const auto& chain : found.draws) {
    EXPECT_NEAR(std::accumulate(chain.begin(), chain.end(), 0.0), 400, 1e-9);
    for (std::size_t bin = 0; bin < 20; ++bin) {
      of_bin[bin] += chain[bin];
      outside += chain[bin] < found.band.low || chain[bin] > found.band.high;
    }
  }
  for (const double draws : of_bin) EXPECT_NEAR(draws, 400 * 64 / 20, 1e-9);
  // Of 1280 whole numbers 10 % or somewhat less, as the band's ends lie between them.
  EXPECT_NEAR(outside / 1280.0, 0.09, 4 * std::sqrt(0.09 / 1280));
}

TEST(ChainStatistics, AStuckChainHasRanksOfItsOwn) {
  ChainValues values = autoregressive(0, 160, 8, 17);
  for (std::size_t t = 0; t < 160; ++t) values.values[t * 8] += 100;
  const RankHistogram found = rank_histogram(values, 3);
  ASSERT_EQ(found.draws.size(), 3u);
  EXPECT_EQ(found.draws[0].front(), 0);
  EXPECT_GT(found.draws[0].back(), found.band.high);
  EXPECT_LT(found.draws[1].back(), found.band.low);
}

TEST(ChainStatistics, EqualValuesShareTheirRanks) {
  ChainValues values = autoregressive(0, 160, 4, 19);
  for (double& v : values.values) v = v > 0 ? 1 : 0;
  const RankHistogram found = rank_histogram(values, 1);
  const double ones = std::accumulate(values.values.begin(), values.values.end(), 0.0);
  double ones_of_first = 0;
  for (std::size_t t = 0; t < 160; ++t) ones_of_first += values.at(t)[0];
  EXPECT_NEAR(found.draws[0].back(), ones_of_first / ones * 640 / static_cast<double>(found.draws[0].size()), 1e-9);
  std::ranges::fill(values.values, 2.0);
  const RankHistogram same = rank_histogram(values, 1);
  for (const double draws : same.draws[0]) EXPECT_NEAR(draws, 8, 1e-9);
}

}  // namespace
}  // namespace ergo::chain_statistics_test
