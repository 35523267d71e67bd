// What samplers say of their last step, over all that claim to say it: whether it moved the chain, and
// whether its energy error ended it.
#include <gtest/gtest.h>

#include <cmath>

#include "core/backend/start_positions.h"
#include "core/diagnostics/run_summary.h"
#include "tests/machine_fixture.h"

namespace ergo::transitions_test {
namespace {

template <class Visit>
void for_each_claim(std::string Claims::*channel, Visit visit) {
  int count = 0;
  for (const auto& unit : kernel_samplers()) {
    const Descriptor& sampler = unit.descriptor;
    if ((sampler.claims.*channel).empty()) continue;
    SCOPED_TRACE(sampler.id);
    visit(sampler, static_cast<std::size_t>(find_channel(sampler, sampler.claims.*channel)));
    ++count;
  }
  EXPECT_GT(count, 1);
}

double report(const ChainData& data, std::size_t chain, std::size_t channel) {
  return data.report[chain * static_cast<std::size_t>(data.report_size) + channel];
}

TEST(Transitions, ADecisionSaysWhichChainsMoved) {
  for_each_claim(&Claims::decision_channel, [](const Descriptor& sampler, std::size_t channel) {
    for (const BackendKind kind : {BackendKind::cpu, BackendKind::gpu}) {
      Session run(pair_config(sampler.id, home_of(sampler), kind, 500), test_factory());
      std::size_t moved = 0, stayed = 0;
      ChainData before = run.read();
      for (int step = 0; step < 20; ++step) {
        run.advance(1);
        const ChainData now = run.read();
        for (std::size_t i = 0; i < now.chains; ++i) {
          const bool moves = now.x(i) != before.x(i);
          EXPECT_EQ(report(now, i, channel) > 0, moves);
          ++(moves ? moved : stayed);
        }
        before = now;
      }
      EXPECT_GT(moved, 0u);
      EXPECT_GT(stayed, 0u);
    }
  });
}

TEST(Transitions, EverySamplerWithAMetropolisStepHasADecision) {
  for (const auto& unit : kernel_samplers()) {
    const Descriptor& d = unit.descriptor;
    EXPECT_TRUE(d.claims.decision_channel.empty() || !d.claims.acceptance_channel.empty()) << d.id;
    EXPECT_TRUE(d.claims.metropolis_parameter.empty() || !d.claims.decision_channel.empty()) << d.id;
  }
}

/// Far above the stability limit of a leapfrog, 2 on N(0, I), each trajectory diverges, its chain stays, and
/// the run's summary says so. At a twentieth of it none does.
TEST(Transitions, LongStepsDivergeAndShortOnesDoNot) {
  for_each_claim(&Claims::divergence_channel, [](const Descriptor& sampler, std::size_t channel) {
    for (const BackendKind kind : {BackendKind::cpu, BackendKind::gpu})
      for (const bool diverges : {true, false}) {
        RunConfig config = pair_config(sampler.id, "gaussian", kind, 200);
        apply(config, {"start", "exact"});
        apply(config, {"sampler.step_size", diverges ? "100" : "0.1"});
        Session run(config, test_factory());
        const ChainData before = run.read();
        for (std::size_t i = 0; i < before.chains; ++i) EXPECT_EQ(report(before, i, channel), 0);
        RunSummary summary;
        summary.add(before, config);
        for (int step = 0; step < 25; ++step) {
          run.advance(1);
          const ChainData after = run.read();
          summary.add(after, config);
          for (std::size_t i = 0; i < after.chains; ++i) {
            EXPECT_EQ(report(after, i, channel), diverges ? 1 : 0);
            EXPECT_TRUE(!diverges || after.x(i) == before.x(i));
          }
        }
        bool told = false;
        for (const std::string& remark : summary.remarks())
          told = told || remark.find("100 % of the observed transitions diverged") != std::string::npos;
        EXPECT_EQ(told, diverges);
      }
  });
}

/// In the funnel's neck trajectories end on both sides of the threshold.
TEST(Transitions, AnHmcTrajectoryDivergesWithAnEnergyErrorAboveAThousand) {
  RunConfig config = pair_config("hmc", "funnel", BackendKind::cpu, 2000);
  apply(config, {"start", "exact"});
  apply(config, {"sampler.step_size", "0.5"});
  Session run(config, test_factory());
  const Descriptor& sampler = run.sampler_descriptor();
  const auto channel = [&](const char* id) { return static_cast<std::size_t>(find_channel(sampler, id)); };
  std::size_t diverging = 0, near = 0;
  for (int step = 0; step < 20; ++step) {
    run.advance(1);
    const ChainData data = run.read();
    for (std::size_t i = 0; i < data.chains; ++i) {
      const double error = report(data, i, channel("hamiltonian_error"));
      const bool expected = !std::isfinite(error) || error > 1000;
      EXPECT_EQ(report(data, i, channel("diverging")), expected ? 1 : 0) << error;
      diverging += expected;
      near += error > 10 && error <= 1000;
      EXPECT_TRUE(!expected || report(data, i, channel("accepted")) == 0);
    }
  }
  EXPECT_GT(diverging, 0u);
  EXPECT_GT(near, 0u);
}

}  // namespace
}  // namespace ergo::transitions_test
