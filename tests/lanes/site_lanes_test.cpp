// Kernels of sites on lanes against their C++ twins, with every instruction set of this machine.
#include "core/base/error.h"
#include "core/lanes/simd_backend.h"
#include "tests/sites/site_parity.h"

namespace ergo::site_lanes_test {
namespace {

TEST(SiteLanes, StepAsTheTwins) {
  for (const lanes::LaneSet& set : lanes::lane_sets()) {
    SCOPED_TRACE(set.name);
    SimdBackend backend(1, set);
    expect_site_parity(backend, 1);
  }
}

TEST(SiteLanes, RewindBitForBit) {
  SimdBackend backend;
  expect_site_rewinds(backend, 1);
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
  RunConfig far;
  for (const Assignment& edit : {Assignment{"target", "lattice_gaussian_nd"}, {"target.mean", "41"}}) apply(far, edit);
  EXPECT_THROW(backend.configure(far), Error) << "the mean is too far outside";
}

}  // namespace
}  // namespace ergo::site_lanes_test
