// Running counts of gradients go on past what a float can count.
#include "core/gl/gl_backend.h"

#include <gtest/gtest.h>

#include "tests/gl/gl_fixture.h"

namespace ergo::gl_counted_gradients_test {
namespace {

class GlCountedGradients : public GlTest {};

TEST_F(GlCountedGradients, GoOnPastTwoToTheTwentyFour) {
  constexpr double begun = 16777213;
  constexpr std::uint64_t steps = 40;  // 2^24 - 3
  int counting = 0;
  for (const SamplerUnit& unit : samplers(Space::plane)) {
    const std::string& field = unit.descriptor.claims.gradients_field;
    if (field.empty()) continue;
    ++counting;
    SCOPED_TRACE(unit.descriptor.id);
    GlBackend backend;
    const RunConfig config = pair_config("banana", unit.descriptor.id, 64);
    backend.configure(config);
    std::vector<Position> places(config.chains, Position{0.3, 0.2});
    backend.place(places, 0);
    const auto count = static_cast<std::size_t>(state_offset(unit.descriptor, field));
    const auto spent = [&](double from) {
      ChainData data = backend.read();
      for (std::size_t i = 0; i < data.chains; ++i)
        data.state[i * static_cast<std::size_t>(data.state_size) + count] = from;
      backend.write(data);
      backend.advance(0, steps);
      const ChainData after = backend.read();
      backend.write(data);  // the same steps again
      std::vector<double> counts;
      for (std::size_t i = 0; i < after.chains; ++i) counts.push_back(after.state_row(i)[count] - from);
      return counts;
    };
    const std::vector<double> few = spent(0), many = spent(begun);
    EXPECT_EQ(few, many);
    for (const double gradients : few) EXPECT_GE(gradients, static_cast<double>(steps));
    const Blob kept = backend.save();
    EXPECT_EQ(backend.read_chain(5).state[count], begun);
    backend.restore(kept);
    EXPECT_EQ(backend.read().state_row(5)[count], begun);
  }
  EXPECT_GE(counting, 2);
}

}  // namespace
}  // namespace ergo::gl_counted_gradients_test
