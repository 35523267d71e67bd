// Means over a run's later states, and how many independent draws a chain's step is worth.
#include "core/diagnostics/late_means.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random/draws.h"
#include "core/unit/registry.h"
#include "tests/assigned_config.h"

namespace ergo::late_means_test {
namespace {

constexpr std::size_t chains = 1000;

/// Chains of which every channel is an autoregressive process of variance 1 and mean 50, seen every `spacing`
/// steps.
LateMean late_mean(double correlation, std::uint64_t states, std::uint64_t spacing) {
  const RunConfig config = config_of({{"target", "ising"}, {"sampler", "gibbs_sites"}});
  const std::size_t channels = sampler_unit(config.sampler.id).descriptor.channels.size();
  ChainData data{.step = 0, .chains = chains, .state_size = 2, .report_size = static_cast<int>(channels)};
  data.state.assign(2 * chains, 0);
  data.report.assign(channels * chains, 0);
  data.diverged.assign(chains, 0);
  std::vector<double> values;
  const auto normal = [](std::size_t chain, std::uint64_t step) {
    return Draws(1, Purpose::data, static_cast<std::uint32_t>(chain), step, 1)(0).normal_x;
  };
  for (std::size_t chain = 0; chain < chains; ++chain) values.push_back(normal(chain, 0));
  LateMeans means;
  for (std::uint64_t step = 1; step <= states * spacing; ++step) {
    for (std::size_t chain = 0; chain < chains; ++chain)
      values[chain] =
          correlation * values[chain] + std::sqrt(1 - correlation * correlation) * normal(chain, step);
    if (step % spacing > 0) continue;
    data.step = step;
    for (std::size_t i = 0; i < data.report.size(); ++i) data.report[i] = 50 + values[i / channels];
    means.add(data, config);
  }
  for (const LateMean& mean : means.means())
    if (mean.id == "energy") return mean;
  return {};
}

/// T/(1 + 2 sum_{s<T} (1 - s/T) r^s)
double effective_draws(double correlation, double states) {
  double sum = 1;
  for (double s = 1; s < states; ++s) sum += 2 * (1 - s / states) * std::pow(correlation, s);
  return states / sum;
}

// The variance of 1000 means has a relative error of 4.5 %, which is also what the estimate says.
TEST(LateMeans, KnowWhatAStepIsWorth) {
  for (const double correlation : {0.0, 0.5, 0.9}) {
    const LateMean mean = late_mean(correlation, 100, 1);
    const double expected = effective_draws(correlation, 100) / 100;
    EXPECT_NEAR(mean.mean.value, 50, 5 * mean.mean.error);
    EXPECT_NEAR(mean.ess_per_step.value, expected, 5 * mean.ess_per_step.error) << correlation;
    EXPECT_NEAR(mean.ess_per_step.error / mean.ess_per_step.value, 0.045, 0.001);
    EXPECT_FALSE(mean.at_least);
  }
}

// Of an independent state every 10th step a chain has a tenth of a draw in a step, or more.
TEST(LateMeans, SayWhereStatesAreTooFarApart) {
  const LateMean mean = late_mean(0.5, 40, 10);
  EXPECT_TRUE(mean.at_least);
  EXPECT_NEAR(mean.ess_per_step.value, 0.1, 5 * mean.ess_per_step.error);
  EXPECT_FALSE(late_mean(0.97, 40, 10).at_least);
}

/// The mean energy of states at 50, and then at 60 with another step size.
double mean_over_two_step_sizes(const char* sampler, const char* step_size) {
  RunConfig config = config_of({{"target", "ising"}, {"sampler", sampler}});
  const Descriptor& unit = sampler_unit(sampler).descriptor;
  ChainData data{.step = 0, .chains = chains, .state_size = 2, .report_size = static_cast<int>(unit.channels.size())};
  data.state.assign(2 * chains, 0);
  data.diverged.assign(chains, 0);
  LateMeans means;
  for (const double value : {50.0, 60.0}) {
    ++data.step;
    data.report.assign(unit.channels.size() * chains, value);
    means.add(data, config);
    config.sampler.values[static_cast<std::size_t>(find_parameter(unit, step_size))] *= 1.1;
  }
  return means.means().front().mean.value;
}

// An edit begins the means anew; an adapting sampler that moves its own values does not.
TEST(LateMeans, GoOnWhileASamplerAdapts) {
  EXPECT_EQ(mean_over_two_step_sizes("acs_pcd_sites", "alpha_min"), 55);
  EXPECT_EQ(mean_over_two_step_sizes("dmala_sites", "alpha"), 60);
}

}  // namespace
}  // namespace ergo::late_means_test
