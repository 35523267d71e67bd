// The way between the targets of the plane and those of a lattice, and what is told of it.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/config/edit_words.h"
#include "core/config/other_space.h"
#include "tests/assigned_config.h"

namespace ergo::other_space_test {
namespace {

Space other(Space space) { return space == Space::plane ? Space::lattice : Space::plane; }

Space space_of(const RunConfig& run) { return target_descriptor(run).space; }

RunConfig applied(RunConfig run, const std::vector<Assignment>& edits) {
  for (const Assignment& edit : edits) apply(run, edit);
  check_beginning(run);
  return run;
}

bool tells(const std::string& words, const std::string& part) { return words.find(part) != std::string::npos; }

TEST(OtherSpace, EveryTargetHasANearestOne) {
  int there_and_back = 0;
  for (const TargetUnit& unit : kernel_targets()) {
    const RunConfig run = config_of({{"target", unit.descriptor.id}});
    const TargetChoice nearest = nearest_target(run.target, other(space_of(run)));
    const RunConfig there = applied(run, nearest.edits);
    EXPECT_EQ(space_of(there), other(space_of(run))) << unit.descriptor.id;
    EXPECT_FALSE(nearest.title.empty());
    if (nearest.edits.size() < 2) continue;  // a default, which does not lead back
    EXPECT_EQ(applied(there, nearest_target(there.target, space_of(run)).edits).target.id, unit.descriptor.id);
    EXPECT_TRUE(tells(nearest.title, unit.descriptor.title));
    ++there_and_back;
  }
  EXPECT_GE(there_and_back, 5);
  for (const TargetUnit& unit : targets())
    EXPECT_EQ(applied(config_of({{"target", unit.descriptor.id}}),
                      nearest_target(defaults(unit.descriptor), Space::sites).edits)
                  .target.id,
              default_target(Space::sites));
}

// Targets of the plane in two dimensions that numbers describe are all on a grid; others go to the space's default.
TEST(OtherSpace, TheSameDensityIsNearest) {
  for (const TargetUnit& unit : targets(Space::plane)) {
    const auto edits = nearest_target(defaults(unit.descriptor), Space::lattice).edits;
    const bool on_grid =
        unit.descriptor.dim == 2 && std::ranges::none_of(unit.descriptor.parameters, is_content);
    const std::string wanted = on_grid ? unit.descriptor.id : default_target(Space::lattice);
    EXPECT_EQ(edits.back().value, wanted);
  }
}

TEST(OtherSpace, EverySamplerCanBeReachedFromEveryTarget) {
  for (const TargetUnit& target : targets())
    for (const SamplerUnit& sampler : samplers()) {
      const RunConfig run = config_of({{"target", target.descriptor.id}});
      const std::vector<Assignment> edits = edits_to_sampler(run, sampler.descriptor.id);
      const RunConfig there = applied(run, edits);
      EXPECT_EQ(there.sampler.id, sampler.descriptor.id);
      const bool moved = there.target.id != run.target.id;
      EXPECT_EQ(moved, !lacks_for(sampler.descriptor.id, run).empty());
      EXPECT_TRUE(moved || sampler.descriptor.space == target.descriptor.space);
      const std::string words = changed_besides({run}, {there}, edits.back());
      EXPECT_EQ(words.empty(), !moved) << words;
      if (!moved) continue;
      for (const std::string& part : {sampler.descriptor.title, lacks_for(sampler.descriptor.id, run),
                                      target_descriptor(there).title})
        EXPECT_TRUE(tells(words, part)) << words;
    }
  EXPECT_THROW(edits_to_sampler(RunConfig(), "nonsense"), Error);
}

TEST(OtherSpace, ATargetTellsOfTheSamplerThatItChanges) {
  for (const TargetUnit& from : targets())
    for (const TargetUnit& to : targets()) {
      const RunConfig before = config_of({{"target", from.descriptor.id}});
      const Assignment asked{"target", to.descriptor.id};
      const RunConfig after = applied(before, {asked});
      const std::string words = changed_besides({before}, {after}, asked);
      EXPECT_EQ(words.empty(), from.descriptor.space == to.descriptor.space) << words;
      if (words.empty()) continue;
      EXPECT_TRUE(tells(words, "The run begins again at step 0.")) << words;
      const std::string &old = sampler_unit(before.sampler.id).descriptor.title,
                        &now = sampler_unit(after.sampler.id).descriptor.title;
      EXPECT_TRUE(now == old || (tells(words, old) && tells(words, "sampler " + now))) << words;
      EXPECT_TRUE(after.start == before.start || tells(words, start_unit(after.start.id).descriptor.title)) << words;
    }
}

bool can_begin(const RunConfig& run) try {
  check_beginning(run);
  return true;
} catch (const Error&) {
  return false;
}

TEST(OtherSpace, ARunCanBeginOnEveryTargetFromEveryStart) {
  std::size_t changed = 0;
  for (const StartUnit& start : starts())
    for (const TargetUnit& from : targets())
      for (const TargetUnit& to : targets()) {
        if (from.descriptor.space != to.descriptor.space) continue;
        const RunConfig before =
            config_of({{"target", from.descriptor.id}, {"start", start.descriptor.id}});
        if (!can_begin(before)) continue;
        const Assignment asked{"target", to.descriptor.id};
        const RunConfig after = applied(before, {asked});
        EXPECT_TRUE(can_begin(after)) << start.descriptor.id << ", " << to.descriptor.id;
        RunConfig with_old_start = after;
        with_old_start.start = before.start;
        EXPECT_EQ(after.start == before.start, can_begin(with_old_start))
            << start.descriptor.id << ", " << to.descriptor.id;
        const std::string words = changed_besides({before}, {after}, asked);
        EXPECT_EQ(words.empty(), after.start == before.start) << words;
        if (words.empty()) continue;
        ++changed;
        for (const Descriptor* told : {&start.descriptor, &to.descriptor, &start_unit(after.start.id).descriptor})
          EXPECT_TRUE(tells(words, told->title)) << words;
      }
  EXPECT_GT(changed, 0u);
}

TEST(OtherSpace, AModeThatTheTargetLacksBecomesItsFirst) {
  const RunConfig eight = config_of({{"target", "ring8"}, {"start", "mode"}, {"start.index", "7"}});
  const RunConfig three = applied(eight, {{"target", "three_gaussians"}});
  EXPECT_EQ(three.start, defaults(start_unit("mode").descriptor));
}

TEST(OtherSpace, ATargetWithoutDataTellsOfTheNoiseThatEnds) {
  for (const TargetUnit& with : targets())
    if (with.descriptor.minibatches) {
      const RunConfig before =
          config_of({{"target", with.descriptor.id}, {"gradient_noise.kind", "minibatch"}});
      const Assignment asked{"target", default_target(Space::plane)};
      const std::string words = changed_besides({before}, {applied(before, {asked})}, asked);
      EXPECT_TRUE(tells(words, "no data")) << words;
      EXPECT_TRUE(tells(words, "gradient noise none")) << words;
    }
}

TEST(OtherSpace, EveryTargetIsInOneGroup) {
  for (const TargetUnit& unit : targets())
    EXPECT_EQ(std::ranges::count(target_groups(), std::string(group_of(unit.descriptor)),
                                 [](const char* group) { return std::string(group); }),
              1);
}

// By titles and symbols, as the panel names them.
TEST(EditWords, TellEveryUnitAndParameter) {
  const auto expect_all = [](const char* path, const auto& units, UnitChoice RunConfig::*choice) {
    for (const auto& unit : units) {
      RunConfig run;
      run.*choice = defaults(unit.descriptor);
      EXPECT_TRUE(tells(edit_words(run, {{path, unit.descriptor.id}}), unit.descriptor.title));
      for (const Parameter& p : unit.descriptor.parameters) {
        const std::string words = edit_words(run, {{std::string(path) + "." + p.id, "0.123456789"}});
        EXPECT_TRUE(tells(words, p.title) && tells(words, is_file(p) ? " = 0.123456789" : " = 0.1235")) << words;
      }
    }
  };
  expect_all("sampler", samplers(), &RunConfig::sampler);
  expect_all("target", targets(), &RunConfig::target);
  expect_all("start", starts(), &RunConfig::start);
}

TEST(EditWords, TellOtherEditsAndHowManyThereAre) {
  const RunConfig run;
  EXPECT_EQ(edit_words(run, {{"chains", "500"}}), "Chains = 500");
  EXPECT_EQ(edit_words(run, {{"sessions.0.sampler", run.sampler.id}}), edit_words(run, {{"sampler", run.sampler.id}}));
  RunConfig own;
  apply(own, {"target", "modes"});
  const std::string list = "at 1 2 sd 0.5 0.25 angle 30; at -1 -2 sd 0.5; at 3 3";
  EXPECT_EQ(edit_words(own, {{"target.gaussians", list}}), "w, μ, s, θ Gaussians = " + list.substr(0, 48) + " …");
  EXPECT_EQ(edit_words(run, {{"target", "α\nβ"}}).find('\n'), std::string::npos);
  EXPECT_EQ(edit_words(run, {{"chain.12.momentum", "1 -2"}}), "Chain 12: momentum = 1 -2");
  EXPECT_EQ(edit_words(run, {{"seed", "1"}, {"seed", "2"}, {"seed", "3"}, {"seed", "4"}, {"seed", "5"}}),
            "Seed = 1, Seed = 2, Seed = 3 and 2 more");
}

}  // namespace
}  // namespace ergo::other_space_test
