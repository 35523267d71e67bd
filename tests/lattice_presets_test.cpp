// What the stories of the lattice presets say, with fewer chains.
#include <gtest/gtest.h>

#include "core/diagnostics/diagnostics.h"
#include "core/io/preset.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

/// The preset's last report of those at the given steps.
DiagnosticReport after(const std::string& name, std::uint64_t chains,
                       const std::vector<std::uint64_t>& steps) {
  RunConfig config = load_preset(name).config;
  config.chains = chains;
  config.backend = BackendKind::gpu;
  Session session(config, test_factory(), {}, 0);
  Diagnostics diagnostics;
  DiagnosticReport report = diagnostics.report({session.read(), session.config()});
  for (const std::uint64_t step : steps) {
    session.advance(step - session.step());
    report = diagnostics.report({session.read(), session.config()});
  }
  return report;
}

double at_home(const DiagnosticReport& report) { return report.occupancy->share[0].value; }
double acceptance(const DiagnosticReport& report) { return report.channels[1].mean; }

// "a quarter accepted ... four chains in five are still at home": the share at home of 1000 chains is
// binomial with a standard deviation of 0.013; acceptances spread by about 0.35 over the chains, their mean
// by 0.011.
TEST(LatticePresets, TheRandomWalkStays) {
  const DiagnosticReport report = after("islands-rwm", 1000, {1000});
  EXPECT_NEAR(at_home(report), 0.82, 4 * 0.013);
  EXPECT_NEAR(acceptance(report), 0.24, 4 * 0.011);
}

// "69 % of its moves accepted ... fewer islands".
TEST(LatticePresets, TheGradientKeepsChainsAtHome) {
  const DiagnosticReport report = after("islands-dmala", 1000, {1000});
  EXPECT_NEAR(acceptance(report), 0.694, 4 * 0.011);
  EXPECT_GT(at_home(report), 0.90);
  EXPECT_LT(report.modes->ever, after("islands-rwm", 1000, {1000}).modes->ever);
}

// "In 400 steps the swarm has found all 25".
TEST(LatticePresets, CyclesFindAllIslands) {
  std::vector<std::uint64_t> steps;
  for (std::uint64_t k = 1; k <= 20; ++k) steps.push_back(20 * k);
  const DiagnosticReport report = after("islands-acs", 1000, steps);
  EXPECT_EQ(report.modes->ever, 25);
  EXPECT_LT(at_home(report), 0.5);
}

// "After 200 steps the total variation lies where that of exact draws would": within four standard
// deviations, as it is one report of many that a user sees.
TEST(LatticePresets, GibbsIsSoonAsGoodAsExactDraws) {
  const DiagnosticReport report = after("islands-gibbs", 1000, {200});
  EXPECT_NEAR(report.sites->distance.total_variation.value, report.sites->floor.total_variation.mean,
              4 * report.sites->floor.total_variation.sd);
  EXPECT_EQ(report.modes->now, 25);
}

// "starts from exact draws and leaves them at once".
TEST(LatticePresets, WithoutRejectionTheLawIsLost) {
  const DiagnosticReport start = after("dula-bias", 10000, {}), later = after("dula-bias", 10000, {20});
  const Interval band = normal_band(start.sites->floor.total_variation);
  EXPECT_NEAR(start.sites->distance.total_variation.value, start.sites->floor.total_variation.mean,
              4 * start.sites->floor.total_variation.sd);
  EXPECT_GT(later.sites->distance.total_variation.value, 3 * band.high);
}

}  // namespace
}  // namespace ergo
