// Kernel density estimates: moments, binning, and points of which there is none.
#include "core/mixture/kernel_density.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/mixture/gaussian_kernels.h"
#include "core/random/draws.h"

namespace ergo::kernel_density_test {
namespace {

std::vector<Position> normal_points(std::size_t count, int dim = 2) {
  std::vector<Position> points;
  for (std::size_t i = 0; i < count; ++i) {
    const Draw d = Draws(7, Purpose::data, static_cast<std::uint32_t>(i), 0, 2)(0);
    points.push_back({3 + 2 * d.normal_x, dim > 1 ? d.normal_x - 0.5 * d.normal_y : 0});
  }
  return points;
}
KernelDensity estimate(const std::vector<Position>& points, double bandwidth = 0,
                       std::size_t most = most_kernels, int dim = 2) {
  return kernel_density(points, dim, bandwidth, most, "a file", "target.file", "target.bandwidth");
}

struct Moments {
  Position mean, variance;
  double covariance = 0;
};
Moments moments_of(std::span<const Position> x, std::span<const double> weight, Position kernel = {0, 0}) {
  Moments m;
  for (std::size_t i = 0; i < x.size(); ++i) m.mean = m.mean + weight[i] * x[i];
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Position d = x[i] - m.mean;
    m.variance = m.variance + weight[i] * squared(d);
    m.covariance += weight[i] * d.x * d.y;
  }
  m.variance = m.variance + squared(kernel);
  return m;
}
Moments of_points(const std::vector<Position>& points) {
  return moments_of(points, std::vector<double>(points.size(), 1.0 / static_cast<double>(points.size())));
}

TEST(KernelDensity, ScottsRuleScalesEachAxis) {
  const auto points = normal_points(64);
  const KernelDensity density = estimate(points);
  EXPECT_DOUBLE_EQ(density.bandwidth, 0.5);  // 64^(-1/6)
  const Position variance = 64. / 63 * of_points(points).variance;
  EXPECT_NEAR(density.sd.x, 0.5 * std::sqrt(variance.x), 1e-14);
  EXPECT_NEAR(density.sd.y, 0.5 * std::sqrt(variance.y), 1e-14);
  EXPECT_EQ(density.centre, points);
  EXPECT_EQ(density.spacing, 0);
  EXPECT_DOUBLE_EQ(estimate(normal_points(32, 1), 0, most_kernels, 1).bandwidth, 0.5);  // 32^(-1/5)
  EXPECT_NEAR(estimate(points, 0.1).sd.y, 0.1 * std::sqrt(variance.y), 1e-15);
}

/// The mean and the covariance with all their rounding; the variances that nodes add leave the kernels.
TEST(KernelDensity, PointsOnNodesKeepMeanAndCovariance) {
  for (const int dim : {1, 2})
    for (const std::size_t count : {1500u, 20'000u}) {
      const auto points = normal_points(count, dim);
      const KernelDensity plain = estimate(points, 0, count, dim),
                          binned = estimate(points, 0, most_kernels, dim);
      ASSERT_GT(binned.spacing, 0);
      EXPECT_LE(binned.centre.size(), most_kernels);
      EXPECT_EQ(binned.bandwidth, plain.bandwidth);
      const Position of_kernels = dim > 1 ? plain.sd : Position{plain.sd.x, 0};
      const Moments wanted = moments_of(plain.centre, plain.weight, of_kernels),
                    found = moments_of(binned.centre, binned.weight,
                                       dim > 1 ? binned.sd : Position{binned.sd.x, 0});
      EXPECT_NEAR(norm(found.mean - wanted.mean), 0, 1e-12);
      EXPECT_NEAR(norm(found.variance - wanted.variance), 0, 1e-12);
      EXPECT_NEAR(found.covariance, wanted.covariance, 1e-12);
    }
}

/// A point t of a cell from a node adds t (1 - t) cells^2, up to a sixth or a twelfth off the mean 1/6, so
/// that density where the points are many, and their places in cells even, is off by far less than by a sixth
/// of half its curvature.
TEST(KernelDensity, PointsOnNodesKeepTheDensity) {
  const auto points = normal_points(20'000);
  const KernelDensity binned = estimate(points);
  ASSERT_EQ(binned.spacing, 1) << "the coarsest";
  const GaussianKernels fast(binned, 2);
  const Position sd = estimate(points, 0, points.size()).sd;
  double worst = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    const Position x = points[i];
    double plain = 0;
    for (const Position& m : points) {
      const double z_x = (x.x - m.x) / sd.x, z_y = (x.y - m.y) / sd.y;
      plain += std::exp(-(z_x * z_x + z_y * z_y) / 2);
    }
    plain /= 2 * M_PI * sd.x * sd.y * static_cast<double>(points.size());
    worst = std::max(worst, std::abs(std::log(plain) + fast(x).energy));
  }
  EXPECT_LT(worst, 1. / 12);
  EXPECT_GT(worst, 1e-6) << "not the plain sum";
}

TEST(KernelDensity, TooManyNodesWidenTheRuleAndRefuseABandwidth) {
  const auto points = normal_points(20'000);
  const KernelDensity density = estimate(points, 0, 100);
  EXPECT_LE(density.centre.size(), 100u);
  EXPECT_GT(density.bandwidth, scotts_bandwidth(points.size(), 2));
  try {
    estimate(points, 0.01);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.where, "target.bandwidth");
    const double legal = std::stod(error.legal);
    EXPECT_NO_THROW(estimate(points, legal * 1.0001));
    EXPECT_THROW(estimate(points, legal / 1.1), Error);
  }
}

std::string refusal(const std::vector<Position>& points, double bandwidth = 0, int dim = 2) {
  try {
    estimate(points, bandwidth, most_kernels, dim);
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("target."), std::string::npos);
    return error.what();
  }
  return "";
}

TEST(KernelDensity, PointsWithoutADensityAreRefused) {
  const auto has = [](const std::string& text, const char* word) {
    return text.find(word) != std::string::npos;
  };
  EXPECT_TRUE(has(refusal({}), "too few points in a file: '0'"));
  EXPECT_TRUE(has(refusal({{1, 2}}), "too few points in a file: '1'"));
  EXPECT_TRUE(has(refusal({{1, 2}, {1, 2}, {1, 2}}), "all have the same x"));
  EXPECT_TRUE(has(refusal({{1, 2}, {3, 2}}), "all have the same y"));
  EXPECT_EQ(refusal({{1, 0}, {3, 0}}, 0, 1), "") << "on a line";
  EXPECT_EQ(refusal({{0, 0}, {1, 1}, {2, 2}}), "") << "a line across both axes has a density about it";
  EXPECT_TRUE(has(refusal({{0, 0}, {1, 1}}, 1e-9), "1e-06 or more"));
}

TEST(GaussianKernels, AreTheMixtureNearAndFar) {
  for (const std::size_t count : {2u, 7u, 8u, 33u}) {
    const KernelDensity density = estimate(normal_points(count), 0.3);
    const auto terms = terms_of(density, 2);
    const GaussianKernels kernels(density, 2);
    for (const Position x : {Position{3, 0}, density.centre[1], Position{-20, 9}, Position{1e4, -3e5}}) {
      // Sums in long double, from the largest term.
      long double least = 1e300L, total = 0, pull_x = 0, pull_y = 0;
      const auto energy = [&](const GaussianTerm& t) {
        const long double dx = x.x - t.mean.x, dy = x.y - t.mean.y;
        return dx * dx / t.xx / 2 + dy * dy / t.yy / 2 -
               std::log(t.weight / (2 * M_PI * std::sqrt(t.xx * t.yy)));
      };
      for (const GaussianTerm& t : terms) least = std::min(least, energy(t));
      for (const GaussianTerm& t : terms) {
        const long double share = std::exp(least - energy(t));
        total += share;
        pull_x += share * (x.x - t.mean.x) / t.xx;
        pull_y += share * (x.y - t.mean.y) / t.yy;
      }
      const Evaluation found = kernels(x);
      const double wanted = static_cast<double>(least - std::log(total));
      const double rounding = 1e-13 * (1 + std::abs(wanted));
      EXPECT_NEAR(found.energy, wanted, rounding);
      const Position gradient{static_cast<double>(pull_x / total), static_cast<double>(pull_y / total)};
      EXPECT_NEAR(norm(found.gradient - gradient), 0, 1e-12 * (1 + norm(gradient)) + rounding);
    }
  }
}

}  // namespace
}  // namespace ergo::kernel_density_test
