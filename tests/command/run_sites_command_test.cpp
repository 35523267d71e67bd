// `ergo run`, `ergo list` and `ergo describe` on configurations of sites.
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/atomic_file.h"
#include "core/files/npz.h"
#include "core/site_runs/site_recorder.h"
#include "tests/command/command_fixture.h"
#include "tests/shell.h"

namespace ergo::run_sites_command_test {
namespace {

using Json = nlohmann::json;

class RunSitesCommand : public CommandTest {
 protected:
  std::string text(const std::string& name) { return read_file(file(name), 1 << 26); }
};

const std::string small = "run target=ising target.side=3 chains=5 --steps 10 --every 4 ";

TEST_F(RunSitesCommand, EveryUnitIsListedAndDescribed) {
  const auto check = [&](const auto& units, const std::string& list) {
    ASSERT_EQ(ergo("list " + list + " --json"), 0) << output_;
    const Json all = Json::parse(output_);
    ASSERT_EQ(all.size(), units.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
      EXPECT_EQ(all[i]["id"], units[i].id);
      EXPECT_EQ(all[i]["space"], "sites");
      ASSERT_EQ(ergo("describe " + units[i].id), 0) << output_;
      expect_words(output_, {units[i].title.c_str(), units[i].doc.c_str(), units[i].source.c_str()});
      for (const Parameter& p : units[i].parameters) expect_words(output_, {p.id.c_str(), p.doc.c_str()});
    }
    ASSERT_EQ(ergo("list " + list + " --markdown"), 0);
    expect_words(output_, {"|", units[0].id.c_str()});
  };
  check(site_targets(), "site_targets");
  check(site_samplers(), "site_samplers");
}

TEST_F(RunSitesCommand, EveryPairRunsAndEverythingElseIsRefused) {
  for (const SiteTargetUnit& target : site_targets())
    for (const SiteSamplerUnit& sampler : site_samplers()) {
      const int code =
          ergo("run target=" + target.id + " sampler=" + sampler.id + " chains=2 --steps 3 --quiet");
      if (lacking(sampler.needs, *make_site_target(target.id)).empty()) {
        EXPECT_EQ(code, 0) << output_;
        expect_words(output_, {"state ", " after 3 steps"});
      } else {
        EXPECT_EQ(code, 2) << output_;
        expect_words(output_, {sampler.id.c_str()});
      }
    }
}

TEST_F(RunSitesCommand, ArraysHoldTheStartAndEveryKeptStep) {
  ASSERT_EQ(ergo(small + "sampler=dmala_sites start=highest --out a.npz --metrics a.csv --quiet"), 0)
      << output_;
  const Npz file_read = read_npz(file("a.npz"));
  const NpyArray& x = file_read.arrays.at("x");
  EXPECT_EQ(x.shape, (std::vector<std::size_t>{5, 3, 9}));  // steps 0, 4 and 8
  EXPECT_EQ(file_read.arrays.at("step").to_double(), (std::vector<double>{0, 4, 8}));
  const std::vector<double> values = x.to_double(), energy = file_read.arrays.at("energy").to_double();
  const auto target = make_site_target("ising", {{"side", 3}});
  for (std::size_t row = 0; row < 15; ++row) {
    Configuration sites;
    for (std::size_t site = 0; site < 9; ++site)
      sites.push_back(static_cast<std::uint8_t>(values[9 * row + site]));
    EXPECT_NEAR(energy[row], target->energy(sites), 1e-12);
    if (row % 3 == 0) {
      EXPECT_EQ(sites, Configuration(9, 1));
    }
  }
  EXPECT_EQ(Json::parse(file_read.texts.at("meta.json"))["run"]["sampler"], "dmala_sites");
  std::istringstream lines(text("a.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line.substr(0, 25), "step,energy,energy_error,");
  EXPECT_TRUE(line.ends_with(",tv")) << line;
  for (const char* step : {"4,", "8,", "10,"}) {
    std::getline(lines, line);
    EXPECT_TRUE(line.starts_with(step)) << line;
  }
}

TEST_F(RunSitesCommand, TextHasTheSameDraws) {
  ASSERT_EQ(ergo(small + "--out a.npz --quiet"), 0) << output_;
  const std::string state = output_;
  ASSERT_EQ(ergo(small + "--out a.csv --quiet"), 0) << output_;
  EXPECT_EQ(output_, state);
  const std::vector<double> x = read_npz(file("a.npz")).arrays.at("x").to_double();
  std::istringstream lines(text("a.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "chain,step,energy,x0,x1,x2,x3,x4,x5,x6,x7,x8");
  for (std::size_t row = 0; row < 15; ++row) {
    ASSERT_TRUE(std::getline(lines, line));
    std::string sites;
    for (std::size_t site = 0; site < 9; ++site)
      sites += ',' + std::to_string(static_cast<int>(x[9 * row + site]));
    EXPECT_TRUE(line.ends_with(sites)) << line;
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(RunSitesCommand, RefusesWhatDoesNotGoTogether) {
  const auto refused = [&](const std::string& arguments, std::initializer_list<const char*> words) {
    EXPECT_EQ(ergo("run --steps 2 " + arguments), 2) << arguments;
    expect_words(output_, words);
  };
  refused("target=ising target.side=1", {"side", "1", "2 to 64"});
  refused("target=ising target.width=3", {"width", "side"});
  refused("target=ising sampler=dmala", {"dmala", "dmala_sites"});
  refused("target=ring8 sampler=dmala_sites", {"ring8", "ising"});
  refused("target=ising backend=gpu", {"backend", "chains"});
  refused("target=ising start=mode", {"start", "mode", "random"});
  refused("target=ising target.side=6 start=exact", {"start", "exact", "2^22"});
  refused("target=ising chains=0", {"chains", "0", "1 to"});
  refused("target=ising seed=x", {"seed", "x"});
  refused("target=ising --out a.nc", {"a.nc", "FILE.npz, FILE.csv"});
  refused("target=ising --metrics a.npz", {"a.npz", "FILE.csv"});
  refused("target=ising --draws raw", {"--draws"});
  refused("default target=ising", {"default", "path=value"});
  EXPECT_EQ(ergo("run --steps 1000000000 target=ising target.side=64 chains=100000 --out a.npz"), 3);
  expect_words(output_, {"100000 chains of 4096 sites", "fewer chains"});
}

TEST_F(RunSitesCommand, RendersPicturesAndClips) {
  const std::string run = "render target=ising target.side=4 chains=3 --steps 5 --size 64x64 --quiet --out ";
  ASSERT_EQ(ergo(run + "a.png"), 0) << output_;
  expect_words(shell(folder_.string(), "identify -format '%m %wx%h' a.png").output, {"PNG 64x64"});
  ASSERT_EQ(ergo(run + "a.gif --steps-per-frame 2"), 0) << output_;  // steps 0, 2, 4 and 5
  EXPECT_EQ(shell(folder_.string(), "identify a.gif | wc -l").output, "4\n");
  expect_words(text("a.gif.json"), {"\"target\": \"ising\"", "\"target.side\": \"4\""});
  const auto refused = [&](const std::string& arguments, std::initializer_list<const char*> words) {
    EXPECT_EQ(ergo("render target=ising " + arguments), 2) << arguments;
    expect_words(output_, words);
  };
  refused("--out a.svg", {"a.svg", "FILE.png, FILE.mp4, FILE.gif"});
  refused("--out a.png --contours", {"--contours", "--size"});
  for (const char* look : {"--font 9", "--lines 2", "--ground white", "--journal single"})
    refused(std::string("--out a.png ") + look, {"not for a picture of sites"});
  refused("--out a.png --size 0x5", {"0x5", "WxH"});
  refused("--out a.png --theme red", {"red", "dark"});
}

// Chains that start from the target stay there: each mean is within 5 standard errors of the exact one, which
// one in two million is not.
TEST(SiteRecorder, MeansAreTheExactOnesForEveryExactSampler) {
  ThreadPool pool;
  for (const SiteSamplerUnit& unit : site_samplers()) {
    SiteRun run{.target = "ising", .sampler = unit.id, .start = "exact", .chains = 400};
    for (const auto& [path, value] : {std::pair("target.side", "3"), std::pair("target.field", "0.1")})
      set(run, path, value);
    const auto target = make_site_target(run.target, run.target_settings);
    if (!lacking(unit.needs, *target).empty() || !make_site_sampler(unit.id, target)->exact()) continue;
    SiteRecorder recorder(run, {.steps = 100, .every = 50});
    while (recorder.advance(pool)) {
    }
    const LateMeans means = recorder.late_means();
    const ExactSiteMeans exact = exact_means(run, target).value();
    const auto near = [&](const Estimate& ours, double truth) {
      EXPECT_LT(std::abs(ours.value - truth), 5 * ours.error)
          << unit.id << ": " << ours.value << " for " << truth;
    };
    near(means.energy, exact.energy);
    near(means.level, exact.level);
    near(means.level_squared, exact.level_squared);
  }
}

// 4x4 by its 2^16 configurations, 5x5 by the transfer matrix; the values are those of an independent program.
TEST(SiteRecorder, ExactMeansAreKnownBothWays) {
  SiteRun run{.target = "ising"};
  const auto means = [&](const char* side, const char* coupling, const char* field) {
    set(run, "target.side", side);
    set(run, "target.coupling", coupling);
    set(run, "target.field", field);
    return exact_means(run, make_site_target(run.target, run.target_settings)).value();
  };
  EXPECT_NEAR(means("4", "0.3", "0").level_squared, 0.3576468, 5e-8);
  EXPECT_NEAR(means("5", "0.2", "0.2").level, 0.4829698422, 5e-11);
  set(run, "target.side", "13");
  EXPECT_FALSE(exact_means(run, make_site_target(run.target, run.target_settings)));
  EXPECT_EQ(configurations(*make_site_target("ising", {{"side", 4}}), 1 << 22), 65536u);
  EXPECT_EQ(configurations(*make_site_target("ising", {{"side", 4}}), 100), 101u);
}

}  // namespace
}  // namespace ergo::run_sites_command_test
