// Gaps and biases found beside a run against those of its matrix.
#include "core/exact/equilibrium_worker.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/exact/equilibrium.h"
#include "core/verification/exact_case.h"

namespace ergo::equilibrium_worker_test {
namespace {

class EquilibriumWorkerTest : public testing::TestWithParam<KernelCase> {};
INSTANTIATE_TEST_SUITE_P(Samplers, EquilibriumWorkerTest, testing::ValuesIn(kernel_cases()),
                         [](const auto& info) { return info.param.name; });

// Arnoldi's eigenvalues are right to 1e-8, those of matrices that are not symmetric to the root of rounding.
TEST_P(EquilibriumWorkerTest, KnowsGapAndBias) {
  ExactCase c(GetParam().with({{"target", "lattice8"}}));
  const std::shared_ptr<const Target> target = std::move(c.target);
  ASSERT_TRUE(EquilibriumWorker::possible(c.config, *target));
  EquilibriumWorker worker;
  worker.submit({c.config}, target);
  worker.wait();
  const Equilibrium found = worker.found().at(0);
  const std::vector<double>& distribution = target->lattice()->distribution();
  EXPECT_NEAR(found.gap, spectral_gap(c.cycle, distribution).gap, 1e-6);
  if (GetParam().exact())
    EXPECT_NEAR(found.bias, 0, 1e-12);
  else
    EXPECT_NEAR(found.bias, total_variation(stationary_distribution(c.cycle, distribution), distribution),
                1e-12);
}

TEST(EquilibriumWorker, AnswersTheRunsSubmittedLast) {
  std::shared_ptr<const Target> target;
  std::vector<RunConfig> runs;
  std::vector<double> bias;
  for (const char* alpha : {"2", "0.5"}) {
    ExactCase c({{"target", "lattice8"}, {"sampler", "dula"}, {"sampler.alpha", alpha}});
    bias.push_back(total_variation(stationary_distribution(c.cycle, c.distribution()), c.distribution()));
    runs.push_back(c.config);
    target = std::move(c.target);
  }
  EquilibriumWorker worker;
  worker.submit(std::vector(1000, runs[0]), target);
  worker.submit({runs[1], runs[0]}, target);
  worker.wait();
  ASSERT_EQ(worker.found().size(), 2u);
  EXPECT_NEAR(worker.found()[0].bias, bias[1], 1e-12);
  EXPECT_NEAR(worker.found()[1].bias, bias[0], 1e-12);
  worker.submit({}, nullptr);
  EXPECT_TRUE(worker.found().empty());
}

TEST(EquilibriumWorker, KnowsNoneInThePlaneOnLargeLatticesAndOfLongCycles) {
  const auto possible = [](const std::vector<Assignment>& assignments) {
    const RunConfig config = ExactCase::configured(assignments);
    return EquilibriumWorker::possible(config, *make_target(config));
  };
  EXPECT_FALSE(possible({{"target", "ring8"}, {"sampler", "esh"}}));
  EXPECT_FALSE(possible({{"target", "lattice_modes"}, {"sampler", "dmala"}}));
  EXPECT_TRUE(possible({{"target", "lattice8"}, {"sampler", "acs"}, {"sampler.cycle_length", "1000"}}));
  EXPECT_FALSE(possible({{"target", "lattice8"}, {"sampler", "acs"}, {"sampler.cycle_length", "1100"}}));
}

// Not a number is how a kernel that nobody knows is told, and nothing else waits for it.
TEST(EquilibriumWorker, ReportsWhereTheResultIsUnknown) {
  const RunConfig config = ExactCase::configured({{"target", "lattice8"},
                                                  {"sampler", "dmala"},
                                                  {"gradient_noise.kind", "gaussian"},
                                                  {"gradient_noise.sigma", "0.5"}});
  const std::shared_ptr<const Target> target = make_target(config);
  EquilibriumWorker worker;
  worker.submit({config}, target);
  worker.wait();
  EXPECT_TRUE(std::isnan(worker.found().at(0).gap));
  EXPECT_TRUE(std::isnan(worker.found().at(0).bias));
}

}  // namespace
}  // namespace ergo::equilibrium_worker_test
