// The distribution of infinitely many chains on a thread of its own: what it tells of a run that goes on,
// back and another way meanwhile.
#include "core/live/distribution_worker.h"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/machine_fixture.h"

namespace ergo::distribution_worker_test {
namespace {

using namespace std::chrono_literals;

bool rests(const DistributionWorker& worker) {
  for (int tries = 0; tries < 6000 && !worker.at_rest(); ++tries) std::this_thread::sleep_for(10ms);
  return worker.at_rest();
}

RunConfig small_run() {
  RunConfig config = pair_config("dula", "lattice8", BackendKind::cpu);
  apply(config, {"start", "mode"});
  return config;
}

void expect_distribution(const DistributionWorker& worker, const RunConfig& initial, const Journal& tape,
                         std::uint64_t step) {
  ASSERT_TRUE(rests(worker));
  const auto found = worker.newest();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, step);
  RunEvolution evolution(initial, tape);
  evolution.advance_to(step);
  EXPECT_EQ(*found->distribution.distribution, evolution.now().distribution()) << step;
  EXPECT_EQ(found->distribution.total_variation, evolution.now().total_variation()) << step;
}

/// Of each step once.
void expect_points(DistributionWorker& worker, const RunConfig& initial, const Journal& tape,
                   std::uint64_t first, std::uint64_t last) {
  RunEvolution evolution(initial, tape);
  std::uint64_t expected = first;
  for (const DistributionPoint& point : worker.take()) {
    EXPECT_EQ(point.step, expected++);
    evolution.advance_to(point.step);
    EXPECT_EQ(point.total_variation, evolution.now().total_variation()) << point.step;
  }
  EXPECT_EQ(expected, last + 1);
}

TEST(DistributionWorker, FollowsARunForwardsBackAndAnotherWay) {
  const RunConfig run = small_run();
  DistributionWorker worker;
  EXPECT_FALSE(worker.newest());
  const auto go = [&](const Journal& tape, std::uint64_t step) {
    worker.follow(run, tape, step);
    expect_distribution(worker, run, tape, step);
  };
  go({}, 0);
  expect_points(worker, run, {}, 0, 0);
  go({}, 50);
  const Journal tape = {{50, {"sampler.alpha", "4"}}};
  go(tape, 50);
  go(tape, 80);
  expect_points(worker, run, tape, 1, 80);
  go(tape, 20);
  go(tape, 60);
  EXPECT_TRUE(worker.take().empty()) << "told before";
  const Journal other = {{30, {"sampler.alpha", "1"}}};
  go(tape, 30);
  go(other, 70);
  expect_points(worker, run, other, 31, 70);
  worker.forget();
  EXPECT_FALSE(worker.newest());
  go(other, 10);
  expect_points(worker, run, other, 0, 10);
}

/// Edits come while the distribution lags, faster than it finds a step.
TEST(DistributionWorker, IsNotHurriedByEdits) {
  const RunConfig run = small_run();
  DistributionWorker worker;
  Journal tape;
  for (std::uint64_t step = 0; step < 400; step += 20) {
    tape.push_back({step, {"sampler.alpha", step % 40 == 0 ? "3" : "0.3"}});
    worker.follow(run, tape, step);
  }
  worker.follow(run, tape, 400);
  expect_distribution(worker, run, tape, 400);
  expect_points(worker, run, tape, 0, 400);
}

TEST(DistributionWorker, ReportsManyStepsInFewPoints) {
  const RunConfig run = small_run();
  DistributionWorker worker;
  worker.follow(run, {}, 20'000);
  ASSERT_TRUE(rests(worker));
  const auto points = worker.take();
  EXPECT_LE(points.size(), 1024u);
  EXPECT_GE(points.size(), 512u);
  EXPECT_TRUE(std::ranges::is_sorted(points, {}, &DistributionPoint::step));
  EXPECT_EQ(points.back().step, 20'000u);
}

TEST(DistributionWorker, KnowsNothingOfThePlaneAndOfLargerLattices) {
  DistributionWorker worker;
  for (const auto& [sampler, target] : {std::pair("dmala", "lattice_modes"), {"mala", "ring8"}}) {
    worker.follow(pair_config(sampler, target, BackendKind::cpu), {}, 3);
    EXPECT_TRUE(rests(worker));
    EXPECT_FALSE(worker.newest());
    EXPECT_TRUE(worker.take().empty());
  }
}

/// A thousand steps here take minutes, a whole table most of a second.
TEST(DistributionWorker, BreaksOffAtAnyMoment) {
  RunConfig config = pair_config("dmala", "lattice_gaussian", BackendKind::cpu);
  apply(config, {"target.side", "256"});
  apply(config, {"start", "uniform"});
  apply(config, {"sampler.alpha", "300"});
  const auto begin = std::chrono::steady_clock::now();
  for (const auto delay : {0ms, 20ms, 300ms, 1500ms}) {
    DistributionWorker worker;
    worker.follow(config, {}, 1000);
    std::this_thread::sleep_for(delay);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
}

}  // namespace
}  // namespace ergo::distribution_worker_test
