// Comparisons without a window: files that `ergo run` and `ergo render` write for several runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/atomic_file.h"
#include "core/npz/npz.h"
#include "core/settings/preset.h"
#include "tests/command/command_fixture.h"

namespace ergo::comparison_command_test {
namespace {

const std::string runs =
    "target=ring8 chains=20 backend=cpu sessions.0.sampler=esh sessions.1.sampler=hmc "
    "sessions.2.sampler=mala ";

class ComparisonCommand : public CommandTest {
 protected:
  /// RGBA of a part of a picture file, by ImageMagick.
  std::string pixels(const std::string& picture, const std::string& crop) const {
    const std::string command =
        "cd '" + folder_.string() + "' && convert " + picture + " " + crop + " +repage -depth 8 rgba:pixels";
    EXPECT_EQ(std::system(command.c_str()), 0);
    return read_file(file("pixels"), 1 << 26);
  }
  nlohmann::json meta(const std::string& name) const {
    return nlohmann::json::parse(read_npz(file(name)).texts.at("meta.json"));
  }
  std::vector<std::vector<std::string>> table(const std::string& name) const {
    std::vector<std::vector<std::string>> rows;
    std::istringstream text(read_file(file(name), 1 << 20));
    for (std::string line; std::getline(text, line);) {
      rows.emplace_back();
      std::istringstream cells(line);
      for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    }
    return rows;
  }
};

TEST_F(ComparisonCommand, WritesOneFileForEachRun) {
  ASSERT_EQ(ergo("run " + runs + "--steps 4 --every 2 --out a.npz"), 0) << output_;
  EXPECT_FALSE(fs::exists(file("a.npz")));
  for (const auto& [name, steps] : {std::pair{"a.0-esh.npz", std::vector<double>{0, 20, 40}},
                                    {"a.1-hmc.npz", {0, 2, 4}},
                                    {"a.2-mala.npz", {0, 20, 40}}}) {
    EXPECT_EQ(read_npz(file(name)).arrays.at("draw_step").to_double(), steps) << name;
    EXPECT_EQ(meta(name)["comparison_steps"], "4") << name;
  }
  EXPECT_EQ(meta("a.2-mala.npz")["session"], "2");
  EXPECT_NE(output_.find("1 hmc: state " + meta("a.1-hmc.npz")["state_hash"].get<std::string>()),
            std::string::npos)
      << output_;
}

TEST_F(ComparisonCommand, ARunBesideOthersIsTheRunAlone) {
  ASSERT_EQ(ergo("run " + runs + "--steps 4 --every 4 --out a.npz"), 0) << output_;
  ASSERT_EQ(ergo("run " + runs + "session=1 --steps 4 --every 4 --out alone.npz"), 0) << output_;
  EXPECT_EQ(meta("a.1-hmc.npz")["state_hash"], meta("alone.npz")["state_hash"]);
  ASSERT_EQ(ergo("run target=ring8 chains=20 backend=cpu sampler=hmc --steps 4 --every 4 --out plain.npz"),
            0);
  EXPECT_EQ(meta("plain.npz")["state_hash"], meta("alone.npz")["state_hash"]);
}

TEST_F(ComparisonCommand, EveryFileSaysHowToMakeThemAgain) {
  ASSERT_EQ(ergo("run " + runs + "--steps 4 --every 2 --out a.csv --metrics m.csv"), 0) << output_;
  for (const char* name : {"a.0-esh.csv.json", "a.1-hmc.csv.json", "m.csv.json"}) {
    const auto told = nlohmann::json::parse(read_file(file(name), 1 << 20));
    const std::string again = "run '" + told["comparison"].get<std::string>() + "' --steps " +
                              told["comparison_steps"].get<std::string>() + " --every " +
                              told["every"].get<std::string>();
    ASSERT_EQ(ergo(again + " --out b.csv --metrics n.csv"), 0) << output_;
    for (const auto& [first, second] : {std::pair{"a.0-esh.csv", "b.0-esh.csv"},
                                        {"a.1-hmc.csv", "b.1-hmc.csv"},
                                        {"a.2-mala.csv", "b.2-mala.csv"},
                                        {"m.csv", "n.csv"}})
      EXPECT_EQ(read_file(file(first), 1 << 20), read_file(file(second), 1 << 20)) << first;
  }
}

TEST_F(ComparisonCommand, MetricsOfAllRunsAreOneTable) {
  ASSERT_EQ(ergo("run " + runs + "--steps 4 --every 2 --metrics m.csv"), 0) << output_;
  const auto rows = table("m.csv");
  ASSERT_EQ(rows.size(), 10u);
  const auto& header = rows[0];
  EXPECT_EQ((std::vector<std::string>{header.begin(), header.begin() + 4}),
            (std::vector<std::string>{"session", "sampler", "step", "grad_evals"}));
  const auto column = [&](const char* id) {
    return static_cast<std::size_t>(std::ranges::find(header, id) - header.begin());
  };
  for (std::size_t i = 1; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i].size(), header.size()) << i;
    EXPECT_EQ(rows[i][0], std::to_string((i - 1) % 3));
    EXPECT_EQ(rows[i][3], rows[(i - 1) / 3 * 3 + 1][3]) << "equal gradient evaluations";
    EXPECT_EQ(rows[i][column("log_importance")] == "NaN", rows[i][1] != "esh") << "only ESH has this channel";
    EXPECT_NE(rows[i][column("mmd2")], "NaN");
  }
  EXPECT_EQ(rows[7][1], "esh");
  EXPECT_EQ(rows[8][2], "4");
}

