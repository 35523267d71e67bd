// Binary models small enough to know every transition probability, against published values.
#include "core/exact/hypercube.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/exact/spectrum.h"

namespace ergo::exact_hypercube_test {
namespace {

/// U = 0.1 s' W s + 0.2 sum s_i, W the adjacency of a cycle of four: every edge counts twice.
BinaryTarget ising_2x2() { return ising(4, {{0, 1}, {1, 3}, {3, 2}, {2, 0}}, 0.2, 0.2); }

FlipKernel flips(const BinaryTarget& target, double alpha, double beta = 0.5, bool metropolis = false) {
  return {std::vector<double>(static_cast<std::size_t>(target.dim), alpha), beta, metropolis};
}

/// DULA's own stationary distribution: pi prod_i (1 + e^(-s_i dU/ds_i - 2/alpha)).
std::vector<double> dula_distribution(const BinaryTarget& target, double alpha) {
  auto distribution = distribution_of(target);
  double sum = 0;
  for (std::size_t k = 0; k < distribution.size(); ++k) {
    const auto s = spins(target, k), gradient = target.gradient(s);
    for (std::size_t i = 0; i < s.size(); ++i)
      distribution[k] *= 1 + std::exp(-s[i] * gradient[i] - 2 / alpha);
    sum += distribution[k];
  }
  for (double& mass : distribution) mass /= sum;
  return distribution;
}

/// Zhang, Liu & Liu 2022, Theorem 5.1, on the 2 x 2 Ising model, by alpha in {0, 1} coordinates. The published biases
/// are among the published results.
TEST(Hypercube, BiasOfDulaIsThatOfItsClosedForm) {
  const BinaryTarget target = ising_2x2();
  for (const double alpha : {.05, .1, .15, .2, .3, .4, .6, 1., 10.}) {
    const auto distribution = stationary_distribution(matrix_of(target, flips(target, 4 * alpha)));
    EXPECT_LE(l1_distance(distribution, dula_distribution(target, 4 * alpha)), 1e-14) << alpha;
  }
  // The bias falls as e^(-1/(2 alpha)); at this alpha it is 1e-9, and rounding 1e-7 of it.
  const auto distribution = stationary_distribution(matrix_of(target, flips(target, 4 * 0.025)));
  EXPECT_NEAR(l1_distance(distribution, distribution_of(target)) / std::exp(-1 / (2 * 0.025)), 0.80, 0.005);
}

TEST(Hypercube, NormaliserOfTheIsingModel) {
  const BinaryTarget target = ising_2x2();
  double z = 0;
  for (std::size_t k = 0; k < 16; ++k) z += std::exp(target.log_density(spins(target, k)));
  EXPECT_NEAR(z, 19.500269, 1e-6);
}

TEST(Hypercube, DmalaIsReversible) {
  const BinaryTarget target = ising_2x2();
  for (const double alpha : {0.2, 1.0, 4.0, 40.0})
    for (const double beta : {0.5, 0.7, 0.95}) {
      const SquareMatrix p = matrix_of(target, flips(target, alpha, beta, true));
      EXPECT_LE(balance_residual(p, distribution_of(target)), 1e-16);
      EXPECT_LE(l1_distance(apply_matrix(p)(distribution_of(target)), distribution_of(target)), 1e-15);
    }
}

/// U = a t^2 + b t + 2 eps sin(pi t/2) on {-1, 1}, a = 1, b = 0.1: the gradient knows nothing of eps, and so
/// DULA's distribution does not either. The published biases are among the published results.
TEST(Hypercube, AGradientMayKnowNothing) {
  double first = 0;
  for (const double eps : {0., .05, .1, .2, .5, 1.}) {
    const BinaryTarget target = {
        1,
        [eps](const std::vector<double>& s) {
          return s[0] * s[0] + 0.1 * s[0] + 2 * eps * std::sin(M_PI * s[0] / 2);
        },
        [eps](const std::vector<double>& s) {
          return std::vector<double>{2 * s[0] + 0.1 + eps * M_PI * std::cos(M_PI * s[0] / 2)};
        }};
    const auto distribution = stationary_distribution(matrix_of(target, flips(target, 1)));
    if (eps == 0) first = distribution[1];
    EXPECT_NEAR(distribution[1], first, 1e-14);
  }
}

/// U = s' diag(-0.001, -1000) s, whose distribution is uniform: steps alpha g with g = (1000, 0.001) turn
/// every coordinate with probability 1/2; g^2 would leave the second where it is.
TEST(Hypercube, Preconditioner) {
  const BinaryTarget target = {
      2, [](const std::vector<double>& s) { return -0.001 * s[0] * s[0] - 1000 * s[1] * s[1]; },
      [](const std::vector<double>& s) {
        return std::vector<double>{-0.002 * s[0], -2000 * s[1]};
      }};
  const auto flip_probabilities = [&](double gx, double gy) {
    const SquareMatrix p = matrix_of(target, {{gx, gy}, 0.5, false});
    return std::pair(p(0, 1) + p(0, 3), p(0, 2) + p(0, 3));
  };
  const auto [first, second] = flip_probabilities(1000, 0.001);
  EXPECT_NEAR(first, 0.5, 1e-6);
  EXPECT_NEAR(second, 0.5, 1e-6);
  const auto [first_squared, second_squared] = flip_probabilities(1e6, 1e-6);
  EXPECT_NEAR(first_squared, 0.5005, 1e-4);
  EXPECT_NEAR(second_squared, 0, 1e-6);
}

/// Zhang, Liu & Liu 2022, Theorem 6.1: gradient noise of mean 0 and standard deviation sigma moves the
/// proposal by at most 2 sigma e^(-1/(2 alpha) + L), L >= 0, in {0, 1} coordinates, where gradients are twice
/// as large. It moves it by less, and as sigma^2.
TEST(Hypercube, NoiseOfTheGradient) {
  const BinaryTarget target = ising_2x2();
  const double alpha = 0.2;
  const FlipKernel kernel = flips(target, 4 * alpha);
  const SquareMatrix exact = matrix_of(target, kernel);
  double before = 0;
  for (const double sigma : {0.125, 0.25, 0.5, 1.0}) {
    const SquareMatrix noisy = noisy_matrix_of(target, kernel, sigma / 2);
    double worst = 0;
    for (std::size_t x = 0; x < exact.size; ++x)
      worst = std::max(worst, l1_distance({&exact.values[x * 16], 16}, {&noisy.values[x * 16], 16}));
    EXPECT_LT(worst, sigma * std::exp(-1 / (2 * alpha))) << sigma;  // half the bound for L = 0
    if (before > 0) {
      EXPECT_NEAR(worst / before, 4, 0.3) << sigma;
    }
    before = worst;
  }
  EXPECT_THROW(noisy_matrix_of(target, flips(target, 1, 0.5, true), 1), Error);
}

}  // namespace
}  // namespace ergo::exact_hypercube_test
