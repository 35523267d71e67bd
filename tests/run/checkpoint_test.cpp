// Number and spacing of the checkpoints of a run.
#include "core/run/checkpoint.h"

#include <gtest/gtest.h>

#include "core/backend/cpu_backend.h"

namespace ergo::checkpoint_test {
namespace {

TEST(CheckpointStore, StaysWithinItsBudget) {
  RunConfig config;
  config.backend = BackendKind::cpu;
  config.chains = 100;
  CpuBackend probe(1);
  probe.configure(config);
  probe.place(std::vector<Position>(100), 0);
  const std::size_t one = probe.save().bytes.size();
  CheckpointStore store(5 * one);
  for (std::uint64_t step = 1; step <= 100'000; ++step)
    if (store.due(step)) store.keep({Blob{step, std::vector<std::byte>(one)}, config, 0, 0.0});
  EXPECT_LE(store.bytes(), 5 * one);
  EXPECT_GE(store.size(), 2u);
  ASSERT_NE(store.before(100'000), nullptr);
  EXPECT_LE(store.spacing(), 100'000u / 2);
}

TEST(CheckpointStore, KeepsMoreCheckpointsWhereStepsAreSlow) {
  const auto kept_of = [](double seconds_per_step, std::size_t memory) {
    CheckpointStore store(memory);
    store.follow_pace(seconds_per_step);
    for (std::uint64_t step = 1; step <= 1024; ++step)
      if (store.due(step)) store.keep({Blob{step, std::vector<std::byte>(1)}, {}, 0, 0.0});
    return store;
  };
  EXPECT_EQ(kept_of(1e-3, 10'000).spacing(), 64u);
  EXPECT_EQ(kept_of(0.01, 10'000).spacing(), 8u);
  EXPECT_EQ(kept_of(0.04, 10'000).spacing(), 2u);
  EXPECT_EQ(kept_of(3, 10'000).spacing(), 1u);
  EXPECT_EQ(kept_of(3, 10'000).size(), 1024u);
  const CheckpointStore full = kept_of(3, 200);  // thinned three times
  EXPECT_EQ(full.spacing(), 8u);
  EXPECT_EQ(full.before(1024)->blob.step, 1024u);
  EXPECT_EQ(full.before(15)->blob.step, 8u);
}

}  // namespace
}  // namespace ergo::checkpoint_test