TEST_F(ComparisonCommand, AFolderHoldsAllOfThem) {
  ASSERT_EQ(ergo("run " + runs + "--steps 3 --out made/"), 0) << output_;
  for (const char* name : {"trajectory.0-esh.npz", "trajectory.1-hmc.npz", "metrics.csv", "preset.json"})
    EXPECT_TRUE(fs::exists(file(std::string("made/") + name))) << name;
  const Preset preset = load_preset(file("made/preset.json"));
  EXPECT_EQ(preset.beside.size(), 2u);
  EXPECT_EQ(preset.step, 30u) << "gradient evaluations";
}

TEST_F(ComparisonCommand, PacesByStepsWhereAsked) {
  ASSERT_EQ(ergo("run " + runs + "--pace steps --steps 4 --every 4 --out a.nc"), 0) << output_;
  ASSERT_EQ(ergo("run " + runs + "--pace steps --steps 4 --every 4 --out a.npz"), 0) << output_;
  EXPECT_EQ(read_npz(file("a.0-esh.npz")).arrays.at("draw_step").to_double(), (std::vector<double>{0, 4}));
  EXPECT_TRUE(fs::exists(file("a.1-hmc.nc")));
  EXPECT_EQ(ergo("run " + runs + "--pace seconds --steps 4 --out b.npz"), 2);
  EXPECT_NE(output_.find("gradients, steps"), std::string::npos) << output_;
}

TEST_F(ComparisonCommand, EditsTheRunsOfAPreset) {
  ASSERT_EQ(
      ergo("run esh-14-compare backend=cpu chains=9 sessions.3.sampler.step_size=0.02 --steps 2 --out a.npz"),
      0)
      << output_;
  EXPECT_EQ(meta("a.3-mala.npz")["run"]["sampler.step_size"], 0.02);
  EXPECT_EQ(meta("a.1-ula.npz")["run"]["sampler.step_size"], 0.1);
  EXPECT_EQ(meta("a.1-ula.npz")["run"]["chains"], 9);
  EXPECT_EQ(ergo("run esh-14-compare sampler.step_size=0.02 --steps 2 --out b.npz"), 2);
  EXPECT_NE(output_.find("sessions.0.sampler.step_size to sessions.3.sampler.step_size"), std::string::npos)
      << output_;
  EXPECT_EQ(ergo("run esh-14-compare sessions.7.sampler=esh --steps 2 --out b.npz"), 2);
  EXPECT_NE(output_.find("sessions.0. to sessions.5."), std::string::npos) << output_;
  for (const char* none : {"session=4", "session=9"}) {
    EXPECT_EQ(ergo(std::string("run esh-14-compare ") + none + " --steps 2 --out b.npz"), 2);
    EXPECT_NE(output_.find("0 to 3"), std::string::npos) << output_;
  }
  EXPECT_EQ(ergo("run esh-14-compare session=4 sessions.4.sampler=rwm --steps 2 --out b.npz"), 0) << output_;
}

