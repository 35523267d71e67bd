// `ergo learn`: its rows and files, and what it refuses.
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/files/metrics_table.h"
#include "core/npz/npz.h"
#include "core/site_targets/picture_set.h"
#include "core/training/rbm_likelihood.h"
#include "tests/command/command_fixture.h"
#include "tests/shell.h"

namespace ergo::learn_command_test {
namespace {

using Json = nlohmann::json;
using LearnCommand = CommandTest;

const std::string brief = "learn target.set=bars2 learn.hidden=6 chains=50 --iterations 25 --every 10 --quiet ";

/// The mean log likelihood of the weights in a file, of pictures with hardly a wrong pixel.
double read_learned(const std::string& path) {
  const Npz written = read_npz(path);
  const auto array = [&](const char* name) { return written.arrays.at(name).to_double(); };
  const std::vector<double> energies = all_energies({array("b"), array("c"), array("w")});
  double sum = 0, likelihood = 0;
  for (const double energy : energies) sum += std::exp(-energy);
  const PictureSet set = picture_set("bars2");
  for (const Configuration& picture : set.pictures) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < picture.size(); ++i) number += std::size_t{picture[i]} << i;
    likelihood -= (energies[number] + std::log(sum)) / static_cast<double>(set.pictures.size());
  }
  return likelihood;
}

TEST_F(LearnCommand, PrintsItsRowsAndWritesWhatItLearned) {
  ASSERT_EQ(ergo(brief + "--out a.npz --filters a.png"), 0) << output_;
  EXPECT_TRUE(
      output_.starts_with("iteration,log_likelihood,log_likelihood_mean,tv,tv_mean,gradient,diverged,gradients\n0,"));
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
  ASSERT_EQ(ergo(brief + "--json --out b.npz sampler=dmala_sites sampler.alpha=0.5"), 0) << output_;
  const Json all = Json::parse(output_);
  EXPECT_EQ(all["settings"]["sampler.alpha"], 0.5);
  EXPECT_EQ(all["rows"].size(), 4u);
  EXPECT_NEAR(all["best_log_likelihood"].get<double>(), -std::log(6), 1e-6);
  const double learned = read_learned(file("b.npz"));
  EXPECT_NEAR(all["rows"][3]["log_likelihood"].get<double>(), learned, 1e-6);
  EXPECT_GT(learned, all["rows"][0]["log_likelihood"].get<double>());
}

const std::string brief_network =
    "learn learn.model=network learn.hidden=8 learn.second=6 chains=50 learn.batch=40 learn.nodes=16 "
    "--quiet ";

TEST_F(LearnCommand, LearnsANetworksEnergy) {
  ASSERT_EQ(ergo(brief_network + "--iterations 5 --every 4 --out n.npz --picture n.png sampler=ula"), 0)
      << output_;
  EXPECT_TRUE(output_.starts_with(
      "iteration,log_likelihood,log_likelihood_mean,tv,tv_mean,mmd2,gradient,diverged,gradients\n"
      "0,"));
  EXPECT_EQ(std::ranges::count(output_, '\n'), 4);  // names, then iterations 0, 4 and 5
  const Npz written = read_npz(file("n.npz"));
  const auto shape = [&](const char* name) { return written.arrays.at(name).shape; };
  using Shape = std::vector<std::size_t>;
  for (const char* name : {"w1", "w1_mean"}) EXPECT_EQ(shape(name), (Shape{8, 2})) << name;
  for (const char* name : {"w2", "w2_mean"}) EXPECT_EQ(shape(name), (Shape{6, 8})) << name;
  EXPECT_EQ(shape("w3"), (Shape{6}));
  EXPECT_EQ(shape("energy"), (Shape{16, 16}));
  EXPECT_EQ(shape("window"), (Shape{2, 2}));
  EXPECT_EQ(shape("x"), (Shape{50, 2}));
  EXPECT_EQ(written.arrays.at("gradients").to_double(), (std::vector<double>{0, 80, 100}));
  EXPECT_EQ(Json::parse(written.texts.at("meta.json"))["sampler"], "ula");
  // Three panels of 200 cells, 2 pixels each, and gaps of 12.
  expect_words(shell(folder_.string(), "identify -format '%m %w' n.png").output, {"PNG", "1248"});
}

TEST_F(LearnCommand, BeginsWithTheWeightsOfAFile) {
  const std::string machine = "learn target.set=bars2 learn.hidden=6 chains=50 --quiet ";
  for (const std::string& run : {brief_network, machine}) {
    ASSERT_EQ(ergo(run + " --iterations 20 --every 20 --json --out w.npz"), 0) << output_;
    const Json learned = Json::parse(output_)["rows"].back();
    ASSERT_EQ(ergo(run + " --iterations 1 --json --weights w.npz --out v.npz"), 0) << output_;
    const Json all = Json::parse(output_);
    EXPECT_EQ(all["rows"][0]["log_likelihood"], learned["log_likelihood_mean"]);
    EXPECT_EQ(all["settings"]["weights"], "w.npz");
    EXPECT_EQ(Json::parse(read_npz(file("v.npz")).texts.at("meta.json"))["weights"], "w.npz");
    EXPECT_EQ(ergo(run + " --iterations 1 learn.hidden=3 --weights w.npz"), 2);
    expect_words(output_, {"w.npz", "illegal shape", "_mean", "[3", "learn.hidden"});
  }
  ASSERT_EQ(ergo(brief_network + " --iterations 1 --weights none.npz"), 2) << output_;
  expect_words(output_, {"none.npz"});
  EXPECT_EQ(ergo(brief_network + " --iterations 1 --weights w.npz"), 2);  // of a machine
  expect_words(output_, {"w.npz", "missing", "w1", "w1 [8, 2]"});
}

