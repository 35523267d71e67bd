// Every sampler's transition probabilities on every small target, and its steps against them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/exact/spectrum.h"
#include "core/site_samplers/product_sites.h"
#include "core/verification/chi_squared.h"
#include "tests/sample.h"
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
    if (!sampler->has_outcomes()) continue;
    SCOPED_TRACE(name);
    const SiteStates states(target);
    const auto p = states.distribution();
    double farthest = 0;
    for (std::uint64_t step = 0; step < sampler->period(); ++step) {
      const SquareMatrix matrix = matrix_of(*sampler, states, step);
      for (std::size_t x = 0; x < states.count(); ++x) {
        const std::span<const double> row(&matrix.values[x * states.count()], states.count());
        EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, rounding);
        EXPECT_GE(*std::ranges::min_element(row), -1e-15);
      }
      farthest = std::max(farthest, l1_distance(apply_matrix(matrix)(p), p));
      const double unbalanced = balance_residual(matrix, p);
      EXPECT_TRUE(unbalanced <= rounding || !sampler->reversible()) << "step " << step << ": " << unbalanced;
    }
    EXPECT_EQ(farthest <= rounding, sampler->exact()) << "a step moves it by " << farthest;
  }
}

/// Summed over all that a step may do.
TEST(SiteTransitions, ChangeProbabilitiesAreThoseOfTheProposal) {
  std::size_t known = 0;
  for (const auto& [name, given, target, sampler] : small_site_pairs()) {
    const SiteStates states(target);
    const std::uint64_t step = sampler->period() - 1;
    for (std::size_t from = 0; from < states.count(); from += 1 + states.count() / 7) {
      const Configuration x = states.configuration(from);
      std::vector<double> told(x.size()), summed(x.size());
      if (!sampler->change_probabilities(x, step, told)) continue;
      sampler->outcomes(x, step, [&](const SiteOutcome& outcome) {
        for (std::size_t site = 0; site < x.size(); ++site)
          if (outcome.y[site] != x[site]) summed[site] += outcome.probability;
      });
      for (std::size_t site = 0; site < x.size(); ++site) EXPECT_NEAR(told[site], summed[site], rounding) << name;
      ++known;
    }
  }
  EXPECT_GT(known, 200u);
}

/// Counts of where steps with draws of different chains lead, against the row. CI takes every second pair.
TEST(SiteTransitions, AreThoseOfTheSteps) {
  constexpr std::uint32_t chains = 20'000;
  const auto pairs = small_site_pairs();
  const std::size_t starts = 3;
  std::size_t item = 0;
  const double level = sidak_level(1e-3, pairs.size() * starts);
  for (const auto& [name, given, target, sampler] : pairs) {
    if (!sampler->has_outcomes() || !in_sample(item++, 2)) continue;
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
      // Where some steps of a cycle reject, the others tell what a Metropolis step would do.
      const bool only_told = sampler->period() > 1 && !sampler->exact() && expected.acceptance > 1 - 1e-9;
      EXPECT_TRUE(only_told || std::abs(acceptance - expected.acceptance) < sixes / 2)
          << name << ": " << acceptance << ", expected " << expected.acceptance;
      EXPECT_NEAR(proposed, expected.proposed, sixes * target->sites() / 2) << name;
    }
  }
}

/// DULA's own distribution: p(x)/q(x | x) up to a factor.
TEST(SiteTransitions, OfDulaAreInBalanceWithItsOwnDistribution) {
  for (const SiteCase& c : small_site_targets()) {
    const auto target = make_site_target(c.id, c.settings);
    if (target->constant_hessian().empty()) continue;  // E is not quadratic
    const SiteStates states(target);
    for (const double alpha : {0.1, 0.4, 3.0}) {
      const auto sampler = make_site_sampler("dula_sites", target, {{"alpha", alpha}});
      const auto law = dula_distribution(*sampler, states);
      EXPECT_LE(balance_residual(matrix_of(*sampler, states, 0), law), 1e-14) << text_of(c);
    }
  }
}

/// max |P(x, y) - P'(x, y)| of two samplers, the first at this step and the second at step 0.
double difference(const SiteCase& a, const SiteCase& b, const SiteCase& target_case, std::uint64_t step = 0) {
  const auto target = make_site_target(target_case.id, target_case.settings);
  const SiteStates states(target);
  const auto first = make_site_sampler(a.id, target, a.settings),
             second = make_site_sampler(b.id, target, b.settings);
  double most = 0;
  for (std::size_t x = 0; x < states.count(); ++x) {
    const auto row = transition_row(*first, states, x, step), other = transition_row(*second, states, x);
    for (std::size_t y = 0; y < row.size(); ++y) most = std::max(most, std::abs(row[y] - other[y]));
  }
  return most;
}

