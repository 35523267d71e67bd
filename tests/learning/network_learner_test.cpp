// The network of `ergo learn`: its rows and arrays are those of the run.
#include "core/learning/network_learner.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

const std::vector<Assignment> brief = {{"learn.model", "network"}, {"target", "three_gaussians"},
                                       {"learn.hidden", "8"},      {"learn.second", "6"},
                                       {"learn.batch", "100"},     {"learn.nodes", "16"},
                                       {"learn.every", "5"},       {"chains", "70"}};

TEST(NetworkLearnerTest, IterationsMayBeDivided) {
  ThreadPool pool(1);
  NetworkLearner whole(brief, test_factory()), parts(brief, test_factory());
  whole.learn(12, pool);
  for (const std::uint64_t part : {1, 4, 2, 5}) parts.learn(part, pool);
  EXPECT_EQ(parts.iterations(), 12u);
  EXPECT_EQ(whole.training().state(), parts.training().state());
  for (const auto& [name, value] : whole.row()) {
    const auto row = parts.row();
    EXPECT_EQ(std::ranges::find(row, name, &LearningNumber::name)->value, value) << name;
  }
  EXPECT_EQ(whole.row().back().value, 60);  // gradients by the last iteration
}

TEST(NetworkLearnerTest, SettingsAreThoseOfTheRun) {
  std::vector<Assignment> settings = brief;
  settings.push_back({"sampler.step_size", "0.3"});
  settings.push_back({"sampler", "ula"});
  const NetworkLearner learner(settings, test_factory());
  const auto told = learner.settings();
  const auto text = [&](const char* path) { return std::ranges::find(told, path, &LearningSetting::path)->text; };
  EXPECT_EQ(text("sampler"), "ula");
  EXPECT_EQ(text("sampler.step_size"), "0.3");
  EXPECT_EQ(text("learn.second"), "6");
  EXPECT_EQ(text("chains"), "70");
}

TEST(NetworkLearnerTest, TellsWhereLearningBreaks) {
  std::vector<Assignment> settings = brief;
  for (const Assignment& unstable : {Assignment{"learn.rate", "1"}, Assignment{"learn.clip", "1e12"},
                                     Assignment{"learn.penalty", "100"}, Assignment{"learn.decay", "1e9"}})
    settings.push_back(unstable);
  NetworkLearner learner(settings, test_factory());
  ThreadPool pool(1);
  try {
    learner.learn(2000, pool);
    EXPECT_EQ(learner.iterations(), 2000u);
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("learn.rate"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace ergo
