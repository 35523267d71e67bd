// The discrete Gaussian in double against sums over all sites in extended precision, and its draws against
// its masses.
#include "core/maths/discrete_gaussian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random/site_draws.h"
#include "core/verification/chi_squared.h"
#include "tests/units/discrete_gaussian_distributions.h"
#include "tests/units/kernel_text.h"

namespace ergo::discrete_gaussian_test {
namespace {

namespace text = kernel_text::discrete_gaussian_text;

constexpr double unit = 0x1p-53;  // largest relative rounding error

/// All sites' log terms, divided by the largest, and their sum.
struct Brute {
  std::vector<long double> log_terms;
  long double sum = 0;
  explicit Brute(const DiscreteGaussian& q) {
    const auto squared = [&](int y) {
      return (y - static_cast<long double>(q.centre)) * (y - static_cast<long double>(q.centre));
    };
    long double least = squared(0);
    for (int y = 1; y < q.side; ++y) least = std::min(least, squared(y));
    for (int y = 0; y < q.side; ++y) {
      log_terms.push_back((least - squared(y)) / (2 * static_cast<long double>(q.variance)));
      sum += std::exp(log_terms.back());
    }
  }
};

/// A sum of S terms rounds S times; exp, weights and log a few times more.
double rounding(const DiscreteGaussian& q) { return (q.side + 16) * unit; }

TEST(DiscreteGaussian, MassesAreTheBruteForceOnes) {
  for (const auto& q : grid_of_distributions()) {
    const Brute brute(q);
    const auto log_sum = std::log(brute.sum);
    EXPECT_EQ(brute.log_terms[static_cast<std::size_t>(q.mode())], 0) << name(q);
    EXPECT_NEAR(q.log_normaliser(), static_cast<double>(log_sum), rounding(q)) << name(q);
    const auto masses = q.masses();
    ASSERT_EQ(masses.size(), static_cast<std::size_t>(q.side));
    EXPECT_NEAR(std::accumulate(masses.begin(), masses.end(), 0.0), 1, rounding(q)) << name(q);
    for (int y = 0; y < q.side; y += 1 + q.side / 40) {
      const auto log_mass = static_cast<double>(brute.log_terms[static_cast<std::size_t>(y)] - log_sum);
      const double limit = rounding(q) + 4 * unit * std::abs(log_mass);
      EXPECT_NEAR(q.log_mass(y), log_mass, limit) << name(q) << ", site " << y;
      EXPECT_NEAR(masses[static_cast<std::size_t>(y)], std::exp(log_mass), limit)
          << name(q) << ", site " << y;
    }
  }
}

TEST(DiscreteGaussian, StandsWithoutNumbers) {
  for (const double centre : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e300, -1e300}) {
    const DiscreteGaussian q{centre, 2, 8};
    EXPECT_EQ(q.mode(), centre > 0 ? 7 : 0);
    EXPECT_FALSE(q.try_rounding(0.3, 0.5));
    EXPECT_NEAR(draw_sites(q, q, Draws(1, Purpose::step, 0, 0, 2), 0).x, 3.5, 3.5);
  }
}

/// The probability with which a try by `normal` keeps its site, found by bisection.
double keeping(const DiscreteGaussian& q, double normal) {
  double low = 0, high = 1;
  while (high - low > 0x1p-40) (q.try_rounding(normal, (low + high) / 2) ? low : high) = (low + high) / 2;
  return low;
}

// Over a site's cell; the integrand and its mirror image add up to a constant, so the sum's only errors are
// the bisection's, below 2^-40 e^10.6. The rate of success is that of the unbounded lattice, e^(-1/8a), times
// the share of the sites in it.
TEST(DiscreteGaussian, RoundingKeepsEachSiteInProportionToItsMass) {
  for (const double variance : {0.5, 0.8, 4.0, 53.0})
    for (const double centre : {-0.7, 0.0, 3.2, 3.5, 9.9}) {
      const DiscreteGaussian q{centre, variance, 8};
      for (int y = 0; y < q.side; ++y) {
        double kept = 0;
        for (int k = 0; k <= 64; ++k) {
          const double d = (k / 64.0 - 0.5) * (1 - 1e-12), z = (y + d - centre) / std::sqrt(variance);
          kept += (k % 64 == 0 ? 0.5 : 1.0) * std::exp(-z * z / 2) * keeping(q, z) / 64;
        }
        const double term = std::exp(-(y - centre) * (y - centre) / (2 * variance) - 1 / (8 * variance));
        EXPECT_NEAR(kept / term, 1, 1e-7) << name(q) << ", site " << y;
      }
    }
}

// Where u^2 is a site's term, its share of the v is u divided by the length of V's interval, unless that has
// no room for it. The mode's share at u = 1 gives the length; a grid of v counts shares to two points.
TEST(DiscreteGaussian, RatiosHaveRoomForEverySite) {
  constexpr int count = 1 << 14;
  for (const double variance : {1e-3, 0.05, 0.3, 0.49, 0.5, 0.6, 2.0, 4.0, 53.0, 1e4})
    for (const double centre : {-1e4, -90.25, -3.0, -0.7, 0.0, 0.5, 3.2, 3.5, 11.9, 12.5, 14.0, 40.0}) {
      const DiscreteGaussian q{centre, variance, 13};
      const auto share = [&](int y, double u) {
        int hits = 0;
        for (int i = 0; i < count; ++i) hits += q.try_ratio(u, (i + 0.5) / count) == y;
        return static_cast<double>(hits) / count;
      };
      const double mode_share = share(q.mode(), 1);
      EXPECT_GE(mode_share, 0.9 * std::exp(-q.log_normaliser())) << name(q);  // succeeds with 0.45 or more
      for (int y = 0; y < q.side; ++y) {
        const double u = std::exp((q.log_mass(y) + q.log_normaliser()) / 2) * (1 - 1e-9);
        if (u > 0.01) {
          EXPECT_NEAR(share(y, u), u * mode_share, 4.0 / count) << name(q) << ", site " << y;
        }
      }
    }
}

constexpr std::uint32_t draw_count = 1 << 14;

/// Draws for number i at `step`.
Draws draws_of(std::uint32_t i, std::uint64_t step) { return {1, Purpose::step, i, step, 2}; }

/// The p-value of `draw_count` sites against q's masses.
template <class Site>
double p_value(const DiscreteGaussian& q, Site site) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(q.side));
  for (std::uint32_t i = 0; i < draw_count; ++i) ++counts.at(static_cast<std::size_t>(site(i)));
  return chi_squared_test(counts, q.masses()).p_value;
}

