#include "core/settings/preset.h"
#include "core/settings/share_string.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/backend/cpu_backend.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/png.h"
#include "core/config/default_steps.h"
#include "core/run/session.h"
#include "core/settings/preset_edit.h"
#include "core/settings/provenance.h"

namespace ergo::preset_test {
namespace {

BackendFactory cpu() {
  return [](BackendKind) { return std::make_unique<CpuBackend>(); };
}

std::string with(const std::string& members) { return "{\"version\": 2, \"title\": \"t\"" + members + "}"; }

/// The Error of a preset that must be refused.
std::string refusal(const std::string& json) {
  try {
    parse_preset(json, "bad.json");
  } catch (const Error& e) {
    EXPECT_EQ(e.blame, Blame::user);
    EXPECT_NE(std::string(e.what()).find("bad.json"), std::string::npos) << e.what();
    return e.what();
  }
  return "accepted: " + json.substr(0, 200);
}

void expect_refusal(const std::string& json, std::initializer_list<const char*> words) {
  const std::string message = refusal(json);
  for (const char* word : words)
    EXPECT_NE(message.find(word), std::string::npos) << word << " not in: " << message;
}

TEST(Preset, AllLoadRunAndComeBack) {
  const auto names = preset_names();
  ASSERT_GE(names.size(), 6u);
  EXPECT_EQ(names.front(), "welcome");
  for (const auto& name : names) {
    SCOPED_TRACE(name);
    const Preset preset = load_preset(name);
    EXPECT_FALSE(preset.title.empty());
    EXPECT_GT(preset.story.size(), 40u);
    RunConfig few = preset.config;
    few.chains = std::min<std::uint64_t>(few.chains, 200);
    Session session(few, cpu(), preset.journal);
    session.advance(50);
    EXPECT_EQ(session.step(), 50u);
    EXPECT_EQ(session.read().diverged_count(), 0u);
    EXPECT_FALSE(preset.group.empty());

    const Preset again = parse_preset(preset_text(preset), name);
    EXPECT_EQ(again.config, preset.config);
    EXPECT_EQ(again.journal, preset.journal);
    EXPECT_EQ(again.view, preset.view);
    EXPECT_EQ(again.plots, preset.plots);
    EXPECT_EQ(again.title + again.story + again.group, preset.title + preset.story + preset.group);
  }
}

TEST(Preset, NamesComeGroupByGroup) {
  std::vector<std::string> groups;
  for (const auto& name : preset_names()) {
    const std::string group = load_preset(name).group;
    if (groups.empty() || groups.back() != group) groups.push_back(group);
  }
  EXPECT_EQ(groups, preset_groups());
}

TEST(Preset, OrderOfKeysDoesNotMatter) {
  const Preset a = parse_preset(
      with(
          R"(, "run": {"sampler.sd": 0.7, "target.sd": "0.2", "sampler": "rwm", "target": "rings", "seed": "18446744073709551615"})"),
      "a");
  EXPECT_EQ(a.config.target.id, "rings");
  EXPECT_EQ(parameter(a.config.target, target_unit("rings").descriptor, "sd"), 0.2);
  EXPECT_EQ(parameter(a.config.sampler, sampler_unit("rwm").descriptor, "sd"), 0.7);
  EXPECT_EQ(a.config.seed, UINT64_MAX);
  EXPECT_EQ(parse_preset(preset_text(a), "b").config, a.config);
}

TEST(Preset, JournalReplays) {
  const Preset preset = parse_preset(
      with(
          R"(, "run": {"chains": 10}, "journal": [{"step": 3, "set": {"sampler.step_size": 0.2, "sampler": "mala"}},
              {"step": 5, "set": {"target": "banana"}}])"),
      "j");
  ASSERT_EQ(preset.journal.size(), 3u);
  EXPECT_EQ(preset.journal[0].assignment, (Assignment{"sampler", "mala"}));
  Session session(preset.config, cpu(), preset.journal);
  session.advance(6);
  EXPECT_EQ(session.config().target.id, "banana");
  EXPECT_EQ(parameter(session.config().sampler, session.sampler_descriptor(), "step_size"), 0.2);
  const auto meta = nlohmann::json::parse(provenance(session, {{"note", "n"}}));
  EXPECT_EQ(meta.at("steps"), 6);
  EXPECT_EQ(meta.at("note"), "n");
  EXPECT_EQ(meta.at("run").at("chains"), 10);
  nlohmann::json replay = {
      {"version", 1}, {"title", "again"}, {"run", meta.at("run")}, {"journal", meta.at("journal")}};
  const Preset again = parse_preset(replay.dump(), "meta");
  EXPECT_EQ(again.config, preset.config);
  EXPECT_EQ(again.journal, preset.journal);
}

// Within a set the kind comes first whatever the order; sets, and what a run writes, keep theirs.
TEST(Preset, NoiseIsReadAsASet) {
  const Preset preset = parse_preset(
      with(R"(, "run": {"gradient_noise.sigma": 3, "gradient_noise.kind": "gaussian", "chains": 10})"), "n");
  EXPECT_EQ(gradient_noise_sd(preset.config), 3);
  Session session(preset.config, cpu());
  session.advance(2);
  for (const Assignment& a : std::vector<Assignment>{{"gradient_noise.sigma", "2"},
                                                     {"gradient_noise.B", "1"},
                                                     {"gradient_noise.kind", "none"},
                                                     {"gradient_noise.kind", "heavy_tailed"},
                                                     {"gradient_noise.sigma", "4"},
                                                     {"gradient_noise.kind", "none"}})
    session.assign(a);
  Preset written = preset;
  written.journal = session.journal();
  const Preset again = parse_preset(preset_text(written), "again");
  EXPECT_EQ(again.journal, session.journal());
  EXPECT_EQ(gradient_noise_sd(again.config), 3);
  expect_refusal(with(R"(, "run": {"gradient_noise.sigma": 3})"), {"gradient_noise.sigma", "3", "gaussian"});
  expect_refusal(
      with(
          R"(, "run": {"target": "gaussian_mean", "gradient_noise.kind": "minibatch", "gradient_noise.B": 2})"),
      {"gradient_noise.B", "minibatch", "2", "heavy_tailed"});
  expect_refusal(with(R"(, "journal": [{"step": 3, "set": {"gradient_noise.B": 2}}])"),
                 {"entry 1", "gradient_noise.B", "2", "gaussian"});
}

TEST(Preset, AComparisonSharesAllButTheSampler) {
  const std::string text = with(
      R"(, "run": {"target": "banana", "chains": 7}, "view": {"pace": "steps", "camera": {"centre": [1, 2], "height": 0.3}},
      "step": 9,
      "sessions": [{"run": {"sampler": "mala", "sampler.step_size": 0.2}},
                   {"run": {"sampler": "esh"}, "journal": [{"step": 4, "set": {"sampler.step_size": 0.3}}]}])");
  const Preset preset = parse_preset(text, "c");
  ASSERT_EQ(preset.beside.size(), 1u);
  EXPECT_EQ(preset.config.sampler.id, "mala");
  EXPECT_EQ(preset.beside[0].config.sampler.id, "esh");
  RunConfig other = preset.beside[0].config;
  other.sampler = preset.config.sampler;
  EXPECT_EQ(other, preset.config);
  EXPECT_EQ(preset.beside[0].journal.size(), 1u);
  const Preset again = parse_preset(preset_text(preset), "again");
  EXPECT_EQ(again.config, preset.config);
  EXPECT_EQ(again.beside, preset.beside);
  EXPECT_EQ(again.view, preset.view);
  EXPECT_EQ(again.step, 9u);
}

TEST(Preset, BadComparisonsAreRefused) {
  expect_refusal(with(R"(, "sessions": {})"), {"sessions", "2 to 6"});
  expect_refusal(with(R"(, "sessions": [{"run": {}}])"), {"sessions", "2 to 6"});
  expect_refusal(with(R"(, "sessions": [{"run": {}}, {"rum": {}}])"), {"session 1", "did you mean 'run'"});
  expect_refusal(with(R"(, "sessions": [{"run": {}}, {"run": {"target": "banana"}}])"),
                 {"session 1", "target", "gradient_noise.kind"});
  expect_refusal(with(R"(, "sessions": [{"run": {}}, {"run": {"sampler": "ul"}}])"), {"session 1", "ula"});
  expect_refusal(with(R"(, "journal": [], "sessions": [{"run": {}}, {"run": {}}])"),
                 {"journal in each session"});
  expect_refusal(with(R"(, "view": {"pace": "time"})"), {"pace", "gradients"});
}

/// A run with this sampler from the first step, and one that comes to it on its way.
std::vector<Preset> with_sampler(int version, const Descriptor& sampler, const std::string& target) {
  const std::string head = R"({"version": )" + std::to_string(version) +
                           R"(, "title": "t", "run": {"target": ")" + target + "\"",
                    chosen = R"("sampler": ")" + sampler.id + "\"}";
  return {parse_preset(head + ", " + chosen + "}", "begun"),
          parse_preset(head + R"(}, "journal": [{"step": 2, "set": {)" + chosen + "}]}", "changed")};
}