TEST_F(LearnCommand, RunsBeginWithTheWeightsOfAFile) {
  const std::string settings =
      " learn.hidden=8 learn.second=6 learn.batch=40 learn.nodes=16 target=ring8 sampler=mala chains=50 ";
  ASSERT_EQ(ergo("learn learn.model=network --quiet --iterations 20 --every 20 --json --out w.npz" + settings), 0);
  const double learned = Json::parse(output_)["rows"].back()["log_likelihood_mean"].get<double>();
  ASSERT_EQ(ergo("run learn.model=network --steps 10 --every 10 --metrics m.csv --weights w.npz" + settings), 0)
      << output_;
  const MetricsTable table = read_metrics(file("m.csv"));
  const auto& first = table.front().front().values;
  EXPECT_NEAR(std::ranges::find(first, "learned_log_likelihood", &Metric::id)->value, learned, 1e-9);
  EXPECT_NEAR(std::ranges::find(first, "learned_log_likelihood_averaged", &Metric::id)->value, learned, 1e-9);
  EXPECT_EQ(ergo("run m.csv --steps 10"), 2);  // its weights are not in it
  expect_words(output_, {"m.csv", "w.npz", "--weights"});
  EXPECT_EQ(ergo("run target=ring8 --steps 10 --weights w.npz"), 2);
  expect_words(output_, {"--weights", "learn.model", "network"});
}

TEST_F(LearnCommand, PrintsANetworksRowsAsJson) {
  ASSERT_EQ(ergo(brief_network + "--iterations 2 --json target=ring8 target.modes=2"), 0) << output_;
  const Json all = Json::parse(output_);
  EXPECT_EQ(all["settings"]["target.modes"], 2);
  EXPECT_EQ(all["settings"]["learn.nodes"], 16);
  EXPECT_GT(all["iterations_per_second"].get<double>(), 0);
  EXPECT_EQ(all["rows"].size(), 2u);
}

TEST_F(LearnCommand, RefusesWhatANetworkCannotLearn) {
  const auto refused = [&](const std::string& arguments, std::initializer_list<const char*> words) {
    EXPECT_EQ(ergo("learn --quiet --iterations 1 learn.model=network " + arguments), 2) << arguments;
    expect_words(output_, words);
  };
  refused("learn.model=net", {"learn.model", "net", "rbm", "network"});
  refused("target=lattice8", {"lattice8", "ring8"});
  refused("target=bananas", {"bananas", "banana"});
  refused("target.sd=-1", {"target.sd", "-1"});
  refused("learn.hidden=1000", {"learn.hidden", "1000", "1 to 256"});
  refused("learn.restarts=2", {"learn.restarts", "0 to 1"});
  refused("sampler=dmala", {"dmala", "mala"});
  refused("sampler=block_gibbs", {"block_gibbs", "mala"});
  refused("learn.rates=3", {"learn.rates", "learn.rate"});
}

TEST_F(LearnCommand, RefusesWhatItCannotLearn) {
  const auto refused = [&](const std::string& arguments, std::initializer_list<const char*> words) {
    EXPECT_EQ(ergo("learn --quiet --iterations 1 " + arguments), 2) << arguments;
    expect_words(output_, words);
  };
  refused("target.set=bars5", {"bars5", "bars4"});
  refused("target=potts sampler=gibbs_sites", {"potts", "two values"});
  refused("target=ising target.side=16", {"ising", "exact draws", "target.side", "16", "at most 6"});
  refused("target=rbm", {"target.visible", "64", "at most 21"});
  refused("learn.data=a.csv", {"unknown parameter of learn 'learn.data'", "target"});
  refused("learn.negatives=a.csv", {"unknown parameter of learn 'learn.negatives'", "sampler"});
  refused("learn.hiden=3", {"of learn 'learn.hiden'", "learn.hidden"});
  refused("learn.hidden=0", {"learn.hidden", "0", "1 to 256"});
  refused("learn.model=none", {"learn.model", "none", "network", "rbm"});
  refused("sampler=dmala", {"dmala", "dmala_sites"});
  refused("sampler=swendsen_wang", {"swendsen_wang", "attract"});
  refused("sampler=dmala_sites sampler.alfa=1", {"alfa", "alpha"});
  refused("bars4", {"bars4", "path=value"});
  refused("--out a.txt", {"a.txt", "FILE.npz"});
  refused("--picture a.jpg", {"a.jpg", "FILE.png"});
  refused("--theme grey --picture a.png", {"grey", "dark"});
}

TEST_F(LearnCommand, SaysWhereTheLikelihoodIsUnknown) {
  ASSERT_EQ(ergo("learn target.set=digits learn.hidden=21 chains=3 --iterations 1"), 0) << output_;
  expect_words(output_, {"best log likelihood is -4.49", "42 visible and 21 hidden", "at most 16", "0,NaN,NaN,NaN,NaN"});
}

}  // namespace
}  // namespace ergo::learn_command_test