TEST(SiteTransitions, CoincideWhereTheFormulasDo) {
  const SiteCase dmala{"dmala_sites", {{"alpha", 0.7}, {"beta", 0.6}}};
  const SiteCase ab{"ab_sites", {{"sigma", 0.7}, {"alpha", 0.6}}};
  for (const SiteCase& target : small_site_targets()) {
    EXPECT_EQ(difference(ab, dmala, target), 0);
    EXPECT_LE(difference({"pas", {{"length", 1}}}, {"lb1_sites", {}}, target), 1e-14);
    EXPECT_LE(difference({"pas", {{"length", 1}, {"path", "fast"}}}, {"gwg", {}}, target), 1e-14);
    // The extensions of E for pairs are linear along each site, those of the others are not.
    const bool linear = make_site_target(target.id, target.settings)->pairs();
    EXPECT_EQ(difference({"gwg", {}}, {"lb1_sites", {}}, target) < 1e-14, linear) << text_of(target);
  }
}

/// Step sizes of a cycle of 20 from 1.575 to 0.003, Eq. 8 of Pynadath et al. as its code has it (numerics
/// D5). Half a unit of the fifth decimal changes the logits of 4 flips by 5e-6/(2 alpha^2), a probability by
/// a quarter of that for each, and acceptance by no more.
TEST(SiteTransitions, OfAcsFollowItsSchedule) {
  const SiteCase acs{"acs_sites",
                     {{"alpha_max", 1.575}, {"alpha_min", 0.003}, {"beta_max", 0.5}, {"cycle_length", 20}}};
  const std::vector<std::pair<std::uint64_t, double>> schedule = {
      {0, 1.575}, {1, 1.5653}, {5, 1.34435}, {10, 0.7875}, {15, 0.23065}, {19, 0.0096954}};
  const SiteCase target{"ising", {{"side", 2}, {"coupling", 0.2}, {"field", 0.2}}};
  for (const auto& [step, alpha] : schedule)
    EXPECT_LE(difference(acs, {"dmala_sites", {{"alpha", alpha}}}, target, step + 40), 5e-6 / (alpha * alpha))
        << step;
  // The balance falls with the step size.
  const SiteCase falling{"acs_sites",
                         {{"alpha_max", 2}, {"beta_max", 0.9}, {"beta_min", 0.5}, {"cycle_length", 4}}};
  EXPECT_LE(difference(falling, {"dmala_sites", {{"alpha", 1}, {"beta", 0.7}}}, target, 2), 1e-14);
}

/// P(y | x) of DULA by changes of E at one site: flips with logit -(change)/2 - 1/(2 alpha) for values 0 and
/// 1, classes with logits -(change)/2 - 1/alpha.
TEST(SiteTransitions, OfDulaAreProductsOverSites) {
  const double alpha = 0.8;
  for (const SiteCase& c : {SiteCase{"ising", {{"side", 3}, {"coupling", 0.4}, {"field", 0.1}}},
                            SiteCase{"potts", {{"side", 2}, {"classes", 3}, {"coupling", 0.7}}}}) {
    const auto target = make_site_target(c.id, c.settings);
    const SiteStates states(target);
    const auto sampler = make_site_sampler("dula_sites", target, {{"alpha", alpha}});
    const double distance = target->coding() == SiteCoding::classes ? 2 : 1;
    const auto q = static_cast<std::size_t>(target->values());
    std::vector<double> all(q * static_cast<std::size_t>(target->sites()));
    const std::size_t from = states.count() / 3;
    const Configuration x = states.configuration(from);
    target->all_changes(x, all);
    const auto row = transition_row(*sampler, states, from);
    for (std::size_t to = 0; to < states.count(); ++to) {
      const Configuration y = states.configuration(to);
      double expected = 1;
      for (std::size_t site = 0; site < x.size(); ++site) {
        const auto weight = [&](std::size_t v) {
          return v == x[site] ? 1 : std::exp(-all[q * site + v] / 2 - distance / (2 * alpha));
        };
        double sum = 0;
        for (std::size_t v = 0; v < q; ++v) sum += weight(v);
        expected *= weight(y[site]) / sum;
      }
      EXPECT_NEAR(row[to], expected, 1e-15);
    }
  }
}

}  // namespace
}  // namespace ergo::site_transitions_test
