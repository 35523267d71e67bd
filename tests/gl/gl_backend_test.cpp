// What the GPU backend promises beyond one right step: bit-exact cutting, rewinding and sweeping, means,
// flags, snapshots, and errors that leave the run as it was.
#include "core/gl/gl_backend.h"

#include <epoxy/gl.h>

#include <cmath>

#include "core/base/error.h"
#include "tests/gl/gl_fixture.h"

namespace ergo::gl_backend_test {
namespace {

class GlBackendTest : public GlTest {
 protected:
  void place(GlBackend& backend, const RunConfig& config) {
    backend.configure(config);
    backend.place(window_positions(*make_target(config), config.chains, 2), 0);
  }
};

// 1000 chains: a last work group and a last partial sum that are not full.
constexpr std::uint64_t chains = 1000;

TEST_F(GlBackendTest, CutsOfAdvanceLeaveNoTrace) {
  for (const auto& sampler : kernel_samplers()) {
    GlBackend whole, cut;
    for (GlBackend* backend : {&whole, &cut})
      place(*backend, pair_config(sampler.descriptor.space == Space::lattice ? "lattice8" : "ring8",
                                  sampler.descriptor.id, chains));
    whole.advance(0, 600);  // more than one dispatch holds
    for (std::uint64_t step = 0; step < 600; step += 10) cut.advance(step, 10);
    EXPECT_EQ(whole.save().bytes, cut.save().bytes) << sampler.descriptor.id;
  }
}

/// Large starts and small ones in turn, as buffers are kept and made anew.
TEST_F(GlBackendTest, ChainsStartWhereTheyArePut) {
  GlBackend backend;
  for (int repeat = 0; repeat < 8; ++repeat)
    for (const std::uint64_t count : {10'000u, 300u, 100'000u}) {
      const RunConfig config = pair_config("gaussian", "esh", count);
      const std::vector<Position> start = window_positions(*make_target(config), count, 2);
      backend.configure(config);
      for (std::uint64_t step = 0; step < 2; ++step) {
        backend.place(start, step);
        const ChainData data = backend.read();
        std::size_t elsewhere = 0;
        for (std::size_t i = 0; i < count; ++i)
          elsewhere += data.state_row(i)[0] != static_cast<float>(start[i].x) ||
                       data.state_row(i)[1] != static_cast<float>(start[i].y);
        EXPECT_EQ(elsewhere, 0u) << "of " << count;
        backend.advance(step, 3);
      }
    }
}

TEST_F(GlBackendTest, StepsBeyond32BitsCarryOver) {
  constexpr std::uint64_t start = (std::uint64_t{1} << 32) - 5;
  GlBackend whole, cut;
  const RunConfig config = pair_config("gaussian", "ula", chains);
  for (GlBackend* backend : {&whole, &cut}) place(*backend, config);
  whole.advance(start, 10);
  for (std::uint64_t i = 0; i < 10; ++i) cut.advance(start + i, 1);
  EXPECT_EQ(whole.save().bytes, cut.save().bytes);
}

TEST_F(GlBackendTest, RestoreIsExact) {
  GlBackend backend;
  place(backend, pair_config("banana", "esh", chains));
  backend.advance(0, 50);
  const Blob kept = backend.save();
  backend.advance(50, 50);
  const Blob later = backend.save();
  EXPECT_NE(kept.bytes, later.bytes);
  backend.restore(kept);
  EXPECT_EQ(backend.save().bytes, kept.bytes);
  backend.advance(50, 50);
  EXPECT_EQ(backend.save().bytes, later.bytes);
}

TEST_F(GlBackendTest, WritingBackReadDataChangesNothing) {
  GlBackend backend;
  place(backend, pair_config("donut", "esh", chains));
  backend.advance(0, 20);
  const Blob kept = backend.save();
  backend.write(backend.read());
  EXPECT_EQ(backend.save().bytes, kept.bytes);
}

// The other painting's numbers are what the device reads.
TEST_F(GlBackendTest, StepsOnAGivenTarget) {
  const RunConfig usual = pair_config("painted", "esh", chains);
  RunConfig other = usual;
  other.target.contents["strokes"] = {"window -2 -1 2 1; brush 0.5: 1 0"};
  const std::shared_ptr<const Target> target = make_target(other);
  const std::vector<Position> start = window_positions(*target, chains, 2);
  GlBackend named, given;
  named.configure(other);
  given.configure(usual);
  given.set_target(target);
  for (GlBackend* backend : {&named, &given}) {
    backend->place(start, 0);
    backend->advance(0, 30);
  }
  EXPECT_EQ(named.save().bytes, given.save().bytes);
}

TEST_F(GlBackendTest, SweepEqualsSeparateRuns) {
  const std::vector<double> step_sizes = {0.01, 0.1, 0.5};
  const RunConfig config = pair_config("three_gaussians", "ula", chains);
  std::vector<std::vector<double>> rows;
  for (std::uint64_t i = 0; i < chains; ++i) rows.push_back({step_sizes[i % step_sizes.size()]});
  GlBackend sweep;
  sweep.configure(config);
  sweep.set_sampler_rows(rows);
  sweep.place(window_positions(*make_target(config), chains, 2), 0);
  sweep.advance(0, 64);
  const ChainData swept = sweep.read();
  for (std::size_t j = 0; j < step_sizes.size(); ++j) {
    RunConfig single = config;
    single.sampler.values = {step_sizes[j]};
    GlBackend backend;
    place(backend, single);
    backend.advance(0, 64);
    const ChainData data = backend.read();
    std::size_t different = 0;
    for (std::size_t i = j; i < chains; i += step_sizes.size())
      different += !std::ranges::equal(data.state_row(i), swept.state_row(i));
    EXPECT_EQ(different, 0u) << "step_size " << step_sizes[j];
  }
  EXPECT_THROW(sweep.set_sampler_rows(std::span(rows).first(10)), Error);
}

TEST_F(GlBackendTest, ANewValueActsOnTheSameChains) {
  RunConfig config = pair_config("gaussian", "ula", chains);
  GlBackend backend;
  place(backend, config);
  backend.advance(0, 10);
  const Blob kept = backend.save();
  config.sampler.values = {0.3};
  backend.configure(config);
  EXPECT_EQ(backend.save().bytes, kept.bytes);
  backend.advance(10, 1);
  const Blob changed = backend.save();
  config.sampler.values = {0.1};
  backend.configure(config);
  backend.restore(kept);
  backend.advance(10, 1);
  EXPECT_NE(backend.save().bytes, changed.bytes);
}

/// A Langevin step on a quartic overshoots beyond |x| = sqrt(14)/step_size = 4.7: some chains get there, and
/// blow up within a few steps, since each cubes the position.
RunConfig diverging_config() {
  RunConfig config = pair_config("double_well", "ula", chains);
  config.sampler.values = {0.8};
  return config;
}

TEST_F(GlBackendTest, DivergedChainsAreFlaggedAndRest) {
  GlBackend backend;
  place(backend, diverging_config());
  backend.advance(0, 10);
  const ChainData first = backend.read();
  backend.advance(10, 10);
  const ChainData second = backend.read();
  ASSERT_GT(first.diverged_count(), 0u);
  ASSERT_LT(first.diverged_count(), chains);
  EXPECT_EQ(backend.means().diverged, second.diverged_count());
  for (std::size_t i = 0; i < chains; ++i) {
    for (const double value : {second.x(i).x, second.x(i).y, second.state_row(i)[2]})
      EXPECT_TRUE(std::isfinite(value));
    if (second.diverged[i]) {
      EXPECT_LE(second.diverged[i], 20u);
    }
    if (first.diverged[i]) {
      EXPECT_LE(first.diverged[i], 10u);
      EXPECT_EQ(first.diverged[i], second.diverged[i]);
      EXPECT_TRUE(std::ranges::equal(first.state_row(i), second.state_row(i)));
    }
  }
}

TEST_F(GlBackendTest, DivergesAtTheStepThatFailed) {
  GlBackend whole, single;
  place(whole, diverging_config());
  place(single, diverging_config());
  whole.advance(0, 40);
  const ChainData end = whole.read();
  std::vector<std::uint64_t> flags(chains);
  for (std::uint64_t step = 0; step < 40; ++step) {
    single.advance(step, 1);
    const ChainData data = single.read();
    for (std::size_t i = 0; i < chains; ++i)
      if (data.diverged[i] && !flags[i]) flags[i] = step + 1;
  }
  EXPECT_EQ(end.diverged, flags);
}

TEST_F(GlBackendTest, AStartWithoutEnergyIsFlagged) {
  const RunConfig config = pair_config("gaussian", "esh", 3);
  GlBackend backend;
  backend.configure(config);
  backend.place(std::vector<Position>{{0, 1}, {1e30, 0}, {NAN, 0}}, 7);
  EXPECT_EQ(backend.read().diverged, (std::vector<std::uint64_t>{0, 8, 8}));
}

TEST_F(GlBackendTest, MeansAgreeWithRead) {
  for (const RunConfig& config : {pair_config("ring8", "esh", chains), diverging_config()}) {
    GlBackend backend;
    place(backend, config);
    backend.advance(0, 30);
    const ChainData data = backend.read();
    const ChannelMeans means = backend.means();
    EXPECT_EQ(means.step, 30u);
    EXPECT_EQ(means.diverged, data.diverged_count());
    ASSERT_EQ(means.channels.size(), static_cast<std::size_t>(data.report_size));
    for (int c = 0; c < data.report_size; ++c) {
      double sum = 0, squares = 0, count = 0;
      for (std::size_t i = 0; i < chains; ++i)
        if (const double value = data.report[i * data.report_size + c];
            !data.diverged[i] && std::isfinite(value)) {
          sum += value;
          squares += value * value;
          ++count;
        }
      const double mean = sum / count, variance = (squares - count * mean * mean) / (count - 1);
      // 64 values are merged in float, each adding a few roundings of its distance from the mean or of the
      // mean.
      const double scale = std::abs(mean) + std::sqrt(variance);
      EXPECT_EQ(static_cast<double>(means.channels[c].count), count);
      EXPECT_NEAR(means.channels[c].mean, mean, 64 * 0x1p-24 * scale) << "channel " << c;
      EXPECT_NEAR(means.channels[c].variance, variance,
                  4 * 64 * 0x1p-24 * scale * std::sqrt(variance) + 1e-30);
    }
  }
}

TEST_F(GlBackendTest, SnapshotIsOfTheMomentAsked) {
  GlBackend backend;
  place(backend, pair_config("ring8", "mala", chains));
  EXPECT_FALSE(backend.take_snapshot().has_value());
  backend.advance(0, 10);
  const ChainData then = backend.read();
  backend.request_snapshot();
  backend.advance(10, 10);
  backend.request_snapshot();  // ignored: one is under way
  std::optional<ChainData> taken;
  for (int poll = 0; poll < 1'000'000 && !taken; ++poll) taken = backend.take_snapshot();
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->step, 10u);
  EXPECT_EQ(taken->state, then.state);
  EXPECT_EQ(taken->report, then.report);
  EXPECT_FALSE(backend.take_snapshot().has_value());
}

TEST_F(GlBackendTest, ManyChainsSpanBothAxesOfWorkGroups) {
  constexpr std::uint64_t many = 65535 * 64 + 100;
  GLint64 block = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block);
  if (block < static_cast<GLint64>(many * 5 * sizeof(float)))
    GTEST_SKIP() << "the device's buffers are too small";
  GlBackend backend;
  const RunConfig config = pair_config("gaussian", "ula", many);
  place(backend, config);
  backend.advance(0, 1);
  EXPECT_EQ(backend.means().channels[0].count, many);
}

TEST_F(GlBackendTest, TooManyChainsAreRefusedAndTheRunStays) {
  GlBackend backend;
  place(backend, pair_config("ring8", "esh", chains));
  const Blob kept = backend.save();
  GLint64 block = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block);
  if (block >= GLint64{14} * 4 * 10'000'000) GTEST_SKIP() << "the device holds the largest run";
  try {
    backend.configure(pair_config("ring8", "esh", 10'000'000));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.blame, Blame::machine);
    EXPECT_NE(std::string(error.what()).find("fewer chains"), std::string::npos) << error.what();
  }
  EXPECT_EQ(backend.save().bytes, kept.bytes);
  backend.advance(0, 1);
}

}  // namespace
}  // namespace ergo::gl_backend_test
