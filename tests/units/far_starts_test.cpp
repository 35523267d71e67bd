// Chains that begin far out, where energies are in the hundreds, are not left behind in single precision.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/machine_fixture.h"

namespace ergo::far_starts_test {
namespace {

/// Chains that the steps from 100 to 150 do not move at all; both backends have the same random numbers.
int resting(const std::string& sampler, BackendKind backend) {
  RunConfig config = pair_config(sampler, "ring8", backend, 400);
  apply(config, {"defaults", "fixed"});
  apply(config, {"start", "normal"});
  apply(config, {"start.sd", "1"});
  Session session(config, test_factory(), {}, 0);
  session.advance(100);
  const ChainData before = session.read();
  session.advance(50);
  const ChainData after = session.read();
  int count = 0;
  for (std::size_t i = 0; i < before.chains; ++i)
    count += before.x(i).x == after.x(i).x && before.x(i).y == after.x(i).y;
  return count;
}

TEST(FarStarts, AsManyChainsRestAsInDoublePrecision) {
  for (const auto& unit : samplers(Space::plane)) {
    const std::string& id = unit.descriptor.id;
    const int wanted = resting(id, BackendKind::cpu);
    // Decisions that single precision turns are few: five standard deviations of a count stand for them.
    EXPECT_NEAR(resting(id, BackendKind::gpu), wanted, 5 * std::sqrt(std::max(wanted, 1))) << id;
  }
}

}  // namespace
}  // namespace ergo::far_starts_test
