// A backend on a target that a program made, instead of the one that its configuration names.
#include <gtest/gtest.h>

#include "core/backend/start_positions.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

TEST(GivenTarget, StepsAsTheTargetOfThatName) {
  const BackendFactory make = test_factory();
  for (const BackendKind kind : {BackendKind::cpu, BackendKind::simd})
    for (const char* sampler : {"esh", "mala"}) {
      const RunConfig usual = pair_config(sampler, "painted", kind);
      RunConfig other = usual;
      other.target.contents["strokes"] = {"window -2 -1 2 1; brush 0.5: 1 0"};
      const std::shared_ptr<const Target> target = make_target(other);
      const std::vector<Position> start = start_positions(usual, *target);
      const auto named = make(kind), given = make(kind);
      named->configure(other);
      given->configure(usual);
      given->set_target(target);
      for (Backend* backend : {named.get(), given.get()}) {
        backend->place(start, 3);
        backend->advance(3, 20);
      }
      EXPECT_EQ(named->save().bytes, given->save().bytes) << to_string(kind) << ", " << sampler;
    }
}

}  // namespace
}  // namespace ergo
