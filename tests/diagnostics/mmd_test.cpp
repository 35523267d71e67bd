// MMD^2: unbiased, its error and band calibrated, its response to a wrong distribution, the papers'
// estimator.
#include "core/diagnostics/mmd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/truth/kernel_sums.h"
#include "core/unit/registry.h"
#include "tests/sample.h"

namespace ergo::mmd_test {
namespace {

constexpr std::uint64_t fresh = 1'000'000;  // replications that no band has used

std::shared_ptr<const Target> make(const std::string& id) { return target_unit(id).make(); }

struct Replications {
  std::vector<double> mmd2;
  double mean_square_error = 0;  ///< of the reported errors

  double mean() const { return moment(1, 0); }
  double variance() const { return moment(2, mean()); }
  double moment(int power, double centre) const {
    double sum = 0;
    for (const double value : mmd2) sum += std::pow(value - centre, power);
    return sum / static_cast<double>(mmd2.size());
  }
  /// Standard error of variance(), from the fourth moment.
  double variance_error() const {
    const double v = variance();
    return std::sqrt((moment(4, mean()) - v * v) / static_cast<double>(mmd2.size()));
  }
};

Replications replicate(const MmdReference& reference, std::size_t points, int count, Position shift = {}) {
  Replications all;
  for (int r = 0; r < count; ++r) {
    auto x = reference.draws()(points, fresh + r);
    for (Position& p : x) p = p + shift;
    const auto estimate = reference.estimate(x);
    all.mmd2.push_back(estimate->mmd2);
    all.mean_square_error += estimate->error * estimate->error / count;
  }
  return all;
}

TEST(Mmd, IsUnbiasedForEveryTarget) {
  for (const auto& unit : targets(Space::plane)) {
    const Replications all = replicate(MmdReference(unit.make()), 200, 200);
    EXPECT_NEAR(all.mean(), 0, 4 * std::sqrt(all.variance() / 200)) << unit.descriptor.id;
  }
}

TEST(Mmd, EqualsItsDefinition) {
  const MmdReference reference(make("ring8"));
  const auto x = reference.draws()(50, fresh);
  std::vector<double> w(x.size());
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = 1 + static_cast<double>(i % 5);
  const auto definition = [&](std::size_t left_out) {
    double pairs = 0, pair_weight = 0, cross = 0, weight = 0;
    const auto mean = reference.kernel_mean(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (i == left_out) continue;
      cross += w[i] * mean[i];
      weight += w[i];
      for (std::size_t j = 0; j < x.size(); ++j) {
        if (j == i || j == left_out) continue;
        pairs += w[i] * w[j] * gaussian_kernel(x[i], x[j], reference.bandwidth());
        pair_weight += w[i] * w[j];
      }
    }
    return pairs / pair_weight - 2 * cross / weight + reference.expectation();
  };
  const auto estimate = *reference.estimate(x, w);
  EXPECT_NEAR(estimate.mmd2, definition(x.size()), 1e-12);
  double sum = 0, square = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += definition(i);
    square += definition(i) * definition(i);
  }
  const double n = static_cast<double>(x.size());
  EXPECT_NEAR(estimate.error, std::sqrt((n - 1) * (square / n - sum * sum / (n * n))), 1e-9);
}

TEST(Mmd, IgnoresNonFiniteDrawsAndZeroWeights) {
  const MmdReference reference(make("ring8"));
  auto x = reference.draws()(100, fresh);
  const auto clean = *reference.estimate(x);
  std::vector<double> w(x.size(), 2.0);
  x.insert(x.end(), {{NAN, 0}, {0, INFINITY}, {5, 5}, {1, 1}});
  w.insert(w.end(), {1, 1, 0, NAN});
  const auto estimate = *reference.estimate(x, w);
  EXPECT_EQ(estimate.points, 100u);
  EXPECT_DOUBLE_EQ(estimate.mmd2, clean.mmd2);
  EXPECT_FALSE(reference.estimate(std::vector<Position>{{0, 0}, {NAN, 0}}));
}

TEST(Mmd, ShiftedGaussianMatchesTheClosedForm) {
  const MmdReference reference(make("gaussian"));
  const double h2 = std::pow(reference.bandwidth(), 2);
  double before = -1;
  for (const double shift : {0.0, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0}) {
    const Replications all = replicate(reference, 500, 20, {shift, 0});
    const double expected = 2 * reference.expectation() * (1 - std::exp(-shift * shift / (2 * (2 + h2))));
    EXPECT_NEAR(all.mean(), expected, 4 * std::sqrt(all.mean_square_error / 20)) << shift;
    EXPECT_GT(all.mean(), before);
    before = all.mean();
  }
}

TEST(Mmd, RespondsToEveryTargetsShift) {
  for (const auto& unit : targets(Space::plane)) {
    const MmdReference reference(unit.make());
    double before = reference.estimate(reference.draws()(1000, fresh))->mmd2;
    for (const double shift : {0.5, 1.0, 2.0}) {
      auto x = reference.draws()(1000, fresh);
      for (Position& p : x) p.x += shift * reference.bandwidth();
      const auto estimate = *reference.estimate(x);
      EXPECT_GT(estimate.mmd2, before + 4 * estimate.error) << unit.descriptor.id << " " << shift;
      before = estimate.mmd2;
    }
  }
}

TEST(Mmd, ImportanceWeightsMendAWrongDistribution) {
  const MmdReference reference(make("gaussian"));
  // Draws of N(0, 4 I) weighted by N(0, I) / N(0, 4 I).
  auto x = reference.draws()(5000, fresh);
  std::vector<double> w;
  for (Position& p : x) {
    p = 2 * p;
    w.push_back(std::exp(-0.375 * dot(p, p)));
  }
  const auto raw = *reference.estimate(x), weighted = *reference.estimate(x, w);
  EXPECT_GT(raw.mmd2, 10 * raw.error);
  EXPECT_LT(std::abs(weighted.mmd2), 4 * weighted.error);
}

TEST(Mmd, JackknifeErrorIsCalibrated) {
  const MmdReference reference(make("ring8"));
  constexpr int count = 400;
  const Replications shifted = replicate(reference, 300, count, {reference.bandwidth(), 0});
  const double noise = 4 * shifted.variance_error() / shifted.variance();
  EXPECT_NEAR(shifted.mean_square_error / shifted.variance(), 1, noise);
  // A degenerate U-statistic of order 2: twice the variance.
  const Replications exact = replicate(reference, 300, count);
  EXPECT_NEAR(exact.mean_square_error / exact.variance(), 2,
              2 * 4 * exact.variance_error() / exact.variance());
}

/// The share of fresh replications that fall into the simulated band.
double coverage(const MmdReference& reference, std::size_t points, int count) {
  MmdBand band(points, reference.estimator());
  EXPECT_FALSE(band.interval(points));
  while (!band.ready()) band.simulate(reference, 16);
  const Interval interval = *band.interval(points);
  const Replications all = replicate(reference, points, count);
  return static_cast<double>(
             std::count_if(all.mmd2.begin(), all.mmd2.end(),
                           [&](double value) { return interval.low <= value && value <= interval.high; })) /
         count;
}

// Fresh draws: variance 0.9 0.1 / count; two independent-ish quantile estimates: at most 2 (0.05 0.95) /
// replications.
double coverage_error(int count, MmdEstimator estimator = MmdEstimator::closed_form) {
  return std::sqrt(0.09 / count + 0.095 / static_cast<double>(MmdBand::replications(estimator)));
}

// CI takes every second target.
TEST(MmdBand, CoversNineTenthsOfExactDraws) {
  std::size_t item = 0;
  for (const auto& unit : targets(Space::plane)) {
    if (!in_sample(item++, 2)) continue;
    EXPECT_NEAR(coverage(MmdReference(unit.make()), 100, 400), 0.9, 4 * coverage_error(400))
        << unit.descriptor.id;
  }
}

TEST(MmdBand, ShrinksAsOneOverN) {
  for (const char* id : {"ring8", "squiggle", "oscillator"})
    EXPECT_NEAR(coverage(MmdReference(make(id)), 8 * MmdBand::most_points, 300), 0.9, 4 * coverage_error(300))
        << id;
}

TEST(LowerMedian, CountsEveryEntryOfTheMatrix) {
  const MmdReference reference(make("ring8"));
  for (const std::size_t n : {1u, 2u, 3u, 100u, 301u}) {
    const auto x = reference.draws()(n, fresh);
    std::vector<double> matrix;
    for (const Position a : x)
      for (const Position b : x) matrix.push_back(dot(a - b, a - b));
    std::sort(matrix.begin(), matrix.end());
    EXPECT_EQ(lower_median_squared_distance(x), matrix[(n * n - 1) / 2]) << n;
  }
  EXPECT_EQ(lower_median_squared_distance(std::vector<Position>(9, Position{1, 2})), 0);
}

TEST(PaperMmd, EqualsItsTranscription) {
  const MmdReference reference(make("ring8"), MmdEstimator::paper);
  const auto y = reference.draws()(10000, for_paper), x = reference.draws()(200, fresh);
  const double width = lower_median_squared_distance(y);
  const auto k = [&](Position a, Position b) {
    return std::exp(-0.5 * dot(a - b, a - b) / width) / std::sqrt(2 * std::numbers::pi * width);
  };
  double yy = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t j = i + 1; j < y.size(); ++j) yy += k(y[i], y[j]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) xx += i == j ? 0 : k(x[i], x[j]);
    for (const Position b : y) xy += k(x[i], b);
  }
  const double n = static_cast<double>(x.size()), m = static_cast<double>(y.size());
  EXPECT_NEAR(reference.estimate(x)->mmd2, yy / (m * (m - 1) / 2) + xx / (n * (n - 1)) - 2 * xy / (n * m),
              3e-7);
}

