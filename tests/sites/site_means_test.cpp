// Means that a run on configurations of sites tells at its end.
#include <gtest/gtest.h>

#include <cmath>

#include "core/files/run_recorder.h"
#include "core/sites/site_units.h"
#include "tests/assigned_config.h"
#include "tests/machine_fixture.h"

namespace ergo::site_means_test {
namespace {

Comparison single_run(const RunConfig& config) {
  Comparison::Sessions sessions;
  sessions.push_back(std::make_unique<Session>(config, test_factory()));
  return Comparison(std::move(sessions), Pace::steps);
}

/// Chains that start from the target stay there: each mean is within five standard errors of the exact one, which one
/// in two million is not.
TEST(SiteMeans, AreTheExactOnesForEveryExactSampler) {
  std::size_t checked = 0;
  for (const SiteSamplerUnit& unit : site_samplers()) {
    SCOPED_TRACE(unit.id);
    const auto model = make_site_target("ising");
    if (!lacking(unit.needs, *model).empty() || !make_site_sampler(unit.id, model)->exact()) continue;
    const RunConfig config = config_of({{"target", "ising"},
                                        {"target.side", "3"},
                                        {"target.field", "0.1"},
                                        {"sampler", unit.id},
                                        {"start", "exact"},
                                        {"chains", "400"}});
    Comparison runs = single_run(config);
    RunRecorder recorder(runs, {.steps = 100, .every = 50});
    while (recorder.advance()) {
    }
    recorder.finish();
    const std::vector<LateMean> means = recorder.late_means(0);
    ASSERT_EQ(means.size(), sampler_unit(unit.id).descriptor.channels.size());
    for (const LateMean& channel : means) {
      if (!channel.exact) continue;
      ++checked;
      EXPECT_LT(std::abs(channel.mean.value - *channel.exact), 5 * channel.mean.error)
          << channel.id << ": " << channel.mean.value << " for " << *channel.exact;
    }
  }
  EXPECT_GE(checked, 12u);
}

/// Of the second half alone: chains that all start with spins up forget it.
TEST(SiteMeans, LeaveTheFirstHalfOut) {
  const RunConfig config = config_of({{"target", "ising"}, {"target.coupling", "0"}, {"start", "highest"},
                                      {"sampler", "gibbs_sites"}, {"chains", "100"}});
  Comparison runs = single_run(config);
  RunRecorder recorder(runs, {.steps = 2000, .every = 2000});
  while (recorder.advance()) {
  }
  recorder.finish();
  for (const LateMean& channel : recorder.late_means(0)) {
    if (channel.id != "level") continue;
    EXPECT_LT(std::abs(channel.mean.value), 5 * channel.mean.error);
    EXPECT_NEAR(channel.exact.value(), 0, 1e-12);
  }
}

}  // namespace
}  // namespace ergo::site_means_test