// The step sizes of files of version 1 do not depend on the target.
TEST(Preset, FilesOfVersionOneKeepItsDefaults) {
  for (const auto& [target, sampler] : kernel_pairs()) {
    const Descriptor& d = sampler.descriptor;
    for (const int version : {1, 2})
      for (const Preset& preset : with_sampler(version, d, target.descriptor.id)) {
        RunConfig config = preset.config;
        for (const JournalEntry& entry : preset.journal) apply(config, entry.assignment);
        EXPECT_EQ(config.sampler.values, version == 1
                                             ? initial_values(d.parameters)
                                             : default_values(d, defaults(target.descriptor), Defaults::by_target))
            << d.id << " on " << target.descriptor.id << ", version " << version;
        EXPECT_EQ(parse_preset(preset_text(preset), "again").config, preset.config);
      }
  }
}

TEST(Preset, BadOnesAreRefused) {
  expect_refusal("", {"line 1, column 1", "not JSON"});
  expect_refusal("{\n \"version\": 1,\n \"title\": \"t\"", {"line 3", "not JSON"});
  expect_refusal("{\n \"version\": 1,\n \"title\" 7}", {"line 3, column 10"});
  expect_refusal("[]", {"not an object"});
  expect_refusal(R"({"title": "t"})", {"missing key", "version"});
  expect_refusal(R"({"version": 3, "title": "t"})", {"version", "3", "1 to 2"});
  expect_refusal(R"({"version": "1", "title": "t"})", {"version", "\"1\"", "legal: whole numbers 1 to 2"});
  expect_refusal(R"({"version": 1, "title": 3})", {"title", "a text"});
  expect_refusal(R"({"version": 1})", {"missing key", "title"});
  expect_refusal(with(R"(, "strory": "s")"), {"strory", "did you mean 'story'"});
  expect_refusal(with(R"(, "title": "u")"), {"stands twice", "title"});
  expect_refusal(with(R"(, "group": "Failure")"), {"group", "did you mean 'Failures'"});
  expect_refusal(with(R"(, "group": 7)"), {"group", "a text"});
  expect_refusal(with(R"(, "plots": "mmd2")"), {"plots", "not a list"});
  expect_refusal(with(R"(, "plots": ["mmd3"])"), {"plots", "did you mean 'mmd2'"});
  expect_refusal(with(R"(, "plots": ["xi"], "run": {"sampler": "ula"})"), {"plots", "xi"});
  expect_refusal(with(R"(, "run": [])"), {"run", "not an object"});
  expect_refusal(with(R"(, "run": {"target": "rign8"})"), {"rign8", "ring8", "run, target"});
  expect_refusal(with(R"(, "run": {"target": null})"), {"null", "a number, a text"});
  expect_refusal(with(R"(, "run": {"target": {}})"), {"{}", "a number, a text"});
  expect_refusal(with(R"(, "run": {"sampler.stepsize": 1})"), {"sampler.stepsize", "sampler.step_size"});
  expect_refusal(with(R"(, "run": {"sampler.step_size": NaN})"), {"not JSON", "column"});
  expect_refusal(with(R"(, "run": {"sampler.step_size": "nan"})"), {"nan", "1e-06 to 100"});
  expect_refusal(with(R"(, "run": {"sampler.step_size": -1})"), {"-1", "1e-06 to 100"});
  expect_refusal(with(R"(, "run": {"sampler.step_size": 1e999})"), {"not JSON"});
  expect_refusal(with(R"(, "run": {"sampler.step_size": true})"), {"on", "1e-06 to 100"});
  expect_refusal(with(R"(, "run": {"chains": 0})"), {"chains", "0"});
  expect_refusal(with(R"(, "run": {"chains": 1000000000})"), {"1000000000", "10000000"});
  expect_refusal(with(R"(, "run": {"backend": "cuda"})"), {"cuda", "auto, gpu, simd, cpu"});
  expect_refusal(with(R"(, "journal": {})"), {"journal", "not a list"});
  expect_refusal(with(R"(, "journal": [{"step": -1, "set": {}}])"), {"journal, entry 1", "step", "-1"});
  expect_refusal(with(R"(, "journal": [{"step": 1.5, "set": {}}])"), {"1.5"});
  expect_refusal(with(R"(, "journal": [{"step": 1}])"), {"missing key", "set"});
  expect_refusal(with(R"(, "journal": [{"step": 1, "goes_on": true, "set": {"sampler.step_size": 0.2}}])"),
                 {"entry 1", "goes_on"});
  expect_refusal(with(R"(, "journal": [{"step": 5, "set": {}}, {"step": 4, "set": {}}])"), {"in order"});
  expect_refusal(with(R"(, "journal": [{"step": 5, "set": {"chains": 3}}])"), {"chains", "during a run"});
  expect_refusal(with(R"(, "journal": [{"step": 5, "set": {"sampler.x": 3}}])"),
                 {"journal, entry 1", "sampler.x"});
  expect_refusal(with(R"(, "view": {"colour": "energy"})"), {"view", "did you mean 'colour_by'"});
  expect_refusal(with(R"(, "view": {"colour_by": "energie"})"), {"did you mean 'energy'"});
  expect_refusal(with(R"(, "view": {"show": "diference"})"), {"did you mean 'difference'"});
  expect_refusal(with(R"(, "view": {"trails": 1})"), {"trails", "true or false"});
  expect_refusal(with(R"(, "view": {"camera": "far"})"), {"view, camera", "far", "fit"});
  expect_refusal(with(R"(, "view": {"camera": {"centre": [0, 0], "height": -1}})"), {"height", "-1"});
  expect_refusal(with(R"(, "view": {"steps_per_frame": 0})"), {"steps_per_frame", "1 to 10000"});
  expect_refusal(with(R"(, "view": {"point_size": "big"})"), {"point_size", "0.5 to 20"});
  expect_refusal("{\"version\": 1, \"title\": \"\xff\"}", {"not JSON"});
}

