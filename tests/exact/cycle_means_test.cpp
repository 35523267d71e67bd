// A cyclical sampler's own means over its cycle, and parameters that only some choices use.
#include <gtest/gtest.h>

#include "tests/machine_fixture.h"

namespace ergo::cycle_means_test {
namespace {

double mean_of(Session& session, const std::string& channel) {
  const auto index = static_cast<std::size_t>(find_channel(session.sampler_descriptor(), channel));
  return session.backend().means().channels[index].mean;
}

class CycleMeans : public testing::TestWithParam<BackendKind> {};

TEST_P(CycleMeans, AreTakenOverTheLastCompleteCycle) {
  RunConfig config = pair_config("acs", "lattice_gaussian", GetParam(), 300);
  apply(config, {"sampler.cycle_length", "7"});
  Session session(config, test_factory(), {}, 0);
  double acceptance = 0, jump = 0, last_acceptance = 0, last_jump = 0;
  for (int step = 1; step <= 35; ++step) {
    session.advance(1);
    acceptance += mean_of(session, "acceptance_rate");
    jump += mean_of(session, "jump");
    const int in_cycle = (step - 1) % 7 + 1;
    if (step < 7 || in_cycle == 7) last_acceptance = acceptance / in_cycle, last_jump = jump / in_cycle;
    if (in_cycle == 7) acceptance = jump = 0;
    // Sums of at most seven numbers in single precision.
    EXPECT_NEAR(mean_of(session, "cycle_acceptance"), last_acceptance, 1e-6) << "step " << step;
    EXPECT_NEAR(mean_of(session, "cycle_jump"), last_jump, 1e-6 * last_jump) << "step " << step;
  }
}

INSTANTIATE_TEST_SUITE_P(All, CycleMeans, testing::Values(BackendKind::cpu, BackendKind::gpu),
                         [](const auto& info) { return to_string(info.param); });

std::string hash_with(const Descriptor& sampler, const std::vector<Assignment>& values) {
  RunConfig config = pair_config(
      sampler.id, sampler.space == Space::lattice ? "lattice_gaussian" : "double_well", BackendKind::cpu, 50);
  for (const Assignment& value : values) apply(config, value);
  Session session(config, test_factory(), {}, 0);
  session.advance(25);
  return session.state_hash();
}

TEST(UsedWhen, ParametersMatterWhereTheySayAndNowhereElse) {
  int seen = 0;
  for (const SamplerUnit& unit : kernel_samplers())
    for (const Parameter& p : unit.descriptor.parameters) {
      if (p.used_when.choice.empty()) continue;
      SCOPED_TRACE(unit.descriptor.id + "." + p.id);
      const int choice = find_parameter(unit.descriptor, p.used_when.choice);
      ASSERT_GE(choice, 0);
      const Parameter& decides = unit.descriptor.parameters[static_cast<std::size_t>(choice)];
      for (const std::string& value : decides.choices) {
        auto values = initial_values(unit.descriptor.parameters);
        values[static_cast<std::size_t>(choice)] = parse_value(decides, value, "");
        const Assignment chosen = {"sampler." + decides.id, value};
        const Assignment other = {"sampler." + p.id, value_text(p, (p.initial + p.slider.high) / 2)};
        EXPECT_EQ(is_used(p, unit.descriptor.parameters, values),
                  hash_with(unit.descriptor, {chosen}) != hash_with(unit.descriptor, {chosen, other}))
            << decides.id << " = " << value;
        ++seen;
      }
    }
  EXPECT_GE(seen, 8);
}

}  // namespace
}  // namespace ergo::cycle_means_test