// All p-values together at level 1e-3.
TEST(DiscreteGaussian, DrawsFollowTheMasses) {
  const auto distributions = drawn_distributions();
  const double level = sidak_level(1e-3, 3 * distributions.size());
  for (std::uint64_t step = 0; step < distributions.size(); ++step) {
    const auto &q = distributions[step], &other = distributions[(step + 5) % distributions.size()];
    EXPECT_GT(p_value(q, [&](auto i) { return draw_sites(q, other, draws_of(i, step), 7).x; }), level)
        << name(q);
    EXPECT_GT(p_value(q, [&](auto i) { return draw_sites(other, q, draws_of(i, step), 7).y; }), level)
        << name(q);
    const auto tried = [&](std::uint32_t i) {
      std::optional<int> site;
      for (std::uint32_t k = 0; !site; ++k) {
        const Draw draw = draws_of(i, step)(k);
        site = q.try_ratio(draw.uniform1, draw.uniform2);
      }
      return *site;
    };
    EXPECT_GT(p_value(q, tried), level) << name(q);
  }
}

// What the test can see: tries kept without the factor 1/cosh(b), that is t rounded.
TEST(DiscreteGaussian, TheTestSeesARoundedNormal) {
  const DiscreteGaussian q{7.4, 0.6, 16};
  const auto rounded = [&](std::uint32_t i) {
    return std::clamp(std::lround(q.centre + std::sqrt(q.variance) * draws_of(i, 0)(0).normal_x), 0L, 15L);
  };
  EXPECT_LT(p_value(q, rounded), 1e-9);
}

// What the kernel text leaves out or approximates, in relative errors of a sum: terms below e^-17 = 4e-8 of
// the largest, at most some 3 times as much together; the next Euler-Maclaurin term, 1e-7; the fit of Mills's
// ratio and the Taylor series, 1e-7 together, of which the difference of tails makes 2.5 times as much.
constexpr double text_error = 5e-7;

TEST(DiscreteGaussianText, NormalisersInDoubleAreAsCloseAsTheirApproximations) {
  for (const auto& q : grid_of_distributions())
    EXPECT_NEAR(text::site_log_normaliser(q.centre, q.variance, q.side), q.log_normaliser(), text_error)
        << name(q);
}

TEST(DiscreteGaussianText, TriesInDoubleAreTheTwins) {
  for (const auto& q : grid_of_distributions())
    for (std::uint32_t i = 0; i < 20; ++i) {
      const Draw d = Draws(1, Purpose::step, i, 0, 2)(0);
      EXPECT_EQ(text::try_rounding(q.centre, q.variance, q.side, d.normal_x, d.uniform1),
                q.try_rounding(d.normal_x, d.uniform1).value_or(-1))
          << name(q);
      EXPECT_EQ(text::try_ratio(q.centre, q.variance, q.side, d.uniform1, d.uniform2),
                q.try_ratio(d.uniform1, d.uniform2).value_or(-1))
          << name(q);
    }
}

}  // namespace
}  // namespace ergo::discrete_gaussian_test
