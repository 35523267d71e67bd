// Runs side by side without a window, and their common clock.
#include "core/run/comparison.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "core/base/error.h"
#include "core/settings/preset_edit.h"
#include "tests/machine_fixture.h"

namespace ergo::comparison_test {
namespace {

Preset preset_of(const std::vector<Assignment>& assignments) {
  Preset preset;
  assign(preset, {{"chains", "50"}, {"backend", "cpu"}});
  assign(preset, assignments);
  return preset;
}

Comparison comparison_of(const Preset& preset, Pace pace = Pace::gradients) {
  Comparison::Sessions sessions;
  for (const PresetSession& run : runs_of(preset))
    sessions.push_back(std::make_unique<Session>(run.config, test_factory(), run.journal, 0));
  return Comparison(std::move(sessions), pace);
}

std::vector<std::uint64_t> steps_of(const Comparison& runs) {
  std::vector<std::uint64_t> steps;
  for (const Session* session : runs.sessions()) steps.push_back(session->step());
  return steps;
}

TEST(Comparison, KeepsGradientEvaluationsEqual) {
  // A step of HMC is ten leapfrog steps, one of MALA and of ESH takes one gradient.
  Comparison runs = comparison_of(preset_of(
      {{"sessions.0.sampler", "esh"}, {"sessions.1.sampler", "hmc"}, {"sessions.2.sampler", "mala"}}));
  runs.advance(3);
  EXPECT_EQ(steps_of(runs), (std::vector<std::uint64_t>{30, 3, 30}));
  EXPECT_EQ(runs.clock().now(), 30);
}

TEST(Comparison, KeepsStepsEqualWhereAsked) {
  Comparison runs =
      comparison_of(preset_of({{"sampler", "esh"}, {"sessions.1.sampler", "hmc"}}), Pace::steps);
  runs.advance(7);
  EXPECT_EQ(steps_of(runs), (std::vector<std::uint64_t>{7, 7}));
}

TEST(Comparison, ARunAloneCountsItsSteps) {
  Comparison run = comparison_of(preset_of({{"sampler", "hmc"}}));
  run.advance(4);
  EXPECT_EQ(steps_of(run), (std::vector<std::uint64_t>{4}));
  EXPECT_EQ(run.clock().now(), 4);
}

TEST(Comparison, DoesNotDependOnHowItsStepsAreCutUp) {
  // HMC grows dearer on the way, and what NUTS costs is counted.
  Preset preset =
      preset_of({{"sampler", "hmc"}, {"sessions.1.sampler", "esh"}, {"sessions.2.sampler", "nuts"}});
  preset.journal = {{2, {"sampler.leapfrog_steps", "40"}}};
  Comparison at_once = comparison_of(preset), bit_by_bit = comparison_of(preset);
  at_once.advance(6);
  for (const std::uint64_t steps : {1, 3, 2}) bit_by_bit.advance(steps);
  EXPECT_EQ(steps_of(at_once), steps_of(bit_by_bit));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(at_once.session(i).state_hash(), bit_by_bit.session(i).state_hash()) << i;
}

TEST(Comparison, PartsOfAStepEndAtTheSameStateAsTheWholeStep) {
  // A step of HMC is ten of ESH, which is edited within one; then HMC grows dearer.
  Preset preset = preset_of({{"sampler", "hmc"}, {"sessions.1.sampler", "esh"}});
  preset.journal = {{2, {"sampler.leapfrog_steps", "40"}}};
  preset.beside[0].journal = {{13, {"sampler.step_size", "0.2"}}};
  Comparison whole = comparison_of(preset), parts = comparison_of(preset);
  const auto step = [&](int run, std::uint64_t steps) { parts.session(run).advance(steps); };
  parts.advance_within(0.25, step);
  EXPECT_EQ(steps_of(parts), (std::vector<std::uint64_t>{0, 2}));
  EXPECT_DOUBLE_EQ(parts.phase(0), 0.25);
  EXPECT_DOUBLE_EQ(parts.phase(1), 0.5);
  EXPECT_EQ(parts.steps(), 0u);
  for (int steps = 0; steps < 4; ++steps) {
    for (const double share : {0.3, 0.301, 0.9}) parts.advance_within(share, step);
    parts.advance(1);
    whole.advance(1);
    EXPECT_EQ(steps_of(parts), steps_of(whole)) << steps;
  }
  for (int i = 0; i < 2; ++i) EXPECT_EQ(parts.session(i).state_hash(), whole.session(i).state_hash()) << i;
}

TEST(Comparison, APortionTakesSomeHundredthsOfASecond) {
  using namespace std::chrono_literals;
  Comparison runs = comparison_of(preset_of({{"sampler", "esh"}}));
  const auto slowly = [&](int run, std::uint64_t steps) {
    runs.session(run).advance(steps);
    std::this_thread::sleep_for(20ms * steps);
  };
  for (int k = 0; k < 4; ++k) {
    EXPECT_LE(runs.portion(), 2u) << "of 0.02 s each, and 0.05 s";
    runs.advance(runs.portion(), slowly);
  }
  for (int k = 0; k < 5; ++k) {
    const std::uint64_t before = runs.portion();
    runs.advance(before);
    EXPECT_LE(runs.portion(), 2 * before);
  }
}

TEST(Comparison, ClockCountsStepsAtTheirCostAtThatTime) {
  // The dearest is the first, then the second, which is edited within a step of the first, then ESH alone.
  Preset preset =
      preset_of({{"sampler", "hmc"}, {"sessions.1.sampler", "hmc"}, {"sessions.2.sampler", "esh"}});
  preset.journal = {{6, {"sampler.leapfrog_steps", "15"}}, {12, {"sampler.leapfrog_steps", "1"}}};
  preset.beside[0].journal = {{9, {"sampler.leapfrog_steps", "40"}}, {11, {"sampler.leapfrog_steps", "1"}}};
  Comparison runs = comparison_of(preset);
  for (std::uint64_t steps = 0; steps < 40; ++steps) {
    ASSERT_EQ(runs.clock().steps(), steps);
    runs.advance(1);
  }
}

TEST(Comparison, FollowsWhatACountedSamplerCosts) {
  Comparison runs = comparison_of(preset_of({{"sampler", "nuts"}, {"sessions.1.sampler", "esh"}}));
  runs.advance(25);
  const auto spent = counted_gradients(runs.session(0).read(), runs.session(0).sampler_descriptor());
  ASSERT_TRUE(spent);
  const double cost = *spent / static_cast<double>(runs.session(0).step());
  EXPECT_GT(cost, 1) << "a tree of one doubling at least";
  EXPECT_LE(std::abs(*spent - runs.clock().now()), 2 * cost) << "within the step under way and its estimate";
  EXPECT_EQ(runs.session(1).step(), static_cast<std::uint64_t>(runs.clock().now() + 1e-9));
}

TEST(PresetEdit, MakesRunsBesideTheFirst) {
  const Preset preset = preset_of({{"sampler.step_size", "0.05"},
                                   {"sessions.2.sampler", "rwm"},
                                   {"target", "banana"},
                                   {"sessions.1.sampler.step_size", "0.2"}});
  const auto runs = runs_of(preset);
  ASSERT_EQ(runs.size(), 3u);
  const auto step_size = [&](std::size_t run) {
    return parameter(runs[run].config.sampler, sampler_unit("esh").descriptor, "step_size");
  };
  EXPECT_EQ(step_size(0), 0.05);
  EXPECT_EQ(step_size(1), 0.2);
  EXPECT_EQ(runs[2].config.sampler.id, "rwm");
  for (const auto& run : runs) EXPECT_EQ(run.config.target.id, "banana");
  const Preset again = parse_preset(preset_text(preset), "again");
  EXPECT_EQ(runs_of(again), runs);
}

TEST(PresetEdit, AComparisonOnALatticeHasLatticeSamplers) {
  const auto runs = runs_of(
      preset_of({{"sessions.0.sampler", "dula"}, {"sessions.1.sampler", "acs"}, {"target", "lattice8"}}));
  EXPECT_EQ(runs[0].config.sampler.id, "dula");
  EXPECT_EQ(runs[1].config.sampler.id, "acs");
  EXPECT_EQ(runs[1].config.target.id, "lattice8");
}

/// The message of an edit that must be refused.
std::string refusal(const std::vector<Assignment>& assignments,
                    const std::string& preset = "esh-14-compare") {
  Preset edited = load_preset(preset);
  const auto before = runs_of(edited);
  try {
    assign(edited, assignments);
  } catch (const Error& error) {
    EXPECT_EQ(runs_of(edited), before) << "all or nothing";
    return error.what();
  }
  return "";
}

TEST(PresetEdit, NamesTheSessionThatThereIsNot) {
  const auto named = [](const std::string& message, const std::string& words) {
    EXPECT_NE(message.find(words), std::string::npos) << message << "\n lacks " << words;
  };
  named(refusal({{"sessions.6.sampler", "esh"}}), "sessions.0. to sessions.5.");
  named(refusal({{"sessions.5.sampler", "esh"}}), "sessions.4 comes next");
  named(refusal({{"sessions.2.sampler", "esh"}}, "default"), "sessions.1 comes next");
  named(refusal({{"sessions.x.sampler", "esh"}}), "sessions.x.sampler");
  named(refusal({{"sessions.1", "esh"}}), "sessions.1");
  named(refusal({{"sessions.1.target", "banana"}}), "share");
  named(refusal({{"sampler.step_size", "0.1"}}), "sessions.0.sampler.step_size to sessions.3");
  named(refusal({{"sessions.1.sampler.stepsize", "0.1"}}), "sessions.1.sampler.stepsize");
  named(refusal({{"sessions.1.sampler", "acs"}}), "sessions.1.sampler");
}

}  // namespace
}  // namespace ergo::comparison_test
