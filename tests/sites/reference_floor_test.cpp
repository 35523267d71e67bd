// Bands of distances from a distribution that is itself sampled.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "core/diagnostics/quantities.h"
#include "core/diagnostics/site_distribution.h"
#include "core/site_plane/reference_floor.h"
#include "tests/assigned_config.h"

namespace ergo::reference_floor_test {
namespace {

constexpr std::size_t cells = 40, chains = 64;

/// p_i ~ e^(-i/10)
std::vector<double> masses() {
  std::vector<double> p(cells);
  for (std::size_t i = 0; i < cells; ++i) p[i] = std::exp(-0.1 * static_cast<double>(i));
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& mass : p) mass /= sum;
  return p;
}

/// Chains of which each draws anew with probability 1/`time`, else stays: exact, with the autocorrelation
/// time 2 time - 1.
SampledMasses sampled_by(std::size_t steps, double time, std::mt19937& random) {
  const std::vector<double> p = masses();
  std::discrete_distribution<std::size_t> draw(p.begin(), p.end());
  std::bernoulli_distribution moves(1 / time);
  SampledMasses sampled{
      .chains = chains, .draws = chains * steps, .counts = std::vector<std::uint32_t>(chains * cells)};
  for (std::size_t chain = 0; chain < chains; ++chain) {
    std::size_t at = draw(random);
    for (std::size_t k = 0; k < steps; ++k) {
      if (moves(random)) at = draw(random);
      ++sampled.counts[chain * cells + at];
    }
  }
  return sampled;
}

std::vector<double> shares_of(const SampledMasses& sampled) {
  std::vector<double> shares(cells);
  for (std::size_t i = 0; i < sampled.counts.size(); ++i)
    shares[i % cells] += sampled.counts[i] / static_cast<double>(sampled.draws);
  return shares;
}

double distance_of_draws(const std::vector<double>& from, const std::vector<double>& of, int draws,
                         std::mt19937& random) {
  std::discrete_distribution<std::size_t> draw(of.begin(), of.end());
  std::vector<double> shares(cells);
  for (int k = 0; k < draws; ++k) shares[draw(random)] += 1.0 / draws;
  double sum = 0;
  for (std::size_t i = 0; i < cells; ++i) sum += std::abs(shares[i] - from[i]) / 2;
  return sum;
}

/// 100 runs whose error is as large as that of the draws compared with them: 64 * 200/19 = 674 against 600.
/// Draws from the target lie within the band nine times of ten, with a standard error of 3 %; the
/// bootstrap's variance is 1/64 too small, which takes less than 1 %. In the band of exact draws they lie
/// less than half of the times.
TEST(ReferenceFloor, HoldsNineOfTenExactDraws) {
  constexpr int runs = 100, draws = 600;
  std::mt19937 random(1);
  int inside = 0, below_exact_band = 0;
  for (int run = 0; run < runs; ++run) {
    const SampledMasses sampled = sampled_by(200, 10, random);
    const double distance = distance_of_draws(shares_of(sampled), masses(), draws, random);
    const Interval band = normal_band(ReferenceFloor(sampled).floor(draws).total_variation);
    inside += distance >= band.low && distance <= band.high;
    double mean = 0;  // of |a binomial share - p|, sqrt(2 p (1 - p)/(pi n)) where it is normal
    for (const double p : masses()) mean += std::sqrt(p * (1 - p) / (2 * M_PI * draws));
    below_exact_band += distance < mean * 1.2;
  }
  EXPECT_NEAR(inside, 0.9 * runs, 4 * 0.03 * runs + 0.01 * runs);
  EXPECT_LT(below_exact_band, runs / 2);
}

/// Of a run so long that its own error is nothing, the band is that of exact draws. Both means have a
/// standard error, of 256 replications and of the trials.
TEST(ReferenceFloor, OfALongRunIsThatOfExactDraws) {
  SampledMasses sampled{.chains = chains, .draws = 0, .counts = std::vector<std::uint32_t>(chains * cells)};
  const std::vector<double> p = masses();
  for (std::size_t i = 0; i < sampled.counts.size(); ++i) {
    sampled.counts[i] = static_cast<std::uint32_t>(1e6 * p[i % cells]);
    sampled.draws += sampled.counts[i];
  }
  const ReferenceFloor reference(sampled);
  std::mt19937 random(2);
  for (const int draws : {50, 600}) {
    constexpr int trials = 500;
    double sum = 0, squares = 0;
    for (int k = 0; k < trials; ++k) {
      const double distance = distance_of_draws(p, p, draws, random);
      sum += distance;
      squares += distance * distance;
    }
    const double mean = sum / trials, sd = std::sqrt(squares / trials - mean * mean);
    const Expectation floor = reference.floor(draws).total_variation;
    EXPECT_NEAR(floor.mean, mean, 4 * sd * std::sqrt(1 / 256.0 + 1.0 / trials) + 0.005 * mean) << draws;
    EXPECT_NEAR(floor.sd / sd, 1, 4 * std::sqrt(0.5 / 256 + 0.5 / trials)) << draws;
  }
}

TEST(SampledTruth, IsNotCalledExact) {
  const auto label = [](std::initializer_list<Assignment> assignments) {
    const RunConfig config = ergo::config_of(assignments);
    std::string found;
    for (const Quantity& quantity : plotted_quantities(sampler_unit(config.sampler.id).descriptor))
      if (quantity.id == "site_tv")
        found = has_sampled_truth(config) ? of_sampled_truth(quantity).band_label : quantity.band_label;
    return found;
  };
  EXPECT_EQ(label({{"target", "lattice8"}}), "exact draws, 5–95 %");
  EXPECT_EQ(label({{"target", "ising"}, {"target.side", "5"}}), "exact draws, 5–95 %");
  EXPECT_EQ(label({{"target", "ising"}, {"target.side", "16"}}), "draws of the reference run, 5–95 %");
}

}  // namespace
}  // namespace ergo::reference_floor_test
