// `ergo learn`: its rows and files, and what it refuses.
#include <nlohmann/json.hpp>

#include "core/files/npz.h"
#include "tests/command/command_fixture.h"
#include "tests/shell.h"

namespace ergo::learn_command_test {
namespace {

using Json = nlohmann::json;
using LearnCommand = CommandTest;

const std::string brief =
    "learn learn.data=bars2 learn.hidden=6 learn.chains=50 --iterations 25 --every 10 --quiet ";

TEST_F(LearnCommand, PrintsItsRowsAndWritesWhatItLearned) {
  ASSERT_EQ(ergo(brief + "--out a.npz --filters a.png"), 0) << output_;
  EXPECT_TRUE(
      output_.starts_with("iteration,log_likelihood,log_likelihood_mean,tv,tv_mean,gradient,acceptance\n0,"));
  EXPECT_EQ(std::ranges::count(output_, '\n'), 5);  // names, then iterations 0, 10, 20 and 25
  const Npz written = read_npz(file("a.npz"));
  const auto shape = [&](const char* name) { return written.arrays.at(name).shape; };
  for (const char* name : {"w", "w_mean"}) EXPECT_EQ(shape(name), (std::vector<std::size_t>{6, 4})) << name;
  for (const char* name : {"b", "b_mean"}) EXPECT_EQ(shape(name), (std::vector<std::size_t>{4})) << name;
  for (const char* name : {"c", "c_mean"}) EXPECT_EQ(shape(name), (std::vector<std::size_t>{6})) << name;
  EXPECT_EQ(shape("x"), (std::vector<std::size_t>{50, 2, 2}));
  EXPECT_EQ(written.arrays.at("iteration").to_double(), (std::vector<double>{0, 10, 20, 25}));
  EXPECT_EQ(Json::parse(written.texts.at("meta.json"))["learn.hidden"], 6);
  expect_words(shell(folder_.string(), "identify -format '%m' a.png").output, {"PNG"});
}

TEST_F(LearnCommand, PrintsTheSameAsJson) {
  ASSERT_EQ(ergo(brief + "--json sampler=dmala_sites sampler.alpha=0.5"), 0) << output_;
  const Json all = Json::parse(output_);
  EXPECT_EQ(all["settings"]["sampler.alpha"], "0.5");
  EXPECT_EQ(all["rows"].size(), 4u);
  EXPECT_LT(all["rows"][3]["log_likelihood"], all["best_log_likelihood"]);
}

TEST_F(LearnCommand, RefusesWhatItCannotLearn) {
  const auto refused = [&](const std::string& arguments, std::initializer_list<const char*> words) {
    EXPECT_EQ(ergo("learn --quiet --iterations 1 " + arguments), 2) << arguments;
    expect_words(output_, words);
  };
  refused("learn.data=bars5", {"bars5", "bars4"});
  refused("learn.hiden=3", {"learn.hiden", "learn.hidden"});
  refused("learn.hidden=0", {"learn.hidden", "0", "1 to 512"});
  refused("sampler=dmala", {"dmala", "dmala_sites"});
  refused("sampler=swendsen_wang", {"swendsen_wang", "attract"});
  refused("sampler=dmala_sites sampler.alfa=1", {"alfa", "alpha"});
  refused("bars4", {"bars4", "path=value"});
  refused("--out a.txt", {"a.txt", "FILE.npz"});
  refused("--filters a.jpg", {"a.jpg", "FILE.png"});
  refused("--theme grey --filters a.png", {"grey", "dark"});
}

}  // namespace
}  // namespace ergo::learn_command_test
