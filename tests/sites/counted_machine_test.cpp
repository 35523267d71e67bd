// The machine whose truth is counted, beside sums over all configurations of its visible units.
#include "core/reproduction/counted_machine.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/sites/site_states.h"

namespace ergo {
namespace {

struct CountedMachineTest : testing::Test {
  const CountedMachine machine{random_rbm_weights(4, 3, 1, 1), 2};
  const SiteStates states{rbm_target(machine.weights())};
  const std::vector<double> p = states.distribution();

  double kernel(std::size_t x, std::size_t y) const {
    const Configuration a = states.configuration(x), b = states.configuration(y);
    return hamming_kernel(differing_sites(a, b), a.size());
  }
  double kernel_mean(std::size_t x) const {
    double mean = 0;
    for (std::size_t y = 0; y < p.size(); ++y) mean += p[y] * kernel(x, y);
    return mean;
  }
};

TEST_F(CountedMachineTest, MeansAreThoseOfAllStates) {
  const std::vector<double> means = machine.means(), known = means_under(states, p).levels;
  ASSERT_EQ(means.size(), known.size());
  for (std::size_t i = 0; i < means.size(); ++i) EXPECT_NEAR(means[i], known[i], 1e-12) << i;
}

TEST_F(CountedMachineTest, ExpectationsOfTheKernelAreThoseOfAllStates) {
  double expectation = 0;
  for (std::size_t x = 0; x < p.size(); ++x) {
    const double mean = kernel_mean(x);
    expectation += p[x] * mean;
    EXPECT_NEAR(machine.kernel_mean(states.configuration(x)), mean, 1e-12) << x;
  }
  EXPECT_NEAR(machine.kernel_expectation(), expectation, 1e-12);
}

// Pearson's statistic of cells that expect 5 draws or more, and of all others as one cell: its mean is the
// number of degrees of freedom at most, its standard deviation sqrt(2) times the root of that.
TEST_F(CountedMachineTest, DrawsHaveItsDistribution) {
  constexpr std::uint32_t draws = 20'000;
  std::vector<double> counts(p.size());
  for (std::uint32_t k = 0; k < draws; ++k) ++counts[states.index(machine.draw(1, k))];
  double statistic = 0, rest = 0, expected_rest = 0;
  int cells = 0;
  const auto add = [&](double count, double expected) {
    statistic += (count - expected) * (count - expected) / expected;
    ++cells;
  };
  for (std::size_t x = 0; x < p.size(); ++x)
    if (draws * p[x] >= 5) {
      add(counts[x], draws * p[x]);
    } else {
      rest += counts[x];
      expected_rest += draws * p[x];
    }
  if (expected_rest >= 5) add(rest, expected_rest);
  ASSERT_GT(cells, 50);
  EXPECT_LT(statistic, cells + 5 * std::sqrt(2.0 * cells));
}

TEST(CountedMachineErrors, TooManyHiddenUnits) {
  EXPECT_THROW(CountedMachine(random_rbm_weights(4, 13, 1, 1), 1), Error);
}

}  // namespace
}  // namespace ergo
