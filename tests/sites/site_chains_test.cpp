// Chains on sites: what their paths depend on, and their averages.
#include <gtest/gtest.h>

#include <cmath>

#include "core/sites/ising_formulas.h"
#include "core/sites/ising_transfer.h"
#include "tests/sites/site_cases.h"

namespace ergo::site_chains_test {
namespace {

std::vector<Configuration> ends(const SiteSampler& sampler, std::size_t chains, unsigned threads,
                                std::vector<std::uint64_t> pieces, std::uint64_t seed = 4) {
  ThreadPool pool(threads);
  SiteChains run(sampler, chains, seed, uniform_site_start(sampler.target()));
  for (const std::uint64_t steps : pieces) run.advance(steps, pool);
  std::vector<Configuration> ends;
  for (const SiteChain& chain : run.chains()) {
    EXPECT_NEAR(chain.energy, sampler.target().energy(chain.x), 1e-9);
    ends.push_back(chain.x);
  }
  return ends;
}

TEST(SiteChains, PathsDependOnSeedAndChainAlone) {
  for (const auto& c : small_site_pairs()) {
    SCOPED_TRACE(c.name);
    const auto alone = ends(*c.sampler, 3, 1, {20});
    auto many = ends(*c.sampler, 9, 3, {7, 13});
    many.resize(3);
    EXPECT_EQ(alone, many);
  }
  const auto target = make_site_target("ising", {{"side", 8}});
  const auto sampler = make_site_sampler("dmala_sites", target);
  EXPECT_NE(ends(*sampler, 3, 1, {20}), ends(*sampler, 3, 1, {20}, 5));
  EXPECT_NE(ends(*sampler, 3, 1, {20})[0], ends(*sampler, 3, 1, {20})[1]);
}

/// From exact draws every exact sampler's averages are those of the target: one step of many chains.
TEST(SiteChains, AveragesOfStationaryChainsAreThoseOfTheTarget) {
  ThreadPool pool;
  for (const auto& c : small_site_pairs()) {
    if (!c.sampler->exact()) continue;
    SCOPED_TRACE(c.name);
    const SiteStates states(c.target);
    const auto p = states.distribution();
    const SiteMeans truth = means_under(states, p);
    SiteChains chains(*c.sampler, 4000, 12, exact_site_start(states));
    const SiteAverages means = chains.advance(1, pool);
    // 5 standard errors: with some 1700 comparisons, a chance of 1e-3 that a right one fails.
    EXPECT_NEAR(means.energy.value, truth.energy, 5 * means.energy.error);
    EXPECT_NEAR(means.level.value, truth.level, 5 * means.level.error);
    EXPECT_NEAR(means.level_squared.value, truth.level_squared, 5 * means.level_squared.error);
    if (!c.sampler->has_outcomes()) continue;
    const ExpectedReport expected = expected_report(*c.sampler, states, p);
    EXPECT_NEAR(means.acceptance.value, expected.acceptance, 5 * means.acceptance.error + 1e-12);
    EXPECT_NEAR(means.proposed.value, expected.proposed, 5 * means.proposed.error + 1e-12);
    EXPECT_NEAR(means.changed.value, expected.changed, 5 * means.changed.error + 1e-12);
  }
}

/// The same on a torus too large for direct sums, at the critical coupling, against the transfer matrix.
TEST(SiteChains, OfALargerTorusKeepItsMeans) {
  ThreadPool pool;
  const IsingGrid grid{8, 8, true, critical_coupling, 0.05};
  const IsingSums truth = ising_sums(grid);
  const IsingDraws exact(grid);
  const auto target =
      make_site_target("ising", {{"side", 8}, {"coupling", grid.coupling}, {"field", grid.field}});
  for (const SiteCase& c : site_sampler_cases()) {
    const auto sampler = make_site_sampler(c.id, target, c.settings);
    if (!sampler->exact()) continue;
    SCOPED_TRACE(text_of(c));
    SiteChains chains(*sampler, 500, 14, exact_site_start(exact));
    const SiteAverages means = chains.advance(40, pool);
    EXPECT_NEAR(means.energy.value, 64 * truth.energy(grid), 5 * means.energy.error);
    EXPECT_NEAR(means.level.value, truth.spin, 5 * means.level.error);
    EXPECT_NEAR(means.level_squared.value, truth.spin_squared, 5 * means.level_squared.error);
  }
}

/// One chain may be stepped by all samplers in turn: they leave nothing behind.
TEST(SiteChains, GoFromSamplerToSampler) {
  for (const SiteCase& c : small_site_targets()) {
    SCOPED_TRACE(text_of(c));
    const SiteStates states(make_site_target(c.id, c.settings));
    const auto pairs = small_site_pairs();
    SiteChain mixed(states.target(), states.configuration(0));
    std::uint64_t step = 0;
    for (int round = 0; round < 3; ++round)
      for (const auto& pair : pairs) {
        if (pair.name.find(" on " + text_of(c)) == std::string::npos) continue;
        SiteChain fresh(states.target(), mixed.x);
        const SiteDraws draws(9, Purpose::step, 0, step++);
        pair.sampler->step(fresh, draws);
        pair.sampler->step(mixed, draws);
        EXPECT_EQ(fresh.x, mixed.x) << pair.name;
      }
    EXPECT_GT(step, 20u);
  }
}

TEST(SiteChains, TellTheObserverOfEveryStep) {
  const auto target = make_site_target("ising", {{"side", 4}});
  const auto sampler = make_site_sampler("gibbs_sites", target);
  SiteChains chains(*sampler, 5, 1, same_site_start(Configuration(16, 1)));
  ThreadPool pool;
  std::vector<int> told(5);
  std::vector<double> energy(5);
  const SiteAverages means =
      chains.advance(30, pool, [&](std::size_t c, const SiteChain& state, const SiteStepReport& report) {
        ++told[c];
        energy[c] += report.energy / 30;
        EXPECT_EQ(state.energy, report.energy);
      });
  EXPECT_EQ(told, std::vector<int>(5, 30));
  EXPECT_NEAR(means.energy.value, mean_of(energy).value, 1e-12);
  EXPECT_NEAR(means.energy.error, mean_of(energy).error, 1e-12);
  EXPECT_EQ(chains.steps(), 30u);
}

/// Uniforms of a step: those of fill() are those of the slots, and neighbouring addresses share none.
TEST(SiteDraws, AreAddressed) {
  const SiteDraws draws(7, Purpose::step, 3, 1000);
  std::vector<double> filled(1011);
  std::vector<std::uint32_t> numbers(filled.size());
  draws.fill(filled);
  draws.fill_numbers(numbers);
  std::vector<double> later(500);
  draws.fill(later, 204);
  EXPECT_TRUE(std::ranges::equal(later, std::span(filled).subspan(204, later.size())));
  for (std::uint32_t slot = 0; slot < filled.size(); ++slot) {
    EXPECT_EQ(filled[slot], draws(slot));
    EXPECT_EQ(SiteDraws::of_number(numbers[slot]), draws(slot));
    EXPECT_GT(draws(slot), 0);
    EXPECT_LT(draws(slot), 1);
    for (const SiteDraws& other :
         {SiteDraws(8, Purpose::step, 3, 1000), SiteDraws(7, Purpose::start, 3, 1000),
          SiteDraws(7, Purpose::step, 4, 1000), SiteDraws(7, Purpose::step, 3, 1001)})
      EXPECT_NE(draws(slot), other(slot));
    EXPECT_NE(draws(slot), draws.decision());
  }
  double sum = 0, squares = 0;
  constexpr std::uint32_t n = 100'000;
  for (std::uint32_t c = 0; c < n; ++c) {
    const double u = SiteDraws(7, Purpose::step, c, 1).fine(0);
    sum += u / n;
    squares += u * u / n;
  }
  EXPECT_NEAR(sum, 0.5, 4 * std::sqrt(1 / 12. / n));
  EXPECT_NEAR(squares, 1 / 3., 4 * std::sqrt(4 / 45. / n));
}

}  // namespace
}  // namespace ergo::site_chains_test
