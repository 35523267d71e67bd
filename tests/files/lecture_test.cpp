// Reading lecture files; errors name the place of a mistake.
#include "core/settings/lecture.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/settings/preset_edit.h"

namespace ergo::lecture_test {
namespace {

const std::string opening = R"({"title": "one", "caption": "c", "preset": "default"})";

std::string with_cues(const std::string& cues) {
  return R"({"version": 2, "title": "t", "cues": [)" + cues + "]}";
}
/// A lecture whose second cue has these members.
std::string second(const std::string& members) {
  return with_cues(opening + R"(, {"title": "two", "caption": "c", )" + members + "}");
}

void expect_refusal(const std::string& json, std::initializer_list<const char*> words) {
  try {
    parse_lecture(json, "bad.json");
    ADD_FAILURE() << "accepted: " << json;
  } catch (const Error& e) {
    const std::string message = e.what();
    EXPECT_EQ(e.blame, Blame::user);
    EXPECT_NE(message.find("bad.json"), std::string::npos) << message;
    for (const char* word : words)
      EXPECT_NE(message.find(word), std::string::npos) << word << " not in: " << message;
  }
}

TEST(Lecture, AllThatACueCanSay) {
  const Lecture lecture = parse_lecture(
      second(
          R"("notes": "n", "preset": "dula-bias", "set": {"sampler.alpha": 8, "sampler": "dmala"}, "steps": 30,
          "running": false, "show": ["plots", "microscope"], "plots": ["site_tv", "acceptance_rate"],
          "camera": {"centre": [3, 4.5], "height": 2}, "view": {"show": "swarm", "steps_per_frame": 3})"),
      "t");
  ASSERT_EQ(lecture.cues.size(), 2u);
  const Cue& first = lecture.cues[0];
  EXPECT_TRUE(first.running);
  EXPECT_FALSE(first.steps || first.show || first.plots || first.view.camera);
  const Cue& cue = lecture.cues[1];
  EXPECT_EQ(cue.title + cue.caption + cue.notes + cue.preset, "twocndula-bias");
  EXPECT_EQ(cue.set, (std::vector<Assignment>{{"sampler", "dmala"}, {"sampler.alpha", "8"}}));
  EXPECT_EQ(cue.steps, 30u);
  EXPECT_FALSE(cue.running);
  EXPECT_EQ(cue.show, (std::vector<std::string>{"plots", "microscope"}));
  EXPECT_EQ(cue.plots, (std::vector<std::string>{"site_tv", "acceptance_rate"}));
  EXPECT_EQ(cue.view.camera, (PresetCamera{3, 4.5, 2}));
  EXPECT_EQ(cue.view.show, "histogram") << "the present name";
  EXPECT_EQ(cue.view.steps_per_frame, 3);
}

TEST(Lecture, OpensAtTheLastPresetBeforeACue) {
  const std::string onward = R"({"title": "t", "caption": "c"})";
  const Lecture lecture =
      parse_lecture(with_cues(opening + "," + onward + "," + opening + "," + onward), "t");
  for (const auto& [cue, opens] : {std::pair{0u, 0u}, {1u, 0u}, {2u, 2u}, {3u, 2u}})
    EXPECT_EQ(opening_cue(lecture, cue), opens);
}

TEST(Lecture, ACueSetsChainsAndStartOfOneRunOrOfAll) {
  const Lecture lecture = parse_lecture(
      with_cues(R"({"title": "t", "caption": "c", "preset": "esh-14-compare", "set": {"chains": 50,
                    "sessions.1.chains": 7, "start": "normal", "sessions.2.start.sd": 3, "sessions.3.gradient_noise.kind": "gaussian"}})"),
      "t");
  const auto runs = runs_of(preset_at(lecture, 0));
  for (const std::size_t run : {0, 2, 3}) EXPECT_EQ(runs[run].config.chains, 50u);
  EXPECT_EQ(runs[1].config.chains, 7u);
  EXPECT_EQ(runs[2].config.start.values.back(), 3);
  EXPECT_NE(runs[1].config.start.values.back(), 3);
  for (const std::size_t run : {0, 1, 2, 3})
    EXPECT_EQ(gradient_noise_of(runs[run].config).kind, run == 3 ? NoiseKind::gaussian : NoiseKind::none);
}

TEST(Lecture, MistakesOfTheFileAreNamed) {
  expect_refusal("", {"not JSON", "line 1"});
  expect_refusal("[]", {"not an object"});
  expect_refusal(R"({"version": 1, "title": "t"})", {"missing key", "cues"});
  expect_refusal(R"({"version": 3, "title": "t", "cues": []})", {"version", "3"});
  expect_refusal(R"({"version": 2, "title": "t", "cues": []})", {"cues", "at least one"});
  expect_refusal(R"({"version": 2, "title": "t", "cues": {}})", {"cues", "a list"});
  expect_refusal(R"({"version": 1, "title": "t", "cuse": []})", {"cuse", "did you mean 'cues'"});
  expect_refusal(R"({"version": 1, "title": 1, "cues": []})", {"title", "a text"});
  expect_refusal(with_cues("7"), {"cue 1", "not an object"});
  expect_refusal(with_cues(R"({"title": "t", "caption": "c"})"), {"cue 1", "opens no preset"});
}

