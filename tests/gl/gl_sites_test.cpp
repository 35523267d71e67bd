// Kernels of sites on the device against their C++ twins.
#include "core/gl/gl_backend.h"
#include "tests/gl/gl_fixture.h"
#include "tests/sites/site_parity.h"

namespace ergo::gl_sites_test {
namespace {

class GlSites : public GlTest {
 protected:
  GlBackend backend_;
};

// CI takes every twelfth and every 17th pair. ERGO_ALL_TESTS=1 takes all.
TEST_F(GlSites, StepAsTheTwins) {
  Backend* const backend = &backend_;
  expect_site_parity(std::span(&backend, 1), site_kernel_runs(12));
}

TEST_F(GlSites, RewindBitForBit) { expect_site_rewinds(backend_, 17); }

int notes_of(const RunConfig& config) {
  return site_kernel_input(*make_target(config)->sites(), make_sampler(config).get()).notes;
}

/// Where a choice that is made during the run needs more notes.
TEST_F(GlSites, KeepChainsWhereAStepNeedsMoreRoom) {
  int checked = 0;
  for (const auto& [target, sampler] : unit_pairs()) {
    if (target.descriptor.id != "ising" || !has_kernels(target.descriptor, sampler.descriptor)) continue;
    RunConfig config;
    apply(config, {"target", target.descriptor.id});
    apply(config, {"sampler", sampler.descriptor.id});
    config.chains = parity_chains;
    const RunConfig other = with_second_choices(config);
    if (notes_of(other) <= notes_of(config)) continue;
    ++checked;
    backend_.configure(config);
    place(backend_, chain_starts(config, *make_target(config)), sampler.descriptor);
    backend_.advance(0, 3);
    const ChainData before = backend_.read();
    backend_.configure(other);
    EXPECT_EQ(backend_.read().state, before.state) << name_of(other);
  }
  EXPECT_GT(checked, 0);
}

}  // namespace
}  // namespace ergo::gl_sites_test
