// ACS for learning: its cycle, and step sizes that follow the acceptance.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/assigned_config.h"
#include "tests/machine_fixture.h"

namespace ergo::cyclical_sites_test {
namespace {

constexpr std::uint64_t steps = 3, length = 4;  // S and s

Session on_spins(const char* tuned_every) {
  return Session(config_of({{"target", "ising"},
                            {"target.side", "5"},
                            {"target.coupling", "0.2"},
                            {"target.field", "0.2"},
                            {"chains", "300"},
                            {"sampler", "acs_pcd_sites"},
                            {"sampler.steps", std::to_string(steps)},
                            {"sampler.cycle_length", std::to_string(length)},
                            {"sampler.tune_every", tuned_every}}),
                 test_factory(), {}, 0);
}

double value(const Session& run, const char* id) {
  return parameter(run.config().sampler, run.sampler_descriptor(), id);
}

double mean(Session& run, const char* channel) {
  return run.backend()
      .means()
      .channels[static_cast<std::size_t>(find_channel(run.sampler_descriptor(), channel))]
      .mean;
}

// As Pynadath et al. 2024, Algorithm 6 say: in the first iteration of a cycle every proposal is taken.
TEST(AcsForLearning, HasAMetropolisStepButInTheFirstIterationOfACycle) {
  Session run = on_spins("0");
  for (std::uint64_t step = 0; step < 2 * steps * length; ++step) {
    run.advance(1);
    const bool first = step / steps % length == 0;
    EXPECT_EQ(mean(run, "flips") == mean(run, "proposed"), first) << step;
    EXPECT_LT(mean(run, "acceptance_rate"), 1) << step;
  }
  EXPECT_EQ(run.config(), run.initial());
}

TEST(AcsForLearning, MovesTheStepSizeInUseByTheAcceptance) {
  for (const std::uint64_t every : {1, 2}) {
    Session run = on_spins(std::to_string(every).c_str());
    double largest = value(run, "alpha_max"), smallest = value(run, "alpha_min");
    for (std::uint64_t iteration = 0; iteration < 5 * length; ++iteration) {
      EXPECT_DOUBLE_EQ(value(run, "alpha_max"), largest) << iteration;
      EXPECT_DOUBLE_EQ(value(run, "alpha_min"), smallest) << iteration;
      run.advance(steps - 1);
      const double before = value(run, "alpha_min");
      run.advance(1);
      EXPECT_EQ(before, smallest) << "changes at the end of an iteration alone";
      if (iteration / length % every != 0) continue;
      double& used = iteration % length == 0 ? largest : smallest;
      used = std::clamp(used * (1 + 0.5 * (mean(run, "acceptance_rate") - 0.5)), 0.05, 60.0);
    }
  }
}

// For eight seeds the mean over 150 iterations was 0.500 to 0.502. Here the longest steps are accepted more
// often than aimed at: they go to the ceiling.
TEST(AcsForLearning, ComesToAnAcceptanceOfOneHalf) {
  Session run = on_spins("1");
  run.advance(50 * steps * length);
  constexpr int cycles = 50;
  double first = 0, others = 0;
  for (std::uint64_t iteration = 0; iteration < cycles * length; ++iteration) {
    run.advance(steps);
    (iteration % length == 0 ? first : others) += mean(run, "acceptance_rate");
  }
  EXPECT_NEAR(others / (cycles * (length - 1)), 0.5, 0.01);
  EXPECT_GT(first / cycles, 0.55);
  EXPECT_EQ(value(run, "alpha_max"), 60);
}

}  // namespace
}  // namespace ergo::cyclical_sites_test
