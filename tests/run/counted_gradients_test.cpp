// Samplers whose steps differ in cost, put on and taken off in the course of a run: what a chain has spent
// goes on from what it had, however the run comes there.
#include <gtest/gtest.h>

#include "core/backend/cpu_backend.h"
#include "core/diagnostics/diagnostics.h"
#include "core/run/comparison.h"
#include "tests/machine_fixture.h"

namespace ergo::counted_gradients_test {
namespace {

std::vector<std::string> counting() {
  std::vector<std::string> ids;
  for (const SamplerUnit& unit : kernel_samplers())
    if (!unit.descriptor.claims.gradients_field.empty()) ids.push_back(unit.descriptor.id);
  return ids;
}

RunConfig start() { return pair_config("mala", "ring8", BackendKind::cpu, 40); }

class CountedGradients : public testing::TestWithParam<std::string> {
 protected:
  /// 10 steps of MALA, 5 of the sampler, then MALA again; stands at the second change.
  Session changed() const {
    Session run(start(), test_factory());
    run.advance(10);
    run.assign({"sampler", GetParam()});
    run.advance(5);
    spent_ = counted_gradients(run.read(), run.sampler_descriptor()).value();
    run.assign({"sampler", "mala"});
    return run;
  }
  mutable double spent_ = 0;  ///< by the chains' own count, of the 5 steps
};

TEST_P(CountedGradients, MatchTheChainsTotalWhenTheSamplerIsRemoved) {
  Session run = changed();
  ASSERT_GE(spent_, 5);
  EXPECT_DOUBLE_EQ(run.gradient_evaluations(), 10 + spent_);
  run.advance(7);
  EXPECT_DOUBLE_EQ(run.gradient_evaluations(), 17 + spent_);
  for (const auto& [step, gradients] : std::initializer_list<std::pair<std::uint64_t, double>>{
           {4, 4}, {10, 10}, {15, 10 + spent_}, {22, 17 + spent_}, {30, 25 + spent_}}) {
    EXPECT_DOUBLE_EQ(run.gradients_at(step), gradients) << step;
    EXPECT_EQ(run.step_within(gradients), step) << gradients;
  }
  EXPECT_DOUBLE_EQ(run.gradients_at(12), 10 + 0.4 * spent_);
  EXPECT_EQ(run.step_within(10 + 0.41 * spent_), 12u);
}

TEST_P(CountedGradients, AreTheSameAfterRewindingAndReplay) {
  Session run = changed();
  run.advance(100);
  const double spent = run.gradient_evaluations();
  for (const std::uint64_t step : {3, 12, 15, 70}) {
    run.rewind(step);
    run.rewind(115);
    EXPECT_DOUBLE_EQ(run.gradient_evaluations(), spent) << "by way of step " << step;
  }
  Session again(start(), test_factory(), run.journal());
  again.advance(115);
  EXPECT_DOUBLE_EQ(again.gradient_evaluations(), spent);
  Session onward(start(), test_factory(), run.journal());
  onward.resume(run.moment());
  EXPECT_DOUBLE_EQ(onward.gradients_at(10), 10);
  EXPECT_DOUBLE_EQ(onward.gradients_at(115), spent);
  // Another tape parts before the change.
  run.rewind(12);
  run.assign({"sampler", "mala"});
  EXPECT_LT(run.gradient_evaluations(), 10 + spent_);
  EXPECT_GT(run.gradient_evaluations(), 10);
}

TEST_P(CountedGradients, AreAddedToThoseBeforeInReports) {
  Session run(start(), test_factory());
  run.advance(10);
  run.assign({"sampler", GetParam()});
  run.advance(5);
  const double own = counted_gradients(run.read(), run.sampler_descriptor()).value();
  EXPECT_EQ(run.sampler_beginning().step, 10u);
  EXPECT_EQ(run.sampler_beginning().gradients, 10);
  DiagnosticsRequest request{.data = run.read(), .config = run.config()};
  request.gradients_before = run.sampler_beginning().gradients;
  EXPECT_DOUBLE_EQ(Diagnostics().report(request).gradient_evaluations, 10 + own);
}

// A step of the sampler that is put on is at most what the runs may be apart by.
TEST_P(CountedGradients, KeepRunsSideBySideAtOneBudget) {
  RunConfig other = start();
  apply(other, {"sampler", "ula"});
  Comparison::Sessions sessions;
  sessions.push_back(std::make_unique<Session>(start(), test_factory()));
  sessions.push_back(std::make_unique<Session>(
      other, test_factory(), Journal{{100, {"sampler", GetParam()}}, {400, {"sampler", "ula"}}}));
  Comparison runs(std::move(sessions), Pace::gradients);
  const auto spent = [&] {
    Session& run = runs.session(1);
    const auto own = counted_gradients(run.read(), run.sampler_descriptor());
    return own ? run.sampler_beginning().gradients + *own : run.gradient_evaluations();
  };
  runs.advance(100);
  EXPECT_NEAR(spent(), 100, 1);  // one that a beginning may take
  const double most = sampler_unit(GetParam())
                          .descriptor.gradients_per_step(
                              Parameters(sampler_unit(GetParam()).descriptor.parameters,
                                         initial_values(sampler_unit(GetParam()).descriptor.parameters)));
  bool was_on = false, was_off = false;
  for (int k = 0; k < 1000 && !was_off; ++k) {
    const std::uint64_t before = runs.session(1).step();
    runs.advance(1);
    EXPECT_GT(runs.session(1).step() + 1, before);
    EXPECT_NEAR(spent(), runs.session(0).gradient_evaluations(), most) << "step " << runs.session(1).step();
    was_on |= runs.session(1).step() > 100 && runs.session(1).step() < 400;
    was_off |= runs.session(1).step() > 400;
  }
  EXPECT_TRUE(was_on);
  EXPECT_TRUE(was_off) << "it stands at step " << runs.session(1).step();
}

INSTANTIATE_TEST_SUITE_P(Samplers, CountedGradients, testing::ValuesIn(counting()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace ergo::counted_gradients_test
