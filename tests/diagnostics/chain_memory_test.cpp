// What reports remember of single chains, on chains whose distribution is known.
#include "core/diagnostics/chain_memory.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace ergo::chain_memory_test {
namespace {

using Engine = std::mt19937_64;

std::vector<std::size_t> all(std::size_t chains) {
  std::vector<std::size_t> indices(chains);
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

ChainData positions(std::size_t chains, auto&& position) {
  ChainData data;
  data.chains = chains;
  data.state_size = 2;
  for (std::size_t i = 0; i < chains; ++i) {
    const Position x = position(i);
    data.state.push_back(x.x);
    data.state.push_back(x.y);
  }
  return data;
}

/// Position made of as many standard normals as there are dimensions.
struct Normals {
  Engine engine;
  int dim = 1;
  std::normal_distribution<double> normal = {};
  Position operator()() {
    const double x = normal(engine);
    return {x, dim > 1 ? normal(engine) : 0};
  }
};

TEST(ChainAverages, HaveTheEffectiveSampleSizeOfAnAutoregression) {
  constexpr std::size_t chains = 4000, states = 50;
  constexpr double phi = 0.8;
  ChainAverages averages;
  averages.begin(chains, {{3, 0}, {1, 0}, {2, 0}}, 1);
  Normals z{Engine(1)};
  std::vector<double> x(chains);
  for (std::size_t t = 0; t < states; ++t)
    for (std::size_t i = 0; i < chains; ++i) {
      x[i] = t == 0 ? z().x : phi * x[i] + std::sqrt(1 - phi * phi) * z().x;
      averages.add(i, {3 + x[i], 0}, 1.0 / static_cast<double>(t + 1));
    }
  double time = 1;  // of x; that of x^2, with phi^2, is shorter
  for (std::size_t s = 1; s < states; ++s)
    time += 2 * (1 - static_cast<double>(s) / states) * std::pow(phi, s);
  const Estimate ess = averages.effective_sample_size(all(chains));
  EXPECT_NEAR(ess.value, states / time, 4 * ess.error);
  // The average is normal: its square has relative standard deviation sqrt(2), whose own estimate errs by
  // sqrt(14/chains)/2, as the kurtosis of chi-squared with one degree of freedom is 15.
  const double relative = ess.error / ess.value / std::sqrt(2.0 / chains);
  EXPECT_NEAR(relative, 1, 4 * std::sqrt(14.0 / chains) / 2);
}

TEST(ChainAverages, CountBiasAndWeights) {
  ChainAverages averages;
  averages.begin(2, {{0, 0}, {1, 1}, {2, 2}}, 2);
  for (std::size_t i = 0; i < 2; ++i) {
    averages.add(i, {1, 1}, 1);
    averages.add(i, {5, 1}, 0.75);
  }
  // The first coordinate's averages are 4 and (0 + 3 * 24)/4 = 18: ESS 1/16 and 2/324.
  EXPECT_DOUBLE_EQ(averages.effective_sample_size(all(2)).value, 2.0 / 324);
  EXPECT_DOUBLE_EQ(averages.effective_sample_size(all(2)).error, 0);
}

/// Chains with means of variance tau^2 about 0 and unit noise, after `transient` states far away.
Estimate split_rhat(double tau, int states, int transient, std::uint64_t seed) {
  constexpr std::size_t chains = 500;
  SplitRhat rhat;
  rhat.begin(chains, {0, 0});
  Normals z{Engine(seed)};
  std::vector<double> means(chains);
  for (double& mean : means) mean = tau * z().x;
  for (int t = 0; t < states; ++t) {
    ChainData data = positions(chains, [&](std::size_t i) {
      const Position x = z();
      return t < transient ? Position{100.0 * static_cast<double>(i), 0} : Position{means[i] + x.x, 0};
    });
    data.step = static_cast<std::uint64_t>(t);
    rhat.add(data);
  }
  return rhat.estimate(all(chains), 1);
}

TEST(SplitRhat, IsKnownForIndependentStates) {
  // With half chains of n states V = tau^2 + 1/n and W = 1: Rhat^2 = 1 + tau^2 for any n.
  for (const int states : {8, 15, 16, 37, 200})
    for (const double tau : {0.0, 0.5}) {
      const Estimate rhat = split_rhat(tau, states, 0, 2);
      EXPECT_NEAR(rhat.value, std::sqrt(1 + tau * tau), 4 * rhat.error) << states << " " << tau;
      EXPECT_LT(rhat.error, tau > 0 ? 0.04 : 0.03);
    }
  EXPECT_TRUE(std::isnan(split_rhat(0, 7, 0, 2).value));  // half chains of one state
}

TEST(SplitRhat, ErrorIsTheSpreadOverRuns) {
  constexpr int runs = 200;
  double squares = 0;
  for (int run = 0; run < runs; ++run) {
    const Estimate rhat = split_rhat(0.5, 32, 0, 100 + run);
    squares += std::pow((rhat.value - std::sqrt(1.25)) / rhat.error, 2);
  }
  EXPECT_NEAR(squares / runs, 1, 4 * std::sqrt(2.0 / runs));
}

TEST(SplitRhat, LeavesFourNinthsOut) {
  for (const int states : {16, 17, 32, 40, 64, 71, 100}) {
    const Estimate rhat = split_rhat(0, states, 4 * states / 9, 3);
    EXPECT_NEAR(rhat.value, 1, 4 * rhat.error) << states;
  }
  EXPECT_GT(split_rhat(0, 64, 48, 3).value, 10);
}

/// Chains from normal starts of which the states keep a correlation rho.
struct Remembering {
  Normals z;
  double rho;
  std::pair<ChainData, ChainData> chains(std::size_t count) {
    const ChainData start = positions(count, [&](std::size_t) { return z(); });
    return {start, positions(count, [&](std::size_t i) {
              return rho * start.x(i) + std::sqrt(1 - rho * rho) * z();
            })};
  }
};

TEST(NestedRhat, IsKnownForAGaussianMemory) {
  constexpr std::size_t chains = 65'536;
  constexpr int groups = NestedRhat::most_groups;
  // Means of a standard normal between its quantiles k/K, by a fine sum over the quantile function's inverse.
  std::vector<double> means(groups);
  double cumulative = 0;
  for (double x = -9; x < 9; x += 1e-4) {
    const double mass = 1e-4 * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    means[std::min(groups - 1, static_cast<int>(cumulative * groups))] += groups * mass * x;
    cumulative += mass;
  }
  const double between = std::inner_product(means.begin(), means.end(), means.begin(), 0.0) / (groups - 1);
  for (const double rho : {0.9, 0.3, 0.0}) {
    Remembering memory{{Engine(5)}, rho};
    const auto [start, now] = memory.chains(chains);
    NestedRhat rhat;
    rhat.begin(start, all(chains), 1);
    ASSERT_EQ(rhat.groups(), groups);
    const double W = 1 - rho * rho * between * (groups - 1) / groups;
    const double expected = std::sqrt(1 + rho * rho * between / W + groups / double(chains));
    // The means differ by what they are, not by chance, but for W/M: less error than the one stated.
    const Estimate found = rhat.estimate(now, all(chains));
    EXPECT_NEAR(found.value, expected, 4 * found.error) << rho;
    EXPECT_NEAR(found.value, expected, 0.02 * expected) << rho;
  }
}

TEST(NestedRhat, BandHoldsNineInTenForgetfulSwarms) {
  constexpr int runs = 400;
  for (const int dim : {1, 2}) {
    int inside = 0;
    for (int run = 0; run < runs; ++run) {
      Remembering memory{{Engine(1000 * dim + run), dim}, 0};
      const auto [start, now] = memory.chains(1024);
      NestedRhat rhat;
      rhat.begin(start, all(1024), dim);
      const Interval band = rhat.band(1024);
      const double value = rhat.estimate(now, all(1024)).value;
      inside += value >= band.low && value <= band.high;
    }
    EXPECT_NEAR(inside / double(runs), 0.9, 4 * std::sqrt(0.09 / runs)) << dim;
  }
}

TEST(NestedRhat, NeedsDifferentStarts) {
  NestedRhat rhat;
  const ChainData point = positions(1000, [](std::size_t) { return Position{1, 2}; });
  rhat.begin(point, all(1000), 2);
  EXPECT_EQ(rhat.groups(), 0);
  EXPECT_TRUE(std::isnan(rhat.estimate(point, all(1000)).value));
}

TEST(Displacement, IsPerStep) {
  Displacement displacement;
  displacement.begin();
  ChainData data = positions(3, [](std::size_t) { return Position{0, 0}; });
  displacement.add(data, all(3));
  EXPECT_TRUE(std::isnan(displacement.per_step().value));
  EXPECT_EQ(displacement.steps(), 0u);
  data = positions(3, [](std::size_t i) { return i == 0 ? Position{3, 4} : Position{0, 5}; });
  data.step = 5;
  displacement.add(data, all(3));
  EXPECT_DOUBLE_EQ(displacement.per_step().value, 5);
  EXPECT_NEAR(displacement.per_step().error, 0, 1e-15);
  EXPECT_EQ(displacement.steps(), 5u);
}

}  // namespace
}  // namespace ergo::chain_memory_test