TEST(Preset, BombsAndTruncationsAreRefused) {
  expect_refusal(std::string(1000000, '['), {"nested too deep"});
  expect_refusal(with(", \"run\": " + std::string(100000, '[')), {"nested too deep"});
  std::string many;
  for (int key = 0; key < 700'000; ++key) many += (key > 0 ? ",\"" : "\"") + std::to_string(key) + "\":0";
  expect_refusal(with(", \"run\": {" + many + "}"), {"too many keys", "at most 1000"});
  expect_refusal(with(", \"" + std::string(1'000'000, 'x') + "\": 1"), {"unknown key"});
  const std::string whole = embedded_presets().at("default.json");
  const std::size_t end = whole.rfind('}');
  for (std::size_t length = 0; length <= end; ++length)
    EXPECT_THROW(parse_preset(whole.substr(0, length), "cut"), Error) << length;
}

TEST(Preset, FoundByNameOrPath) {
  EXPECT_EQ(load_preset("default").config.start.id, "mode");
  try {
    load_preset("defualt");
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean 'default'"), std::string::npos) << e.what();
  }
  EXPECT_THROW(load_preset("no/such/file.json"), Error);
  EXPECT_THROW(load_preset("/"), Error);
  const auto path =
      std::filesystem::temp_directory_path() / ("ergo-preset-" + std::to_string(::getpid()) + ".json");
  write_file(path.string(), with(R"(, "run": {"chains": 12})"));
  EXPECT_EQ(load_preset(path.string()).config.chains, 12u);
  std::filesystem::remove(path);
}

TEST(Png, KeepsPixelsAndTexts) {
  const auto path = std::filesystem::temp_directory_path() / ("ergo-" + std::to_string(::getpid()) + ".png");
  std::vector<std::uint8_t> rgba(4 * 3 * 2);
  for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = static_cast<std::uint8_t>(10 * i);
  write_png(path.string(), 3, 2, rgba, {{"Title", "ε = 0.1"}});
  const std::string bytes = read_file(path.string(), 10000);
  std::filesystem::remove(path);
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_NE(bytes.find("iTXtTitle"), std::string::npos);
  EXPECT_NE(bytes.find("ε = 0.1"), std::string::npos);
  EXPECT_THROW(write_png(path.string(), 0, 2, {}, {}), Error);
  EXPECT_THROW(write_png("/no/such/folder/a.png", 3, 2, rgba, {}), Error);
}

TEST(Preset, WordsSetItsView) {
  Preset preset = load_preset("default");
  assign(preset, {{"view.trails", "off"}, {"chains", "20"}, {"view.point_size", "3"}, {"view.graph", "run"}});
  EXPECT_EQ(preset.config.chains, 20u);
  EXPECT_EQ(preset.view.trails, false);
  EXPECT_EQ(preset.view.point_size, 3);
  EXPECT_EQ(parse_preset(preset_text(preset), "again").view, preset.view);
  assign(preset, {{"view.graph", "off"}});
  EXPECT_FALSE(preset.view.graph);
  const Preset before = preset;
  EXPECT_THROW(assign(preset, {{"view.point_size", "4"}, {"chains", "0"}}), Error);
  EXPECT_THROW(assign(preset, {{"chains", "30"}, {"view.point_size", "x"}}), Error);
  EXPECT_EQ(preset_text(preset), preset_text(before));
}

// Names from before 1.0.0.
TEST(Preset, OldNamesOfWhatALatticeShowsAreRead) {
  for (const auto& [old, name] :
       {std::pair{"law", "target"}, {"swarm", "histogram"}, {"infinite", "expected"}}) {
    EXPECT_EQ(parse_preset(with(R"(, "view": {"show": ")" + std::string(old) + "\"}"), "old").view.show, name);
    Preset preset;
    assign(preset, {{"view.show", old}});
    EXPECT_EQ(preset.view.show, name);
    EXPECT_NE(preset_text(preset).find(name), std::string::npos);
  }
}