TEST_F(ComparisonCommand, RunsHaveTheirOwnStartChainsAndNoise) {
  const std::string own =
      "target=ring8 chains=20 backend=cpu sessions.0.sampler=mala sessions.1.sampler=mala sessions.1.chains=8 "
      "sessions.1.start=normal sessions.1.start.sd=3 sessions.1.gradient_noise.kind=gaussian ";
  ASSERT_EQ(ergo("run " + own + "--steps 4 --every 2 --out a.npz --metrics m.csv"), 0) << output_;
  ASSERT_EQ(ergo("run target=ring8 chains=8 backend=cpu sampler=mala start=normal start.sd=3 "
                 "gradient_noise.kind=gaussian --steps 4 --every 2 --out alone.npz"),
            0)
      << output_;
  EXPECT_EQ(meta("a.1-mala.npz")["state_hash"], meta("alone.npz")["state_hash"]);
  EXPECT_EQ(meta("a.0-mala.npz")["run"]["chains"], 20);
  EXPECT_EQ(meta("a.1-mala.npz")["run"]["chains"], 8);
  EXPECT_EQ(meta("a.1-mala.npz")["run"]["start.sd"], 3);
  EXPECT_EQ(meta("a.1-mala.npz")["gradient_noise"]["sigma"], 1);
  EXPECT_FALSE(meta("a.0-mala.npz").contains("gradient_noise"));
  const auto rows = table("m.csv");
  const auto chains = std::ranges::find(rows[0], "chains") - rows[0].begin();
  for (std::size_t i = 1; i < rows.size(); ++i)
    EXPECT_EQ(rows[i][static_cast<std::size_t>(chains)], i % 2 ? "20" : "8") << i;
  // The file says how to make both again.
  ASSERT_EQ(ergo("run '" + meta("a.1-mala.npz")["comparison"].get<std::string>() + "' --steps 4 --every 2 --out b.npz"),
            0)
      << output_;
  EXPECT_EQ(meta("a.1-mala.npz")["state_hash"], meta("b.1-mala.npz")["state_hash"]);
  // Chains of a file that are given too must be as many.
  ASSERT_EQ(ergo("run target=ring8 sampler=mala chains=8 --steps 1 --out given.npz"), 0) << output_;
  EXPECT_EQ(ergo("run " + own + "--init given.npz --steps 1"), 2);
  EXPECT_NE(output_.find("'20'; legal: 8"), std::string::npos) << output_;
  EXPECT_EQ(ergo("run sessions.0.sampler=mala sessions.1.sampler=mala sessions.1.chains=8 --init given.npz --steps 1"),
            0)
      << output_;
}

TEST_F(ComparisonCommand, PlotsAndFiguresTellHowTheRunsDiffer) {
  const std::string own = "sessions.0.sampler=mala sessions.1.sampler=mala chains=200 sessions.1.chains=60 "
                          "sessions.1.start=mode --quiet --steps 4 ";
  for (const auto& [command, words] :
       {std::pair<std::string, std::vector<std::string>>{
            "plot " + own, {"start: normal, 200 chains", "start: mode, 60 chains", "5–95 %, 200 chains"}},
        {"render " + own + "--size 900x300 ", {"start: normal", "start: mode,  60 chains"}},
        {"render " + own + "--no-figure --size 900x300 ", {}}}) {
    ASSERT_EQ(ergo(command + "--out a.svg"), 0) << output_;
    const std::string svg = read_file(file("a.svg"), 1 << 24);
    for (const std::string& each : words) EXPECT_NE(svg.find(each), std::string::npos) << command << ": " << each;
  }
}

