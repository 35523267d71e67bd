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

}  // namespace
}  // namespace ergo::gl_sites_test