TEST(Lecture, MistakesOfACueAreNamed) {
  expect_refusal(second(R"("captoin": "c")"), {"cue 2", "captoin", "did you mean 'caption'"});
  expect_refusal(with_cues(R"({"title": "t", "preset": "default"})"), {"cue 1", "missing key", "caption"});
  expect_refusal(second(R"("notes": 3)"), {"cue 2", "notes", "a text"});
  expect_refusal(second(R"("preset": "defualt")"), {"cue 2", "defualt", "did you mean 'default'"});
  expect_refusal(second(R"("set": [])"), {"cue 2, set", "not an object"});
  expect_refusal(second(R"("set": {"sampler.stepsize": 1})"), {"cue 2, set", "sampler.step_size"});
  expect_refusal(second(R"("set": {"sampler.step_size": -1})"),
                 {"cue 2, set, sampler.step_size", "1e-06 to 100"});
  expect_refusal(second(R"("set": {"sessions.1.sampler": "esh"})"),
                 {"cue 2, set", "no such session", "sessions.0"});
  expect_refusal(second(R"("set": {"sessions.0": "esh"})"), {"cue 2, set", "no such session"});
  expect_refusal(second(R"("set": {"sessions.0.target": "banana"})"), {"cue 2, set", "share this"});
  expect_refusal(second(R"("steps": -3)"), {"cue 2", "steps", "-3", "whole number"});
  expect_refusal(second(R"("steps": 1e3)"), {"cue 2", "steps", "1000.0"});
  expect_refusal(second(R"("steps": 999999999999)"), {"cue 2", "steps", "100000000"});
  expect_refusal(second(R"("running": "yes")"), {"cue 2", "running", "true or false"});
  expect_refusal(second(R"("show": "plots")"), {"cue 2, show", "not a list"});
  expect_refusal(second(R"("show": ["plot"])"), {"cue 2, show", "plot", "did you mean 'plots'"});
  expect_refusal(second(R"("show": [1])"), {"cue 2, show", "not a text"});
  expect_refusal(second(R"("plots": ["mdm2"])"), {"cue 2, plots", "mdm2", "did you mean 'mmd2'"});
  expect_refusal(second(R"("camera": "far")"), {"cue 2, camera", "far", "fit"});
  expect_refusal(second(R"("camera": {"centre": [0, 0]})"), {"cue 2, camera", "missing key", "height"});
  expect_refusal(second(R"("camera": {"centre": [0], "height": 1})"), {"cue 2, camera", "centre", "[x, y]"});
  expect_refusal(second(R"("camera": {"center": [0, 0], "height": 1})"),
                 {"cue 2, camera", "did you mean 'centre'"});
  expect_refusal(second(R"("camera": {"centre": [0, 0], "height": 0})"),
                 {"cue 2, camera", "height", "1e-09"});
  expect_refusal(second(R"("view": {"colour_by": "heat"})"), {"cue 2, view", "colour_by", "heat"});
}

// A cue that would fail where it is reached fails when the file is read.
TEST(Lecture, CuesAreCheckedAgainstTheStateThatEarlierCuesProduce) {
  const std::string walk = R"({"title": "t", "caption": "c", "set": {"sampler": "rwm"}})";
  const std::string size = R"({"title": "t", "caption": "c", "set": {"sampler.step_size": 0.2}})";
  EXPECT_EQ(parse_lecture(with_cues(opening + "," + size + "," + walk), "t").cues.size(), 3u);
  expect_refusal(with_cues(opening + "," + walk + "," + size),
                 {"cue 3, set", "sampler.step_size", "sampler.sd"});
  const std::string plot = R"({"title": "t", "caption": "c", "plots": ["hamiltonian_error"]})";
  EXPECT_EQ(parse_lecture(with_cues(opening + "," + plot), "t").cues.size(), 2u);
  expect_refusal(with_cues(opening + "," + walk + "," + plot), {"cue 3, plots", "hamiltonian_error"});
  expect_refusal(second(R"("set": {"sampler": "dula"})"), {"cue 2, set", "not a sampler for the plane"});
}

TEST(Lecture, TruncationsAreRefused) {
  const std::string whole = second(R"("set": {"sampler.step_size": 0.2})");
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THROW(parse_lecture(whole.substr(0, length), "cut"), Error) << length;
}

TEST(Lecture, FoundByNameOrPath) {
  ASSERT_FALSE(lecture_names().empty());
  for (const auto& name : lecture_names()) EXPECT_FALSE(load_lecture(name).title.empty()) << name;
  EXPECT_THROW(load_lecture("no such lecture"), Error);
  EXPECT_THROW(load_lecture("no/such/file.json"), Error);
  const auto path =
      std::filesystem::temp_directory_path() / ("ergo-lecture-" + std::to_string(::getpid()) + ".json");
  write_file(path.string(), with_cues(opening));
  EXPECT_EQ(load_lecture(path.string()).cues.size(), 1u);
  std::filesystem::remove(path);
}

TEST(Lecture, BuiltInOnesAreNoPresets) {
  for (const auto& name : preset_names())
    for (const auto& lecture : lecture_names()) EXPECT_NE(name, lecture);
}

}  // namespace
}  // namespace ergo::lecture_test
