// `ergo list`, `ergo describe`, `ergo run` and `ergo render` on configurations of sites.
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/base/atomic_file.h"
#include "core/files/metrics_table.h"
#include "core/npz/npz.h"
#include "core/sites/site_units.h"
#include "core/unit/registry.h"
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

TEST_F(RunSitesCommand, EveryUnitRunsAndPairsThatDoNotGoTogetherAreRefused) {
  std::set<std::string> run;
  for (const SiteTargetUnit& target : site_targets())
    for (const SiteSamplerUnit& sampler : site_samplers()) {
      const bool fits = lacking(sampler.needs, *make_site_target(target.id)).empty();
      if (fits && run.contains(target.id) && run.contains(sampler.id)) continue;
      std::string small;
      for (const SiteSetting& setting : target.small[0]) small += " target." + setting.id + "=" + setting.text;
      const int code = ergo("run target=" + target.id + small + " sampler=" + sampler.id + " chains=2 --steps 3");
      if (fits) {
        EXPECT_EQ(code, 0) << output_;
        run.insert({target.id, sampler.id});
        expect_words(output_, {"state ", " after 3 steps", "second half", "Energy of configuration", "±"});
        EXPECT_EQ(output_.find("ESS/step"), std::string::npos);  // two chains are too few
      } else {
        EXPECT_EQ(code, 2) << output_;
        expect_words(output_, {sampler.id.c_str()});
      }
    }
}

TEST_F(RunSitesCommand, EveryStartBeginsARunOrIsRefusedByName) {
  for (const StartUnit& unit : starts()) {
    const std::string& id = unit.descriptor.id;
    if (ergo("run target=ising chains=2 start=" + id + " --steps 0 --quiet --out a.npz") == 0) {
      EXPECT_EQ(read_npz(file("a.npz")).arrays.at("x").shape, (std::vector<std::size_t>{2, 1, 25})) << id;
    } else {
      expect_words(output_, {id.c_str(), "legal"});
    }
  }
}

TEST_F(RunSitesCommand, ArraysHoldTheStartAndEveryKeptStep) {
  ASSERT_EQ(ergo(small + "sampler=dmala_sites start=highest --out a.npz --metrics a.csv --quiet"), 0) << output_;
  const Npz npz = read_npz(file("a.npz"));
  const NpyArray& x = npz.arrays.at("x");
  EXPECT_EQ(x.type, ElementType::uint8);
  EXPECT_EQ(x.shape, (std::vector<std::size_t>{5, 3, 9}));
  EXPECT_EQ(npz.arrays.at("draw_step").to_double(), (std::vector<double>{0, 4, 8}));
  const std::vector<double> values = x.to_double(), energy = npz.arrays.at("energy").to_double();
  const auto target = make_site_target("ising", {{"side", 3}});
  for (std::size_t row = 0; row < 15; ++row) {
    Configuration sites;
    for (std::size_t site = 0; site < 9; ++site) sites.push_back(static_cast<std::uint8_t>(values[9 * row + site]));
    EXPECT_NEAR(energy[row], target->energy(sites), 1e-12);
    if (row % 3 == 0) {
      EXPECT_EQ(sites, Configuration(9, 1));
    }
  }
  const MetricsTable metrics = read_metrics(file("a.csv"));
  ASSERT_EQ(metrics.front().size(), 3u);
  for (const MetricsRow& row : metrics.front()) {
    std::string ids;
    for (const Metric& metric : row.values) ids += metric.id + " ";
    expect_words(ids, {"energy ", "energy_predicted ", "level ", "level_squared_predicted ", "acceptance_rate ",
                       "proposed ", "flips ", "site_tv "});
  }
}

TEST_F(RunSitesCommand, TellsWhatStepsAreWorth) {
  ASSERT_EQ(ergo("run target=ising target.side=3 chains=40 --steps 100"), 0) << output_;
  const auto line_of = [this](const std::string& name) {
    const std::size_t begin = output_.find("\n" + name) + 1;
    return output_.substr(begin, output_.find('\n', begin) - begin);
  };
  for (const char* name : {"Energy of configuration", "Mean over sites"})
    expect_words(line_of(name), {"±", "exact", "ESS/step", "ESS/s"});
  EXPECT_EQ(line_of("Acceptance").find("ESS"), std::string::npos);
}

