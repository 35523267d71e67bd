// The steps of one dispatch are those of as many dispatches, with as much work as parameters allow: llvmpipe ends loops
// that take too many iterations in one of them.
#include "core/backend/start_positions.h"
#include "core/config/assignment.h"
#include "core/gl/gl_backend.h"
#include "tests/gl/gl_fixture.h"
#include "tests/units/parameter_points.h"

namespace ergo::long_dispatch_test {
namespace {

constexpr std::uint64_t steps = 256, chains = 16;

/// The sampler with the most work that its whole numbers can ask for in a step of a fixed cost, on a target whose text
/// loops.
RunConfig heavy(const SamplerUnit& sampler) {
  RunConfig config;
  apply(config, {"target", sampler.descriptor.space == Space::lattice ? "lattice_modes" : "rings"});
  if (sampler.descriptor.space == Space::plane) apply(config, {"target.count", "16"});
  apply(config, {"sampler", sampler.descriptor.id});
  if (sampler.descriptor.claims.gradients_field.empty())
    for (const Parameter& p : sampler.descriptor.parameters)
      if (p.kind == Kind::integer && p.id != "seed")
        apply(config, {"sampler." + p.id, value_text(p, p.hard.high)});
  config.chains = chains;
  return config;
}

std::vector<double> state_after(GlBackend& backend, const RunConfig& config, std::uint64_t at_once) {
  backend.configure(config);
  backend.place(std::vector<Position>(chains, config.target.id == "rings" ? Position{1, 0} : Position{75, 75}), 0);
  for (std::uint64_t step = 0; step < steps; step += at_once) backend.advance(step, at_once);
  return backend.read().state;
}

class LongDispatch : public GlTest {};

TEST_F(LongDispatch, TakesTheStepsOfManyShortOnes) {
  for (const SamplerUnit& sampler : kernel_samplers()) {
    const RunConfig config = heavy(sampler);
    GlBackend backend;
    const std::vector<double> together = state_after(backend, config, steps), single = state_after(backend, config, 1);
    EXPECT_EQ(std::memcmp(together.data(), single.data(), single.size() * sizeof(double)), 0) << sampler.descriptor.id;
  }
}

}  // namespace
}  // namespace ergo::long_dispatch_test
