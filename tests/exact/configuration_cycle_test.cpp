// The transitions of runs between all configurations of small targets.
#include "core/exact/configuration_cycle.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/config/apply_list.h"
#include "core/exact/equilibrium.h"
#include "core/exact/evolution.h"

namespace ergo::configuration_cycle_test {
namespace {

RunConfig config_of(const std::vector<Assignment>& list) {
  RunConfig config;
  apply_all(config, list);
  return config;
}

std::vector<Assignment> with(std::vector<Assignment> list, const std::vector<Assignment>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

const std::vector<Assignment> free_spins = {{"target", "ising"}, {"target.side", "2"}, {"target.coupling", "0"}};
const std::vector<Assignment> small_grid = {
    {"target", "ising"}, {"target.side", "2"}, {"target.coupling", "0.3"}, {"target.field", "0.1"}};

// Each of n = 4 free spins is drawn anew with probability 1/n a step: the second eigenvalue is 1 - 1/n, and from the
// state of all spins up the distance to the target is 1 - 2^-n at first. A pass through all sites forgets everything.
TEST(ConfigurationCycle, OfFreeSpinsIsAsInTheory) {
  ThreadPool pool;
  const RunConfig one = config_of(
      with(free_spins, {{"sampler", "gibbs_sites"}, {"sampler.updates", "1"}, {"start", "highest"}}));
  const ConfigurationCycle cycle(one, pool);
  const std::vector<double> p = cycle.states().distribution();
  EXPECT_NEAR(spectral_gap(cycle, p).gap, 0.25, 1e-12);
  EXPECT_NEAR(step_means(cycle, p).flips, 0.5, 1e-12);
  ConfigurationEvolution evolution(one);
  EXPECT_NEAR(evolution.total_variation(), 1 - 1 / 16.0, 1e-15);
  evolution.advance(1);
  // Up with probability 1/2, else one of four is down.
  EXPECT_NEAR(evolution.total_variation(), (0.5 - 1 / 16.0) + 4 * (0.125 - 1 / 16.0), 1e-15);

  RunConfig pass = one;
  apply(pass, {"sampler.scan", "systematic"});
  apply(pass, {"sampler.updates", "4"});
  ConfigurationEvolution forgets(pass);
  forgets.advance(1);
  EXPECT_NEAR(forgets.total_variation(), 0, 1e-15);
}

TEST(ConfigurationCycle, OfEverySamplerKeepsTheTargetWhereClaimed) {
  ThreadPool pool;
  int known = 0;
  for (const SamplerUnit& unit : samplers(Space::sites)) {
    SCOPED_TRACE(unit.descriptor.id);
    RunConfig config = config_of(small_grid);
    if (!unit.make()->lacks(*make_target(config)).empty()) continue;
    apply(config, {"sampler", unit.descriptor.id});
    try {
      const ConfigurationCycle cycle(config, pool);
      const std::vector<double> p = cycle.states().distribution();
      for (std::size_t step = 0; step < cycle.steps(); ++step)
        EXPECT_EQ(total_variation(cycle.apply(p, step), p) < 1e-12, cycle.keeps_target());
      const std::vector<double> stationary = stationary_distribution(cycle, p);
      EXPECT_LT(total_variation(cycle.apply(stationary), stationary), 1e-12);
      const SquareMatrix matrix = cycle.matrix();
      const std::vector<double> applied = cycle.apply(stationary), by_matrix = apply_matrix(matrix)(stationary);
      EXPECT_LT(total_variation(applied, by_matrix), 1e-14);
      EXPECT_EQ(balance_residual(matrix, p) < 1e-12, cycle.reversible());
      ++known;
    } catch (const Error& error) {
      const bool adapts = !begin_adaptation(config).empty();
      EXPECT_TRUE(adapts) << error.what();
    }
  }
  EXPECT_GT(known, 10);
}

TEST(ConfigurationCycle, OfSitesFollowsTheJournal) {
  const RunConfig first = config_of(with(small_grid, {{"sampler", "dmala_sites"}, {"start", "lowest"}}));
  RunConfig second = first;
  apply(second, {"sampler.alpha", "0.9"});
  ASSERT_NE(first, second);
  EvolutionOfRun<ConfigurationEvolution> run(first, {{2, {"sampler.alpha", "0.9"}, false}});
  run.advance_to(5);
  ConfigurationEvolution expected(first);
  expected.advance(2);
  expected.configure(second);
  expected.advance(3);
  EXPECT_EQ(run.now().distribution(), expected.distribution());
}

TEST(ConfigurationCycle, BadInputIsNamed) {
  const std::vector<std::pair<std::vector<Assignment>, std::string>> cases = {
      {{{"target", "ising"}, {"target.side", "4"}}, "2^16"},
      {with(small_grid, {{"sampler", "acs_pcd_sites"}}), "sampler.tune_every=0"},
      {with(small_grid, {{"sampler", "dmala_sites"}, {"start", "point"}}), "highest, lowest, uniform"},
      {{{"target", "ising"}, {"target.side", "3"}, {"sampler", "acs_sites"}, {"sampler.cycle_length", "1000"}},
       "up to 512 steps on 512 configurations"},
      {{{"target", "pictures"}, {"target.set", "bars2"}, {"learn.model", "rbm"}}, "learn.model"},
      {{{"target", "binary_regression"}}, "configurations"},
  };
  for (const auto& [list, named] : cases) try {
      ConfigurationEvolution evolution(config_of(list));
      ADD_FAILURE() << named;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(named), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace ergo::configuration_cycle_test