TEST(Preset, KeepsItsBookmarks) {
  Preset preset = load_preset("default");
  preset.bookmarks = {0, 12.5, 400};
  EXPECT_EQ(parse_preset(preset_text(preset), "again").bookmarks, preset.bookmarks);
  const auto run = nlohmann::json::parse(preset_text(preset))["run"];
  for (const Assignment& value : assignments_of(preset.config))
    EXPECT_TRUE(run.contains(value.path)) << value.path;
  EXPECT_LT(preset_text(preset, -1).size(), preset_text(preset).size());
  for (const char* bad : {"7", "[-1]", "[\"a\"]", "{}"})
    EXPECT_THROW(
        parse_preset(std::string("{\"version\": 1, \"title\": \"t\", \"bookmarks\": ") + bad + "}", "bad"),
        Error)
        << bad;
}

TEST(Preset, KeepsThatItIsPaused) {
  Preset preset = load_preset("default");
  for (const bool paused : {false, true}) {
    preset.paused = paused;
    EXPECT_EQ(parse_preset(preset_text(preset), "again").paused, paused);
    EXPECT_EQ(parse_share_string(share_string(preset)).paused, paused);
  }
  EXPECT_THROW(parse_preset(R"({"version": 1, "title": "t", "paused": 1})", "bad"), Error);
}

}  // namespace
}  // namespace ergo::preset_test