TEST(PaperMmd, HasThePublishedBandwidths) {
  // Published to three digits from one sample of 10 000, whose own spread is measured here.
  const MmdReference ring(make("ring8"), MmdEstimator::paper);
  double sum = 0, square = 0;
  for (int r = 0; r < 8; ++r) {
    const double width = lower_median_squared_distance(ring.draws()(10000, fresh + r));
    sum += width;
    square += width * width;
  }
  const double spread = std::sqrt((square - sum * sum / 8) / 7);
  EXPECT_NEAR(std::pow(ring.bandwidth(), 2), 0.505, 0.0005 + 4 * std::numbers::sqrt2 * spread);
  // Whitened, the correlated Gaussian is N(0, I): squared distances are 2 chi^2_2, of median 4 ln 2 = 2.7726.
  const MmdReference correlated(make("correlated_gaussian"), MmdEstimator::paper);
  EXPECT_GT(std::pow(correlated.bandwidth(), 2), 2.7);
  EXPECT_LT(std::pow(correlated.bandwidth(), 2), 2.8);
  // So is the funnel, in coordinates of its own.
  const MmdReference funnel(make("funnel"), MmdEstimator::paper);
  EXPECT_GT(std::pow(funnel.bandwidth(), 2), 2.7);
  EXPECT_LT(std::pow(funnel.bandwidth(), 2), 2.8);
}

