// `ergo learn`: rows and arrays of a run that learns.
#include "core/learning/learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/diagnostics/diagnostics.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

const std::vector<Assignment> brief_network = {
    {"learn.model", "network"}, {"target", "three_gaussians"}, {"learn.hidden", "8"}, {"learn.second", "6"},
    {"learn.batch", "100"},     {"learn.nodes", "16"},         {"learn.every", "5"},  {"chains", "70"}};
const std::vector<Assignment> brief_machine = {
    {"target.set", "bars2"}, {"learn.hidden", "5"}, {"chains", "33"}};

TEST(LearnerTest, IterationsMayBeDivided) {
  for (const auto& settings : {brief_network, brief_machine}) {
    Learner whole(settings, test_factory()), parts(settings, test_factory());
    whole.learn(12);
    for (const std::uint64_t part : {1, 4, 2, 5}) parts.learn(part);
    EXPECT_EQ(parts.iterations(), 12u);
    EXPECT_EQ(whole.learning().state().weights, parts.learning().state().weights);
    const auto row = parts.row();
    for (const auto& [name, value] : whole.row())
      EXPECT_EQ(std::ranges::find(row, name, &LearningNumber::name)->value, value) << name;
    EXPECT_EQ(whole.row().back().value, 60);  // gradients by the last iteration
  }
}

TEST(LearnerTest, SettingsAreThoseOfTheRun) {
  std::vector<Assignment> settings = brief_network;
  settings.push_back({"sampler.step_size", "0.3"});
  settings.push_back({"sampler", "ula"});
  const Learner learner(settings, test_factory());
  const auto told = learner.settings();
  const auto text = [&](const char* path) { return std::ranges::find(told, path, &Assignment::path)->value; };
  EXPECT_EQ(text("sampler"), "ula");
  EXPECT_EQ(text("sampler.step_size"), "0.3");
  EXPECT_EQ(text("learn.second"), "6");
  EXPECT_EQ(text("chains"), "70");
}

TEST(LearnerTest, ChoosesWhatServesTheModel) {
  const auto config = [](const std::vector<Assignment>& settings) {
    return Learner(settings, test_factory()).session().initial();
  };
  const RunConfig machine = config({}), network = config({{"learn.model", "network"}});
  EXPECT_EQ(machine.target.id, "pictures");
  EXPECT_EQ(machine.sampler.id, "block_gibbs");
  EXPECT_EQ(network.target.id, "ring8");
  EXPECT_EQ(network.sampler.id, "mala");
  for (const char* model : {"none", "forest"}) EXPECT_THROW(config({{"learn.model", model}}), Error) << model;
}

// What a run tells of its model is what `ergo learn` tells, under documented names.
TEST(LearnerTest, ReportsHaveTheNumbersOfTheModelAndOfItsAverage) {
  std::set<std::string> documented;
  for (const Quantity& column : metric_columns()) documented.insert(column.id);
  for (const auto& settings : {brief_network, brief_machine}) {
    Learner learner(settings, test_factory());
    learner.learn(7);
    Session& session = learner.session();
    const auto told = metrics(Diagnostics().report(
        {.data = session.read(), .config = session.config(), .learning = session.learning()->report()}));
    const auto row = learner.row();
    for (const auto& [column, number] :
         {std::pair{"learned_log_likelihood", "log_likelihood"},
          {"learned_log_likelihood_averaged", "log_likelihood_mean"},
          {"learned_tv", "tv"},
          {"learned_tv_averaged", "tv_mean"}})
      EXPECT_EQ(std::ranges::find(told, column, &Metric::id)->value,
                std::ranges::find(row, number, &LearningNumber::name)->value)
          << column;
    for (const Metric& metric : told)
      EXPECT_TRUE(!metric.id.starts_with("learn") || documented.contains(metric.id)) << metric.id;
  }
}

TEST(LearnerTest, ArraysHoldTheModel) {
  using Shape = std::vector<std::size_t>;
  Learner network(brief_network, test_factory()), machine(brief_machine, test_factory());
  network.learn(2);
  machine.learn(2);
  auto arrays = network.arrays();
  EXPECT_EQ(arrays.at("w2").shape, (Shape{6, 8}));
  EXPECT_EQ(arrays.at("w2_mean").shape, (Shape{6, 8}));
  EXPECT_EQ(arrays.at("energy").shape, (Shape{16, 16}));
  EXPECT_EQ(arrays.at("x").shape, (Shape{70, 2}));
  arrays = machine.arrays();
  EXPECT_EQ(arrays.at("w").shape, (Shape{5, 4}));
  EXPECT_EQ(arrays.at("b_mean").shape, (Shape{4}));
  EXPECT_EQ(arrays.at("x").shape, (Shape{33, 2, 2}));
}

}  // namespace
}  // namespace ergo
