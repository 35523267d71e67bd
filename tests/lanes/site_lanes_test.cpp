// Kernels of sites on lanes against their C++ twins, with every instruction set of this machine.
#include "core/base/error.h"
#include "core/lanes/simd_backend.h"
#include "tests/sites/site_parity.h"

namespace ergo::site_lanes_test {
namespace {

/// AB of second order where it goes far: preset ab-1-curvature.
RunConfig long_steps() {
  RunConfig config;
  for (const Assignment& edit : {Assignment{"target", "lattice_gaussian_nd"},
                                 {"target.dimensions", "36"},
                                 {"target.precision", "rotated"},
                                 {"target.mean", "10"},
                                 {"start", "lowest"},
                                 {"sampler", "ab_sites"},
                                 {"sampler.order", "2"},
                                 {"sampler.sigma", "1000"},
                                 {"sampler.alpha", "1"}})
    apply(config, edit);
  config.chains = parity_chains;
  return config;
}

/// CI takes every third pair, with one of the sets in turn. ERGO_ALL_TESTS=1 takes all.
TEST(SiteLanes, StepAsTheTwins) {
  std::vector<std::unique_ptr<Backend>> owned;
  std::vector<Backend*> backends;
  for (const lanes::LaneSet& set : lanes::lane_sets())
    backends.push_back(owned.emplace_back(std::make_unique<SimdBackend>(1, set)).get());
  std::vector<RunConfig> runs = site_kernel_runs(3);
  std::ranges::move(site_width_runs(), std::back_inserter(runs));
  runs.push_back(long_steps());
  expect_site_parity(backends, runs);
}

// CI takes every seventh pair. ERGO_ALL_TESTS=1 takes all.
TEST(SiteLanes, RewindBitForBit) {
  SimdBackend backend;
  expect_site_rewinds(backend, 7);
}

/// Every text belongs to a unit, and every unit without one is refused by name.
TEST(SiteLanes, UnitsWithoutKernelsAreNamed) {
  std::set<std::string> ids;
  SimdBackend backend;
  for (const auto& [target, sampler] : unit_pairs()) {
    if (target.descriptor.space != Space::sites) continue;
    RunConfig config;
    apply(config, {"target", target.descriptor.id});
    apply(config, {"sampler", sampler.descriptor.id});
    ids.insert({target.descriptor.id, sampler.descriptor.id});
    const bool has_target = site_kernels().contains(target.descriptor.id);
    if (has_target && site_kernels().contains(sampler.descriptor.id)) continue;
    try {
      backend.configure(config);
      ADD_FAILURE() << name_of(config);
    } catch (const Error& error) {
      const std::string lacking =
          has_target ? "sampler " + sampler.descriptor.id : "target " + target.descriptor.id;
      EXPECT_NE(std::string(error.what()).find(lacking), std::string::npos) << error.what();
    }
  }
  for (const std::string& id : site_kernels()) EXPECT_TRUE(ids.contains(id)) << id;
  RunConfig coarse;
  for (const Assignment& edit : {Assignment{"target", "lattice_gaussian_nd"}, {"target.mean", "41"}})
    apply(coarse, edit);
  EXPECT_THROW(backend.configure(coarse), Error) << "the mean is too far outside";
  for (const Assignment& edit : {Assignment{"target", "rbm"},
                                 {"target.visible", "1024"},
                                 {"target.hidden", "512"},
                                 {"target.scale", "10"}})
    apply(coarse, edit);
  EXPECT_THROW(backend.configure(coarse), Error) << "inputs are too large";
}

}  // namespace
}  // namespace ergo::site_lanes_test
