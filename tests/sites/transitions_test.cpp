// Every sampler's transition probabilities on every small target, and its steps against them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/exact/spectrum.h"
#include "core/site_samplers/product_sites.h"
#include "core/verification/chi_squared.h"
#include "tests/sites/site_cases.h"

namespace ergo::site_transitions_test {
namespace {

constexpr double rounding = 1e-12;

SquareMatrix matrix_of(const SiteSampler& sampler, const SiteStates& states, std::uint64_t step) {
  SquareMatrix matrix(states.count());
  for (std::size_t x = 0; x < states.count(); ++x)
    std::ranges::copy(transition_row(sampler, states, x, step), &matrix(x, 0));
  return matrix;
}

TEST(SiteTransitions, AreDistributionsThatKeepTheTargetWhereClaimed) {
  for (const auto& [name, given, target, sampler] : small_site_pairs()) {
    SCOPED_TRACE(name);
    const SiteStates states(target);
    const auto p = states.distribution();
    for (std::uint64_t step = 0; step < sampler->period(); ++step) {
      const SquareMatrix matrix = matrix_of(*sampler, states, step);
      for (std::size_t x = 0; x < states.count(); ++x) {
        const std::span<const double> row(&matrix.values[x * states.count()], states.count());
        EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, rounding);
        EXPECT_GE(*std::ranges::min_element(row), -1e-15);
      }
      const double moved = l1_distance(apply_matrix(matrix)(p), p);
      EXPECT_EQ(moved <= rounding, sampler->exact()) << "step " << step << " moves it by " << moved;
      const double unbalanced = balance_residual(matrix, p);
      EXPECT_TRUE(unbalanced <= rounding || !sampler->reversible()) << "step " << step << ": " << unbalanced;
    }
  }
}

/// Counts of where steps with draws of different chains lead, against the row.
TEST(SiteTransitions, AreThoseOfTheSteps) {
  constexpr std::uint32_t chains = 20'000;
  const auto pairs = small_site_pairs();
  const std::size_t starts = 3;
  const double level = sidak_level(1e-3, pairs.size() * starts);
  for (const auto& [name, given, target, sampler] : pairs) {
    const SiteStates states(target);
    for (std::size_t start = 0; start < starts; ++start) {
      const std::size_t from = (start * 2 + 1) * states.count() / 6;
      const std::uint64_t step = start % sampler->period();
      std::vector<std::size_t> counts(states.count());
      double acceptance = 0, proposed = 0;
      for (std::uint32_t c = 0; c < chains; ++c) {
        SiteChain chain(*target, states.configuration(from));
        const SiteStepReport report = sampler->step(chain, SiteDraws(11, Purpose::step, c, step));
        ++counts[states.index(chain.x)];
        EXPECT_NEAR(report.energy, target->energy(chain.x), rounding);
        EXPECT_EQ(chain.energy, report.energy);
        acceptance += report.acceptance / chains;
        proposed += report.proposed / double{chains};
      }
      EXPECT_GT(chi_squared_test(counts, transition_row(*sampler, states, from, step)).p_value, level)
          << name << " from " << from << " step " << step;
      const ExpectedReport expected = expected_report(*sampler, states.configuration(from), step);
      // Both are means of independent numbers: of standard deviation up to 1/2, and up to n/2.
      const double sixes = 6 / std::sqrt(double{chains});
      EXPECT_NEAR(acceptance, expected.acceptance, sixes / 2) << name;
      EXPECT_NEAR(proposed, expected.proposed, sixes * target->sites() / 2) << name;
    }
  }
}

/// DULA's own distribution: p(x)/q(x | x) up to a factor.
TEST(SiteTransitions, OfDulaAreInBalanceWithItsOwnDistribution) {
  for (const SiteCase& c : small_site_targets()) {
    const auto target = make_site_target(c.id, c.settings);
    if (c.id == "rbm") continue;  // the others' E is quadratic
    const SiteStates states(target);
    for (const double alpha : {0.1, 0.4, 3.0}) {
      const auto sampler = make_site_sampler("dula_sites", target, {{"alpha", alpha}});
      const auto law = dula_distribution(*sampler, states);
      EXPECT_LE(balance_residual(matrix_of(*sampler, states, 0), law), 1e-14) << text_of(c);
    }
  }
}

}  // namespace
}  // namespace ergo::site_transitions_test
