// What the simd backend's results may not depend on: lanes, threads, how steps are divided, being kept and restored.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/lanes/simd_backend.h"
#include "core/unit/registry.h"
#include "tests/gl/gl_fixture.h"

#if defined(ERGO_LANE_SETS_X86)
/// A few kernels with FMA for 4 lanes.
namespace ergo::lanes::narrow {
extern const SamplerKernel kernel_of_sampler_esh, kernel_of_sampler_nuts, kernel_of_sampler_dmala;
extern const TargetKernel kernel_of_target_ring8, kernel_of_target_rings;
extern decltype(TargetView::noise) const kernel_of_gradient_noise;
extern decltype(TargetView::evaluate) const kernel_of_tapes;
}  // namespace ergo::lanes::narrow
#endif

namespace ergo::lanes_backend_test {
namespace {

RunConfig config_of(const std::string& target, const std::string& sampler, const char* noise = "none") {
  RunConfig config = pair_config(target, sampler, 100);  // the last block has 4
  apply(config, {"gradient_noise.kind", noise});
  return config;
}

const std::array configs = {config_of("ring8", "esh"), config_of("rings", "nuts"), config_of("lattice_modes", "dmala"),
                            config_of("ring8", "esh", "heavy_tailed"), config_of("formula", "esh")};

std::vector<Position> starts(const RunConfig& config) {
  return window_positions(*make_target(config), config.chains, 3);
}

std::vector<std::byte> result(SimdBackend& backend, const RunConfig& config,
                              const std::vector<std::uint64_t>& parts = {37}) {
  backend.configure(config);
  backend.place(starts(config), 5);
  std::uint64_t step = 5;
  for (const std::uint64_t part : parts) {
    backend.advance(step, part);
    step += part;
  }
  return backend.save().bytes;
}

TEST(LanesBackend, ResultsDoNotDependOnThreadsNorOnHowStepsAreDivided) {
  for (const lanes::LaneSet& set : lanes::lane_sets())
    for (const RunConfig& config : configs) {
      SimdBackend one(1, set), three(3, set);
      const auto expected = result(one, config);
      EXPECT_EQ(result(three, config), expected) << config.target.id << ", " << config.sampler.id;
      EXPECT_EQ(result(one, config, {1, 2, 3, 31}), expected) << config.target.id << ", " << config.sampler.id;
    }
}

#if defined(ERGO_LANE_SETS_X86)
TEST(LanesBackend, ResultsDoNotDependOnTheNumberOfLanes) {
  using namespace lanes;
  if (!lane_sets().front().kernels->fuses) GTEST_SKIP() << "no FMA here";
  const std::array samplers = {&narrow::kernel_of_sampler_esh, &narrow::kernel_of_sampler_nuts,
                               &narrow::kernel_of_sampler_dmala};
  const std::array targets = {&narrow::kernel_of_target_ring8, &narrow::kernel_of_target_rings};
  const KernelList four = {.samplers = samplers.data(),
                           .sampler_count = samplers.size(),
                           .targets = targets.data(),
                           .target_count = targets.size(),
                           .site_targets = nullptr,
                           .site_target_count = 0,
                           .noise = narrow::kernel_of_gradient_noise,
                           .evaluate_tape = narrow::kernel_of_tapes,
                           .width = 4,
                           .fuses = true};
  for (const RunConfig& config : configs) {
    SimdBackend of_four(0, {"4", &four});
    const auto expected = result(of_four, config);
    for (const LaneSet& set : lane_sets()) {
      if (!set.kernels->fuses) continue;
      SimdBackend other(0, set);
      EXPECT_EQ(result(other, config), expected) << set.name << ", " << config.target.id << ", " << config.sampler.id;
    }
  }
}
#endif

TEST(LanesBackend, GoesOnFromWhatWasKeptAndFromWhatWasRead) {
  for (const RunConfig& config : configs) {
    SimdBackend backend, other;
    const auto expected = result(backend, config, {20, 17});
    result(backend, config, {20});
    const Blob kept = backend.save();
    const ChainData read = backend.read();
    EXPECT_EQ(kept.step, 25u);
    other.configure(config);
    other.restore(kept);
    other.advance(25, 17);
    EXPECT_EQ(other.save().bytes, expected);
    other.write(read);
    other.advance(25, 17);
    EXPECT_EQ(other.save().bytes, expected);
    const ChainData row = other.read_chain(97), all = other.read();
    for (int k = 0; k < all.state_size; ++k)
      EXPECT_EQ(row.state[static_cast<std::size_t>(k)], all.state_row(97)[static_cast<std::size_t>(k)]);
  }
}

TEST(LanesBackend, RowsOfValuesAreThoseOfTheirChains) {
  const RunConfig config = config_of("ring8", "ula");
  SimdBackend rows, alone;
  std::vector<std::vector<double>> values;
  for (std::size_t i = 0; i < config.chains; ++i) values.push_back({0.01 + 0.002 * static_cast<double>(i)});
  rows.configure(config);
  rows.set_sampler_rows(values);
  rows.place(starts(config), 0);
  rows.advance(0, 9);
  const ChainData together = rows.read();
  for (const std::size_t chain : {std::size_t{0}, std::size_t{17}, std::size_t{99}}) {
    RunConfig one = config;
    one.sampler.values = values[chain];
    alone.configure(one);
    alone.place(starts(config), 0);
    alone.advance(0, 9);
    EXPECT_EQ(alone.read().x(chain).x, together.x(chain).x);
  }
  EXPECT_THROW(rows.set_sampler_rows(std::vector<std::vector<double>>(99, {0.1})), Error);
}

TEST(LanesBackend, AChainThatLeavesRestsAndIsCounted) {
  RunConfig config = config_of("squiggle", "hmc");
  apply(config, {"sampler.step_size", "5"});
  apply(config, {"sampler.metropolis", "off"});
  SimdBackend backend;
  result(backend, config, {40});
  const ChainData first = backend.read();
  ASSERT_GT(first.diverged_count(), 10u);
  EXPECT_EQ(backend.means().diverged, first.diverged_count());
  backend.advance(45, 10);
  const ChainData later = backend.read();
  for (std::size_t i = 0; i < config.chains; ++i) {
    if (!first.diverged[i]) continue;
    EXPECT_GT(first.diverged[i], 5u);
    EXPECT_LE(first.diverged[i], 45u);
    EXPECT_EQ(later.diverged[i], first.diverged[i]);
    EXPECT_TRUE(std::isfinite(first.x(i).x));
    EXPECT_EQ(later.x(i).x, first.x(i).x);
  }
}

}  // namespace
}  // namespace ergo::lanes_backend_test