TEST(PaperMmd, StandardisedExactDrawsAreStandardNormal) {
  constexpr std::size_t count = 100'000;
  for (const auto& unit : targets(Space::plane)) {
    const auto target = unit.make();
    if (target->standardised({2, 3}) == Position{2, 3}) continue;
    double sums[5] = {};
    for (const Position x : ExactDraws(unit.make())(count, fresh)) {
      const Position z = target->standardised(x);
      const double terms[] = {z.x, z.y, z.x * z.x - 1, z.y * z.y - 1, z.x * z.y};
      for (int i = 0; i < 5; ++i) sums[i] += terms[i] / count;
    }
    // Variances 1, 1, 2, 2, 1 of a term.
    for (int i = 0; i < 5; ++i)
      EXPECT_NEAR(sums[i], 0, 4 * std::sqrt((i == 2 || i == 3 ? 2.0 : 1.0) / count)) << i;
  }
}

/// As many chains as in the paper, twenty times fewer than its reference sample. CI takes one of the targets.
TEST(PaperMmd, HasABand) {
  std::size_t item = 0;
  for (const char* id : {"ring8", "squiggle", "oscillator"}) {
    if (!in_sample(item++, 3)) continue;
    EXPECT_NEAR(coverage(MmdReference(make(id), MmdEstimator::paper), 500, 300), 0.9,
                4 * coverage_error(300, MmdEstimator::paper))
        << id;
  }
}

TEST(PaperMmd, SeesExactDrawsNearZero) {
  // Error of the x sample as reported; of the y sample, whose size is 20 times larger, at most as much again.
  const MmdReference reference(make("ring8"), MmdEstimator::paper);
  const auto estimate = *reference.estimate(reference.draws()(500, fresh));
  EXPECT_LT(std::abs(estimate.mmd2), 4 * std::numbers::sqrt2 * estimate.error);
  auto shifted = reference.draws()(500, fresh);
  for (Position& p : shifted) p.y += 0.5;
  EXPECT_GT(reference.estimate(shifted)->mmd2, 0.05);
}

}  // namespace
}  // namespace ergo::mmd_test
