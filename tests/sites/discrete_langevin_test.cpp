// DLMC where its transition probabilities are known by other ways.
#include <gtest/gtest.h>

#include <cmath>

#include "core/exact/spectrum.h"
#include "tests/sites/site_cases.h"

namespace ergo::discrete_langevin_test {
namespace {

SquareMatrix matrix_of(const std::shared_ptr<const SiteTarget>& target, std::vector<SiteSetting> settings) {
  const SiteStates states(target);
  const auto sampler = make_site_sampler("dlmc", target, settings);
  SquareMatrix matrix(states.count());
  for (std::size_t x = 0; x < states.count(); ++x)
    std::ranges::copy(transition_row(*sampler, states, x), &matrix(x, 0));
  return matrix;
}

double weight(double t, bool barker) { return barker ? t / (1 + t) : std::sqrt(t); }

/// Sites without couplings: the jump process is that of each site on its own, so that steps need no
/// correction, are those of the process itself, and two of them are one of twice the time.
TEST(DiscreteLangevin, FollowsTheJumpProcessOfIndependentSites) {
  const double field = 0.4, time = 0.3;
  const auto target = make_site_target("ising", {{"side", 2}, {"coupling", 0}, {"field", field}});
  const SiteStates states(target);
  const auto p = states.distribution();
  for (const bool barker : {false, true}) {
    const std::vector<SiteSetting> choices = {{"weight", barker ? "barker" : "sqrt"}, {"metropolis", "off"}};
    const auto with_time = [&](double h) {
      auto settings = choices;
      settings.emplace_back("time", h);
      return settings;
    };
    const SquareMatrix matrix = matrix_of(target, with_time(time)),
                       twice = matrix_of(target, with_time(2 * time));
    const double up = std::exp(2 * field);  // t of a spin that turns up
    const double decay = std::exp(-time * (weight(up, barker) + weight(1 / up, barker)));
    for (std::size_t x = 0; x < states.count(); ++x) {
      const Configuration from = states.configuration(x);
      for (std::size_t y = 0; y < states.count(); ++y) {
        const Configuration to = states.configuration(y);
        double expected = 1, two_steps = 0;
        for (std::size_t site = 0; site < from.size(); ++site) {
          const double nu = to[site] ? up / (1 + up) : 1 / (1 + up);
          expected *= nu + ((from[site] == to[site]) - nu) * decay;
        }
        for (std::size_t z = 0; z < states.count(); ++z) two_steps += matrix(x, z) * matrix(z, y);
        EXPECT_NEAR(matrix(x, y), expected, 1e-15);
        EXPECT_NEAR(twice(x, y), two_steps, 1e-15);
      }
    }
    EXPECT_LE(l1_distance(apply_matrix(matrix)(p), p), 1e-14);
    const auto adjusted =
        make_site_sampler("dlmc", target, {{"weight", barker ? "barker" : "sqrt"}, {"time", time}});
    EXPECT_NEAR(expected_report(*adjusted, states, p).acceptance, 1, 1e-14);
  }
}

/// h g(t) (1 - h (g/(2 nu) + R)) <= P(x, y) <= h g(t), t = p(y)/p(x), R the sum of all rates, where x and y
/// differ at one site, by 1 - a/2 <= (1 - e^-a)/a <= 1; at most (h R)^2 where they differ at more.
TEST(DiscreteLangevin, HasTheRatesOfTheJumpProcessAtShortTimes) {
  const double time = 1e-6, rounding = 1e-12;
  for (const SiteCase& c : small_site_targets()) {
    SCOPED_TRACE(text_of(c));
    const auto target = make_site_target(c.id, c.settings);
    const SiteStates states(target);
    const std::size_t x = states.count() / 3, q = static_cast<std::size_t>(target->values());
    const Configuration from = states.configuration(x);
    std::vector<double> changes(q * from.size()), ratio_sums(from.size());
    target->all_changes(from, changes);
    for (const bool barker : {false, true}) {
      const auto sampler = make_site_sampler("dlmc", target,
                                             {{"time", time},
                                              {"weight", barker ? "barker" : "sqrt"},
                                              {"ratios", "exact"},
                                              {"metropolis", "off"}});
      double rates = 0;
      for (std::size_t site = 0; site < from.size(); ++site) {
        ratio_sums[site] = 0;
        for (std::size_t v = 0; v < q; ++v) {
          const double t = std::exp(-changes[q * site + v]);
          ratio_sums[site] += t;
          if (v != from[site]) rates += weight(t, barker);
        }
      }
      const auto row = transition_row(*sampler, states, x);
      for (std::size_t y = 0; y < row.size(); ++y) {
        const Configuration to = states.configuration(y);
        std::size_t differ = 0, changed = 0;
        for (std::size_t site = 0; site < from.size(); ++site)
          if (from[site] != to[site]) ++differ, changed = site;
        if (differ > 1) {
          EXPECT_LE(row[y], time * rates * time * rates * (1 + rounding));
        }
        if (differ != 1) continue;
        const double t = std::exp(states.energies()[x] - states.energies()[y]), rate = weight(t, barker);
        const double less = time * (rate * ratio_sums[changed] / t / 2 + rates);
        EXPECT_LE(row[y], time * rate * (1 + rounding));
        EXPECT_GE(row[y], time * rate * (1 - less - rounding));
      }
    }
  }
}

/// At long times every site is drawn from its distribution given all others.
TEST(DiscreteLangevin, DrawsAllSitesFromTheirConditionalsAtLongTimes) {
  for (const SiteCase& c : small_site_targets()) {
    SCOPED_TRACE(text_of(c));
    const auto target = make_site_target(c.id, c.settings);
    const SiteStates states(target);
    const auto sampler =
        make_site_sampler("dlmc", target, {{"time", 1e6}, {"ratios", "exact"}, {"metropolis", "off"}});
    const std::size_t x = states.count() / 3, q = static_cast<std::size_t>(target->values());
    const Configuration from = states.configuration(x);
    std::vector<double> changes(q * from.size());
    target->all_changes(from, changes);
    const auto row = transition_row(*sampler, states, x);
    for (std::size_t y = 0; y < row.size(); ++y) {
      const Configuration to = states.configuration(y);
      double expected = 1;
      for (std::size_t site = 0; site < from.size(); ++site) {
        double sum = 0;
        for (std::size_t v = 0; v < q; ++v) sum += std::exp(-changes[q * site + v]);
        expected *= std::exp(-changes[q * site + to[site]]) / sum;
      }
      EXPECT_NEAR(row[y], expected, 1e-13);
    }
  }
}

/// Times and ratios that leave the range of numbers: along one site E changes by up to 6000.
TEST(DiscreteLangevin, StaysFiniteForSteepTargetsAndLongTimes) {
  const auto target = make_site_target("lattice_gaussian_nd",
                                       {{"dimensions", 2}, {"side", 7}, {"spread", 1}, {"mean", 1000}});
  const SiteStates states(target);
  for (const double time : {1e-6, 1.0, 1e6})
    for (const char* weight : {"sqrt", "barker"})
      for (const char* ratios : {"gradient", "exact"}) {
        const auto sampler =
            make_site_sampler("dlmc", target, {{"time", time}, {"weight", weight}, {"ratios", ratios}});
        for (std::size_t x = 0; x < states.count(); ++x) {
          double sum = 0;
          for (const double probability : transition_row(*sampler, states, x)) sum += probability;
          EXPECT_NEAR(sum, 1, 1e-14);
        }
      }
}

}  // namespace
}  // namespace ergo::discrete_langevin_test
