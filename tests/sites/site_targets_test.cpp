// Targets: changes of E and gradients against E itself, graphs, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "core/base/error.h"
#include "core/site_targets/binary_regression.h"
#include "core/site_targets/pair_target.h"
#include "core/site_targets/quadratic_target.h"
#include "core/site_targets/quartic_mixture.h"
#include "core/site_targets/rbm.h"
#include "core/site_targets/seeded_matrix.h"
#include "tests/sites/site_cases.h"

namespace ergo::site_targets_test {
namespace {

TEST(SiteTargets, ChangesAreDifferencesOfTheEnergy) {
  for (const SiteCase& c : small_site_targets()) {
    SCOPED_TRACE(text_of(c));
    const auto target = make_site_target(c.id, c.settings);
    const SiteStates states(target);
    const auto q = static_cast<std::size_t>(target->values());
    std::vector<double> all(q * static_cast<std::size_t>(target->sites())), changes(q);
    for (std::size_t index = 0; index < states.count(); ++index) {
      const Configuration x = states.configuration(index);
      EXPECT_EQ(states.index(x), index);
      target->all_changes(x, all);
      for (std::size_t site = 0; site < x.size(); ++site) {
        target->changes(x, static_cast<int>(site), changes);
        for (std::size_t v = 0; v < q; ++v) {
          Configuration y = x;
          y[site] = static_cast<std::uint8_t>(v);
          EXPECT_NEAR(changes[v], target->energy(y) - target->energy(x), 1e-12);
          EXPECT_EQ(changes[v], all[q * site + v]);
        }
      }
    }
  }
}

/// The extension of E to real coordinates, written down independently of the targets.
using Extension = std::function<double(const std::vector<double>& point)>;

/// Gradient at all configurations against central differences; `tolerance` bounds their h^2/6 times the third
/// derivative and their rounding.
void expect_gradient(const SiteTarget& target, const Extension& extension, double tolerance) {
  const SiteStates states(std::shared_ptr<const SiteTarget>(&target, [](auto*) {}));
  const auto width = static_cast<std::size_t>(target.gradient_width());
  std::vector<double> gradient(width * static_cast<std::size_t>(target.sites()));
  for (std::size_t index = 0; index < states.count(); ++index) {
    const Configuration x = states.configuration(index);
    std::vector<double> point(gradient.size());
    for (std::size_t site = 0; site < x.size(); ++site)
      (width == 1 ? point[site] : point[width * site + x[site]]) = width == 1 ? x[site] : 1;
    EXPECT_NEAR(extension(point), target.energy(x), 1e-12);
    target.gradient(x, gradient);
    for (std::size_t k = 0; k < point.size(); ++k) {
      const double h = 1e-4, at = point[k];
      point[k] = at + h;
      const double above = extension(point);
      point[k] = at - h;
      const double below = extension(point);
      point[k] = at;
      EXPECT_NEAR(gradient[k], (above - below) / (2 * h), tolerance);
    }
  }
}

TEST(SiteTargets, IsingGradientIsThatOfItsExtension) {
  const SiteGraph graph = grid_graph(3, 3, true);
  const double coupling = 0.4, field = 0.3;
  expect_gradient(
      *ising_target(graph, coupling, field),
      [&](const std::vector<double>& x) {
        double energy = 0;
        for (const auto [i, j] : graph.pairs)
          energy -=
              coupling * (2 * x[static_cast<std::size_t>(i)] - 1) * (2 * x[static_cast<std::size_t>(j)] - 1);
        for (const double value : x) energy -= field * (2 * value - 1);
        return energy;
      },
      1e-9);
}

TEST(SiteTargets, PottsGradientIsThatOfItsExtension) {
  const SiteGraph graph = grid_graph(2, 3, true);
  const std::size_t q = 3;
  const double coupling = 0.6;
  const std::vector<double> field = {0.1, -0.2, 0.4};
  const PairTarget target(graph, SiteCoding::classes, coupling, field, 0);
  expect_gradient(
      target,
      [&](const std::vector<double>& e) {
        double energy = 0;
        for (const auto [i, j] : graph.pairs)
          for (std::size_t v = 0; v < q; ++v)
            energy -=
                coupling * e[q * static_cast<std::size_t>(i) + v] * e[q * static_cast<std::size_t>(j) + v];
        for (std::size_t k = 0; k < e.size(); ++k) energy -= field[k % q] * e[k];
        return energy;
      },
      1e-9);
}

TEST(SiteTargets, RbmGradientIsThatOfItsExtension) {
  const RbmWeights weights = random_rbm_weights(6, 4, 1, 5);
  expect_gradient(
      *rbm_target(weights),
      [&](const std::vector<double>& v) {
        double energy = 0;
        for (std::size_t i = 0; i < v.size(); ++i) energy -= weights.b[i] * v[i];
        for (std::size_t j = 0; j < weights.c.size(); ++j) {
          double a = weights.c[j];
          for (std::size_t i = 0; i < v.size(); ++i) a += weights.w[j * v.size() + i] * v[i];
          energy -= std::log1p(std::exp(a));
        }
        return energy;
      },
      1e-6);
}

TEST(SiteTargets, LatticeGaussianGradientIsThatOfItsExtension) {
  for (const auto& precision : {cyclic_precision(3, 5, 2), rotated_precision(3, 5, 2)})
    expect_gradient(
        *lattice_gaussian_target(4, 1.2, precision),
        [&](const std::vector<double>& x) {
          double energy = 0;
          for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k)
              energy += (x[i] - 1.2) * precision[3 * i + k] * (x[k] - 1.2) / 2;
          return energy;
        },
        1e-9);
}

TEST(SiteTargets, BinaryRegressionGradientIsThatOfItsExtension) {
  constexpr std::size_t d = 5;
  const RegressionData data = simulated_regression(d, 7, 2, 3);
  expect_gradient(
      *binary_regression_target(data, d),
      [&](const std::vector<double>& b) {
        double energy = 0;
        for (std::size_t m = 0; m < data.y.size(); ++m) {
          double v = 0;
          for (std::size_t i = 0; i < d; ++i) v += data.x[m * d + i] * b[i];
          energy -= data.y[m] ? -std::log1p(std::exp(-v)) : -std::log1p(std::exp(v));
        }
        return energy;
      },
      1e-6);
}

TEST(SiteTargets, QuarticMixtureGradientIsThatOfItsExtension) {
  constexpr std::size_t d = 3, components = 4, side = 5;
  constexpr double width = 0.7;
  const auto p = orthogonal_rows(d, 6);
  expect_gradient(
      *quartic_mixture_target({d, side, components, width, 6}),
      [&](const std::vector<double>& x) {
        double sum = 0;
        for (std::size_t k = 0; k < components; ++k) {
          double quartic = 0;
          for (std::size_t j = 0; j < d; ++j) {
            double along = 0;
            for (std::size_t i = 0; i < d; ++i)
              along += p[j][i] * (x[i] - (side - 1.0) * static_cast<double>(k) / (components - 1));
            const double s = width * (side - 1) * std::exp(-0.5 + static_cast<double>(j) / (d - 1));
            quartic += std::pow(along / s, 4);
          }
          sum += std::exp(-quartic);
        }
        return -std::log(sum);
      },
      1e-5);
}

/// Predictors have variance 5/16 L_ii^2 and covariance L_ii L_kk/16, and responses follow the active ones.
TEST(SiteTargets, SimulatedRegressionsAreWhatTheyAreSaidToBe) {
  constexpr int d = 4, observations = 20'000;
  const RegressionData data = simulated_regression(d, observations, 2, 5);
  const auto scale = [](int i) { return std::exp(-0.25 + i / 3.0); };
  std::vector<double> products(d * d);
  double residual = 0, variance = 0;
  for (std::size_t m = 0; m < observations; ++m) {
    const double* x = &data.x[m * d];
    for (std::size_t k = 0; k < d * d; ++k) products[k] += x[k / d] * x[k % d] / observations;
    const double expected = 1 / (1 + std::exp(-x[0] - x[1]));
    residual += (data.y[m] - expected) * x[0];
    variance += expected * (1 - expected) * x[0] * x[0];
  }
  for (int i = 0; i < d; ++i)
    for (int k = 0; k < d; ++k) {
      const double unit = scale(i) * scale(k) / 16, expected = unit * (i == k ? 5 : 1);
      // The variance of x_i x_k is at most 2 (5 unit)^2.
      EXPECT_NEAR(products[static_cast<std::size_t>(i * d + k)], expected,
                  5 * unit * 5 * std::sqrt(2. / observations));
    }
  EXPECT_NEAR(residual, 0, 5 * std::sqrt(variance));
}

/// Modes at the centres: K = 2 in opposite corners, alike by symmetry; one component has its mode in the middle.
TEST(SiteTargets, QuarticMixtureHasItsModesAtTheCentres) {
  const SiteStates two(quartic_mixture_target({3, 5, 2, 0.3, 4}));
  const auto& energies = two.energies();
  EXPECT_NEAR(energies.front(), energies.back(), 1e-12);
  EXPECT_NEAR(*std::ranges::min_element(energies), energies.front(), 1e-12);
  for (std::size_t x = 0; x < energies.size(); ++x)
    EXPECT_NEAR(energies[x], energies[energies.size() - 1 - x], 1e-12 * (1 + energies[x]));
  const SiteStates one(quartic_mixture_target({3, 5, 1, 0.3, 4}));
  EXPECT_NEAR(one.energies()[(one.count() - 1) / 2], 0, 1e-15);
}

/// W = P'diag(1/v)P has the trace and, by W^2, the sum of squares of 1/v.
TEST(SiteTargets, PrecisionsHaveTheirSpread) {
  constexpr std::size_t d = 12;
  const auto rotated = rotated_precision(d, 10, 3), sparse = cyclic_precision(d, 10, 3);
  double trace = 0, squares = 0, expected = 0, expected_squares = 0, product = 1;
  for (std::size_t i = 0; i < d; ++i) {
    const double inverse = 1 / (1 + 9 * static_cast<double>(i) / (d - 1));
    expected += inverse;
    expected_squares += inverse * inverse;
    trace += rotated[d * i + i];
    product *= sparse[d * i + i] / inverse;
    for (std::size_t k = 0; k < d; ++k) {
      squares += rotated[d * i + k] * rotated[d * i + k];
      const std::size_t apart = (i + d - k) % d;
      EXPECT_EQ(sparse[d * i + k] != 0, apart <= 1 || apart == d - 1) << i << " " << k;
    }
  }
  EXPECT_NEAR(trace, expected, 1e-12);
  EXPECT_NEAR(squares, expected_squares, 1e-12);
  EXPECT_NEAR(product, 1, 1e-12);
}

/// log p(v) with the hidden units summed one by one.
TEST(SiteTargets, RbmEnergySumsItsHiddenUnits) {
  const RbmWeights weights = random_rbm_weights(3, 2, 1, 8);
  const auto target = rbm_target(weights);
  const SiteStates states(target);
  for (std::size_t index = 0; index < states.count(); ++index) {
    const Configuration v = states.configuration(index);
    double sum = 0;
    for (int h = 0; h < 4; ++h) {
      double exponent = 0;
      for (std::size_t i = 0; i < 3; ++i) exponent += weights.b[i] * v[i];
      for (std::size_t j = 0; j < 2; ++j)
        if (h >> j & 1) {
          exponent += weights.c[j];
          for (std::size_t i = 0; i < 3; ++i) exponent += weights.w[3 * j + i] * v[i];
        }
      sum += std::exp(exponent);
    }
    EXPECT_NEAR(states.energies()[index], -std::log(sum), 1e-13);
  }
}

/// A Potts model of two classes is an Ising model with half its coupling, but for a constant.
TEST(SiteTargets, PottsOfTwoClassesIsIsing) {
  const SiteStates potts(make_site_target("potts", {{"side", 3}, {"classes", 2}, {"coupling", 0.6}}));
  const SiteStates ising(make_site_target("ising", {{"side", 3}, {"coupling", 0.3}}));
  EXPECT_NEAR(potts.log_z(), ising.log_z() + 18 * 0.3, 1e-12);
  const auto p = potts.distribution(), other = ising.distribution();
  for (std::size_t x = 0; x < p.size(); ++x) EXPECT_NEAR(p[x], other[x], 1e-14);
}

/// Means of all sites by themselves: equal on a torus, and with the spins' average everywhere.
TEST(SiteStates, GiveTheMeansOfAllSites) {
  const SiteStates torus(make_site_target("ising", {{"side", 3}, {"coupling", 0.3}, {"field", 0.1}}));
  const SiteMeans means = means_under(torus, torus.distribution());
  for (const double level : means.levels) EXPECT_NEAR(level, means.level, 1e-13);
  const SiteStates one(make_site_target("rbm", {{"visible", 1}, {"hidden", 1}}));
  EXPECT_NEAR(means_under(one, one.distribution()).levels[0], std::exp(-one.energies()[1] - one.log_z()),
              1e-15);
}

}  // namespace
}  // namespace ergo::site_targets_test
