// The time that a chain's path has taken so far, where steps are far too large.
#include "core/backend/cpu_backend.h"
#include "core/config/assignment.h"
#include "core/gl/gl_backend.h"
#include "tests/gl/gl_fixture.h"
#include "tests/units/sampler_cases.h"

namespace ergo::far_momenta_test {
namespace {

class FarMomenta : public GlTest, public testing::WithParamInterface<SamplerCase> {};

/// Momenta reach 1e6 and more within these steps. A step's time is part of the time so far, and the unit of
/// that is the longest step's.
TEST_P(FarMomenta, LeaveTheLongestStepInTheTimeSoFar) {
  const SamplerUnit& unit = sampler_unit(GetParam().sampler);
  const Descriptor& sampler = unit.descriptor;
  const int reference = state_offset(sampler, "time_reference");
  const int weight = find_channel(sampler, sampler.claims.time_weight_channel);
  ASSERT_GE(weight, 0);
  RunConfig config = pair_config("ring8", GetParam().sampler, 500);
  if (find_parameter(sampler, "step_size") >= 0) apply(config, {"sampler.step_size", "10"});
  config.backend = GetParam().backend;
  Session session(config, [](BackendKind kind) -> std::unique_ptr<Backend> {
    if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
    return std::make_unique<GlBackend>(std::make_shared<ShaderLibrary>());
  });
  int counted = 0;
  for (int look = 0; look < 20; ++look) {
    session.advance(9);
    const ChainData data = session.read();
    for (std::size_t i = 0; i < data.chains; ++i) {
      if (data.diverged[i]) continue;
      const double longest = data.state_row(i)[static_cast<std::size_t>(reference)];
      const double time = data.report[i * data.report_size + weight];
      ASSERT_TRUE(std::isfinite(longest)) << i;
      ASSERT_LE(time, longest) << "chain " << i << " at step " << data.step;
      counted += longest > 0;
    }
  }
  EXPECT_GT(counted, 0);
}

INSTANTIATE_TEST_SUITE_P(Samplers, FarMomenta, testing::ValuesIn(sampler_cases([](const Descriptor& sampler) {
                           return state_offset(sampler, "time_reference") >= 0;
                         })),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace ergo::far_momenta_test