TEST_F(RunSitesCommand, TextAndNetcdfHaveTheSameDraws) {
  ASSERT_EQ(ergo(small + "--quiet --out a.npz"), 0) << output_;
  ASSERT_EQ(ergo(small + "--quiet --out a.csv"), 0) << output_;
  const std::vector<double> x = read_npz(file("a.npz")).arrays.at("x").to_double();
  std::istringstream lines(text("a.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(line.starts_with("chain,draw,step,x1,x2,x3,x4,x5,x6,x7,x8,x9,")) << line;
  for (std::size_t row = 0; row < 15; ++row) {
    ASSERT_TRUE(std::getline(lines, line));
    std::string sites;
    for (std::size_t site = 0; site < 9; ++site) sites += ',' + std::to_string(static_cast<int>(x[9 * row + site]));
    EXPECT_NE(line.find(sites + ","), std::string::npos) << line;
  }
  EXPECT_FALSE(std::getline(lines, line));
  ASSERT_EQ(ergo(small + "--quiet --out a.nc"), 0) << output_;
  EXPECT_EQ(text("a.nc").substr(1, 3), "HDF");
}

TEST_F(RunSitesCommand, AFileMakesItsRunAgain) {
  ASSERT_EQ(ergo(small + "start=lowest --out a.npz"), 0) << output_;
  const std::string state = output_.substr(output_.rfind("state "));
  ASSERT_EQ(ergo("run a.npz --steps 10"), 0) << output_;
  EXPECT_EQ(output_.substr(output_.rfind("state ")), state);
}

TEST_F(RunSitesCommand, RefusesWhatDoesNotGoTogether) {
  const auto refused = [&](const std::string& arguments, std::initializer_list<const char*> words) {
    EXPECT_EQ(ergo("run --steps 2 " + arguments), 2) << arguments;
    expect_words(output_, words);
  };
  refused("target=ising target.side=1", {"side", "1", "2 to 64"});
  refused("target=ising target.width=3", {"width", "side"});
  refused("target=ising sampler=acs_pcd_sites backend=simd", {"sampler acs_pcd_sites", "backend", "simd", "auto, cpu"});
  refused("target=ising start=mode", {"start", "mode", "highest, lowest, normal, point, uniform"});
  refused("target=ising start=random", {"start", "random", "uniform"});
  refused("target=ising target.side=9 start=exact", {"start", "exact", "uniform"});
  refused("target=ising chains=0", {"chains", "0", "1 to"});
  refused("target=ising --metrics a.npz", {"a.npz", "FILE.csv"});
  EXPECT_EQ(ergo("run --steps 1000000000 target=ising chains=1000 --out a.npz"), 2);
  expect_words(output_, {"1000 chains", "too many bytes", "fewer chains"});
}

TEST_F(RunSitesCommand, RendersConfigurations) {
  const std::string run =
      "render target=ising target.side=4 chains=3 --show configurations --steps 5 --size 320x240 --quiet --out ";
  ASSERT_EQ(ergo(run + "a.png"), 0) << output_;
  expect_words(shell(folder_.string(), "identify -format '%m %wx%h' a.png").output, {"PNG 320x240"});
  ASSERT_EQ(ergo("render target=ising target.side=4 chains=3 --steps 5 --size 320x240 --quiet --out b.png"), 0);
  EXPECT_NE(text("a.png"), text("b.png"));
  ASSERT_EQ(ergo(run + "a.svg"), 0) << output_;
  expect_words(text("a.svg"), {"Ising"});
  ASSERT_EQ(ergo(run + "a.gif --steps-per-frame 2"), 0) << output_;  // steps 0, 2, 4 and 5
  EXPECT_EQ(shell(folder_.string(), "identify a.gif | wc -l").output, "4\n");
  expect_words(text("a.gif.json"), {"ising", "configurations"});
  const auto refused = [&](const std::string& arguments, std::initializer_list<const char*> words) {
    EXPECT_EQ(ergo("render --show configurations --out a.png " + arguments), 2) << arguments;
    expect_words(output_, words);
  };
  refused("target=ring8", {"ring8", "site_targets"});
  refused("target=lattice8", {"lattice8", "site_targets"});
  for (const char* option : {"--contours", "--scales", "--transparent", "--colour-by sampler", "--axes phase"})
    refused(std::string("target=ising ") + option, {"not possible for configurations", "--show"});
  refused("target=ising target.side=64 --size 40x40", {"40x40", "4096 sites"});
}

}  // namespace
}  // namespace ergo::run_sites_command_test
