// Files and messages of `ergo run`, apart from the draws.
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

#include "core/base/atomic_file.h"
#include "core/npz/npz.h"
#include "core/settings/preset.h"
#include "tests/command/command_fixture.h"
#include "tests/machine_fixture.h"

namespace ergo::run_command_test {
namespace {

using RunCommand = CommandTest;

// The limit on a file's size stands for a full disk.
TEST_F(RunCommand, AFolderThatCannotBeFilledIsNotLeftBehind) {
  const std::string command = "run chains=10 backend=cpu --steps 1 --out ", full = "(ulimit -f 0;";
  EXPECT_EQ(ergo(command + "new/)", full), 3) << output_;
  EXPECT_EQ(ergo(command + "a/b/c/)", full), 3) << output_;
  EXPECT_TRUE(fs::is_empty(folder_)) << fs::directory_iterator(folder_)->path();
  fs::create_directory(folder_ / "old");
  EXPECT_EQ(ergo(command + "old)", full), 3) << output_;
  EXPECT_TRUE(fs::exists(folder_ / "old")) << "it was there before";
  EXPECT_EQ(ergo(command + "a/b/c/"), 0) << output_;
  for (const char* name : {"trajectory.npz", "metrics.csv", "preset.json"})
    EXPECT_TRUE(fs::exists(folder_ / "a/b/c" / name)) << name;
}

TEST_F(RunCommand, QuietSaysNothingOfARunThatWorks) {
  const std::string command =
      "run sampler=ula sampler.step_size=100 target=gaussian chains=7 backend=cpu --steps 500 --every 500 "
      "--out a.npz";
  EXPECT_EQ(ergo(command), 0);
  EXPECT_NE(output_.find("7 of 7 chains diverged"), std::string::npos) << output_;
  EXPECT_EQ(ergo(command + " --quiet"), 0);
  EXPECT_EQ(output_, "");
  for (const double step : read_npz(file("a.npz")).arrays.at("diverged").to_double())
    EXPECT_GT(step, 0) << "the file tells";
  EXPECT_EQ(ergo(command + " --quiet --draws nosuch"), 2);
  EXPECT_NE(output_.find("nosuch"), std::string::npos) << "errors are told";
}

// Also where no file could hold the run, whose sampler changes on the way; a picture of it has the same.
TEST_F(RunCommand, StepsAloneTellTheStateTheyLeadTo) {
  write_file(file("changed.json"),
             R"({"version": 1, "title": "Changed", "run": {"sampler": "mala", "backend": "cpu", "chains": 20},
      "journal": [{"step": 4, "set": {"sampler": "nuts"}}]})");
  ASSERT_EQ(ergo("run changed.json --steps 9"), 0) << output_;
  const std::string told = output_.substr(output_.rfind("state ") + 6, 16);
  ASSERT_EQ(told.find_first_not_of("0123456789abcdef"), std::string::npos) << output_;
  const Preset preset = load_preset(file("changed.json"));
  Session session(preset.config, test_factory(), preset.journal);
  session.advance(9);
  EXPECT_EQ(told, session.state_hash());
  ASSERT_EQ(ergo("render changed.json --steps 9 --size 320x240 --quiet --out p.svg"), 0) << output_;
  EXPECT_NE(read_file(file("p.svg"), 1 << 26).find(told), std::string::npos);
}

TEST_F(RunCommand, TheFileSaysWhatHasNoWeight) {
  for (const auto& [sampler, channel, reservoir] :
       {std::tuple{"esh", "log_weight", true}, {"mala", "acceptance_rate", false}}) {
    ASSERT_EQ(ergo(std::string("run chains=3 backend=cpu --steps 2 --out a.npz sampler=") + sampler), 0);
    const Npz npz = read_npz(file("a.npz"));
    const auto values = npz.arrays.at(channel).to_double();
    EXPECT_TRUE(std::isnan(values.at(0)) && std::isfinite(values.at(1))) << sampler;
    const auto meta = nlohmann::json::parse(npz.texts.at("meta.json"));
    EXPECT_NE(meta.at("draw_0").get<std::string>().find(channel), std::string::npos) << meta.at("draw_0");
    const auto draws = meta.at("draws").get<std::string>();
    EXPECT_EQ(draws.find("from draw 1 on") != std::string::npos, reservoir) << draws;
    EXPECT_EQ(npz.arrays.contains("reservoir"), reservoir);
    EXPECT_EQ(draws.find("reservoir") != std::string::npos, reservoir) << draws;
  }
}

TEST_F(RunCommand, SaysAtItsEndHowItWent) {
  const std::string saturated =
      "run target=gaussian sampler=nuts sampler.step_size=0.001 sampler.max_depth=3 chains=50 backend=cpu "
      "--steps 60";
  for (const char* outputs :
       {"", " --out a.npz", " --out a.npz --metrics m.csv --every 7", " --metrics m.csv --every 60"}) {
    ASSERT_EQ(ergo(saturated + outputs), 0) << output_;
    EXPECT_NE(output_.find("ergo: 100 % of the observed trajectories reached the limit"), std::string::npos)
        << outputs << output_;
  }
  const auto meta = nlohmann::json::parse(read_npz(file("a.npz")).texts.at("meta.json"));
  EXPECT_NE(meta["remarks"].get<std::string>().find("sampler.max_depth"), std::string::npos);
  ASSERT_EQ(ergo("run target=gaussian start=exact sampler=mala sampler.step_size=1.2 chains=200 backend=cpu "
                 "--steps 3000 --every 100 --out b.npz"),
            0);
  EXPECT_EQ(output_.find("ergo: "), std::string::npos) << output_;
  EXPECT_FALSE(nlohmann::json::parse(read_npz(file("b.npz")).texts.at("meta.json")).contains("remarks"));
}

}  // namespace
}  // namespace ergo::run_command_test
