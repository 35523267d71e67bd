// Output of `ergo list` and `ergo describe` as text and as JSON.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/settings/lecture.h"
#include "core/settings/preset.h"
#include "core/settings/share_string.h"
#include "core/unit/registry.h"
#include "tests/command/command_fixture.h"
#include "tests/sample.h"

namespace ergo::list_command_test {
namespace {

struct Result {
  int code;
  std::string output;
};

class ListCommand : public CommandTest {
 protected:
  Result run(const std::string& arguments) {
    const int code = ergo(arguments);
    return {code, output_};
  }
};

TEST_F(ListCommand, ListsEveryUnitAsJson) {
  for (const auto& [what, count] : {std::pair{"targets", targets().size()},
                                    {"samplers", samplers().size()},
                                    {"starts", starts().size()}}) {
    const Result result = run(std::string("list ") + what + " --json");
    ASSERT_EQ(result.code, 0) << result.output;
    const auto list = nlohmann::json::parse(result.output);
    EXPECT_EQ(list.size(), count);
    for (const auto& item : list)
      for (const char* key : {"id", "title", "space", "doc", "parameters"})
        EXPECT_TRUE(item.contains(key)) << key;
  }
  for (const auto& [id, gradients, single_sites] : {std::tuple{"gibbs_sites", 0, 1}, {"pas", 3, 0}}) {
    const auto sampler = nlohmann::json::parse(run(std::string("describe --json ") + id).output);
    EXPECT_EQ(sampler["gradients_per_step"], gradients);
    EXPECT_EQ(sampler["single_sites_per_step"], single_sites);
  }
  const auto presets = nlohmann::json::parse(run("list presets --json").output);
  EXPECT_FALSE(presets.empty());
}

// CI takes every second one.
TEST_F(ListCommand, DescribesEveryUnit) {
  std::size_t item = 0;
  const auto check = [&](const auto& units) {
    for (const auto& unit : units) {
      if (!in_sample(item++, 2)) continue;
      const Result text = run("describe " + unit.descriptor.id);
      EXPECT_EQ(text.code, 0);
      EXPECT_NE(text.output.find(unit.descriptor.title), std::string::npos);
      for (const auto& p : unit.descriptor.parameters) EXPECT_NE(text.output.find(p.id), std::string::npos);
      EXPECT_EQ(nlohmann::json::parse(run("describe --json " + unit.descriptor.id).output)["id"],
                unit.descriptor.id);
    }
  };
  check(targets());
  check(samplers());
  check(starts());
}

TEST_F(ListCommand, DescribesATypedDensityWithItsErrors) {
  const Result text = run("describe 'formula: n = slider(3, 1, 9); E = (n+2)/2 log(1 + (x^2+y^2)/n)'");
  EXPECT_EQ(text.code, 0);
  for (const char* words : {"two dimensions", "log Z       1.83788 ± ", "mean        (0, 0) ± (", "variance    (2.99"})
    EXPECT_NE(text.output.find(words), std::string::npos) << words << "\n" << text.output;
  EXPECT_NE(run("describe 'formula: log(1 + x^2)'").output.find("mean        none: the tails are too heavy"),
            std::string::npos);
  const std::string strip = run("describe 'formula: x^2 + 0y'").output;
  EXPECT_NE(strip.find("no density"), std::string::npos);
  EXPECT_EQ(strip.find("log Z"), std::string::npos) << "there is none";
  const auto json = nlohmann::json::parse(run("describe --json 'formula: x^2/2'").output);
  EXPECT_LT(json["log_normaliser_error"], 1e-6);
  EXPECT_LT(json["variance_error"][0], 1e-5);
  const Result mistaken = run("describe 'formula: sinn(x)'");
  EXPECT_EQ(mistaken.code, 2);
  EXPECT_NE(mistaken.output.find("line 1, column 1"), std::string::npos) << mistaken.output;
}

TEST_F(ListCommand, DescribesTheNoiseOfGradients) {
  const Result text = run("describe gradient_noise");
  EXPECT_EQ(text.code, 0);
  const Descriptor& d = gradient_noise_descriptor();
  for (const Parameter& p : d.parameters) EXPECT_NE(text.output.find(p.doc), std::string::npos) << p.id;
  for (const std::string& kind : d.parameters[0].choices)
    EXPECT_NE(text.output.find(kind == "none" ? "default none" : kind + ":"), std::string::npos) << kind;
  for (const char* words : {"B = h σ_g²/2", "3 degrees of freedom", "used when kind is gaussian"})
    EXPECT_NE(text.output.find(words), std::string::npos) << words;
  EXPECT_EQ(nlohmann::json::parse(run("describe --json gradient_noise").output)["id"], "gradient_noise");
  for (const char* help : {"list --help", "describe --help", "run --help"})
    EXPECT_NE(run(help).output.find("gradient_noise"), std::string::npos) << help;
}

// A sampler says what its step consists of.
TEST_F(ListCommand, DescribesThePartsOfAStep) {
  for (const SamplerUnit& unit : samplers()) {
    const auto parts =
        nlohmann::json::parse(run("describe --json " + unit.descriptor.id).output)["parts_of_step"];
    EXPECT_GE(parts.size(), 2u) << unit.descriptor.id;
    const Result text = run("describe " + unit.descriptor.id);
    for (const auto& part : parts)
      for (const char* key : {"name", "formula"})
        EXPECT_NE(text.output.find(part[key].get<std::string>()), std::string::npos) << unit.descriptor.id;
  }
}

TEST_F(ListCommand, ListsAndDescribesEveryLecture) {
  const auto list = nlohmann::json::parse(run("list lectures --json").output);
  ASSERT_EQ(list.size(), lecture_names().size());
  for (const auto& item : list) {
    const std::string id = item["id"];
    const Lecture lecture = load_lecture(id);
    EXPECT_EQ(item["title"], lecture.title);
    ASSERT_EQ(item["cues"].size(), lecture.cues.size());
    EXPECT_EQ(nlohmann::json::parse(run("describe --json lectures/" + id).output), item);
    const Result text = run("describe lectures/" + id);
    for (const Cue& cue : lecture.cues)
      for (const std::string& words : {cue.title, cue.caption.substr(0, cue.caption.find('\n'))})
        EXPECT_NE(text.output.find(words), std::string::npos) << words;
    const std::string file = std::string(ERGO_SOURCE_DIR) + "/presets/lectures/" + id + ".json";
    const Result own = run("describe " + file);
    EXPECT_EQ(own.output.substr(own.output.find(": ")), text.output.substr(text.output.find(": ")));
  }
  EXPECT_NE(run("describe none.json").output.find("none.json"), std::string::npos);
  EXPECT_NE(run("describe thermostat").output.find("lecture thermostat"), std::string::npos);
  EXPECT_EQ(run("describe esh").output.find("sampler esh"), 0u) << "a unit goes before a lecture";
  EXPECT_NE(run("describe lectures/thermostats").output.find("did you mean 'lectures/thermostat'"),
            std::string::npos);
}

// CI takes every third one.
TEST_F(ListCommand, PresetsAreDescribedByTheirStories) {
  std::size_t number = 0;
  const auto list = nlohmann::json::parse(run("list presets --json").output);
  for (const auto& item : list) {
    if (!in_sample(number++, 3)) continue;
    const std::string id = item["id"];
    EXPECT_EQ(nlohmann::json::parse(run("describe --json " + id).output), item);
    const Result text = run("describe " + id);
    EXPECT_EQ(text.code, 0) << id;
    for (const char* part : {"title", "story"})
      EXPECT_NE(text.output.find(item[part].get<std::string>()), std::string::npos) << id << text.output;
    // The word for it tells the same run.
    const Result shared = run("describe " + share_string(load_preset(id)));
    const auto settings = [](const std::string& output) { return output.substr(output.find("```")); };
    EXPECT_EQ(settings(shared.output), settings(text.output)) << id;
  }
}

}  // namespace
}  // namespace ergo::list_command_test