/// A run's own picture stands in its cell, pixel for pixel, below what is written there.
TEST_F(ComparisonCommand, ThePictureHasTheWindowsCells) {
  const std::string compared = "render esh-14-compare chains=200 --quiet --steps 30 ";
  ASSERT_EQ(ergo(compared + "--size 641x401 --out all.png"), 0) << output_;
  ASSERT_EQ(ergo(compared + "session=3 --size 320x200 --out one.png"), 0) << output_;
  const std::string cell = pixels("all.png", "-crop 320x140+321+261"),
                    alone = pixels("one.png", "-crop 320x140+0+60");
  ASSERT_EQ(alone.size(), 4u * 320 * 140);
  EXPECT_EQ(cell, alone);
  EXPECT_NE(pixels("all.png", "-crop 160x50+321+201"), pixels("one.png", "-crop 160x50+0+0")) << "its name";
  EXPECT_NE(cell, pixels("all.png", "-crop 320x140+0+60")) << "another sampler's";
}

TEST_F(ComparisonCommand, FiguresNameEverySamplerAndTellHowTheyWereMade) {
  const std::string compared = "render " + runs + "--quiet --steps 3 --size 900x300 ";
  ASSERT_EQ(ergo(compared + "--out a.pdf"), 0) << output_;
  ASSERT_EQ(std::system(("cd '" + folder_.string() + "' && pdftotext a.pdf words").c_str()), 0);
  const std::string words = read_file(file("words"), 1 << 20);
  for (const char* word : {"ESH leapfrog", "Hamiltonian Monte Carlo", "MALA", "step 30", "step 3\n"})
    EXPECT_NE(words.find(word), std::string::npos) << word << " not in:\n" << words;
  ASSERT_EQ(ergo(compared + "--out a.svg"), 0) << output_;
  const std::string svg = read_file(file("a.svg"), 1 << 24);
  const auto begin = svg.find("<desc>") + 6;
  const auto settings = nlohmann::json::parse(svg.substr(begin, svg.find("</desc>") - begin));
  EXPECT_EQ(settings["sessions"][1]["run"]["sampler"], "hmc");
  EXPECT_EQ(settings["sessions"][0]["steps"], 30);
  EXPECT_EQ(settings["comparison_steps"], "3");
  ASSERT_EQ(ergo("render '" + settings["comparison"].get<std::string>() +
                 "' --quiet --steps 3 --size 900x300 --out b.svg"),
            0)
      << output_;
  EXPECT_EQ(svg, read_file(file("b.svg"), 1 << 24));
}

TEST_F(ComparisonCommand, ClipsShowAllRuns) {
  ASSERT_EQ(ergo("render " + runs + "--quiet --steps 6 --steps-per-frame 2 --size 480x120 --out a.gif"), 0)
      << output_;
  ASSERT_EQ(std::system(("cd '" + folder_.string() + "' && convert a.gif frame.png").c_str()), 0);
  EXPECT_TRUE(fs::exists(file("frame-3.png")));
  EXPECT_FALSE(fs::exists(file("frame-4.png")));
  const auto settings = nlohmann::json::parse(read_file(file("a.gif.json"), 1 << 20));
  EXPECT_EQ(settings["sessions"][1]["run"]["sampler"], "hmc");
  ASSERT_EQ(ergo("render '" + settings["comparison"].get<std::string>() +
                 "' --quiet --steps 6 --steps-per-frame 2 --size 480x120 --out b.gif"),
            0)
      << output_;
  EXPECT_EQ(read_file(file("a.gif"), 1 << 24), read_file(file("b.gif"), 1 << 24));
}

TEST_F(ComparisonCommand, OneRunOfALatticeComparisonHasAllItsDistributions) {
  ASSERT_EQ(ergo("render target=lattice8 chains=50 sessions.0.sampler=dula sessions.1.sampler=dmala --show "
                 "expected --steps 3 --size 200x100 --out a.png"),
            0)
      << output_;
  EXPECT_EQ(ergo("render target=lattice8 chains=50 sessions.0.sampler=dula sessions.1.sampler=ab "
                 "sessions.1.sampler.adapt=on --show expected --steps 3 --out b.png"),
            2);
  EXPECT_NE(output_.find("ab"), std::string::npos) << output_;
}

}  // namespace
}  // namespace ergo::comparison_command_test
