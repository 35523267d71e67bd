// Runs of a comparison that differ in start, gradient noise and number of chains.
#include <gtest/gtest.h>

#include <set>

#include "core/base/error.h"
#include "core/config/run_names.h"
#include "core/config/run_paths.h"
#include "core/run/comparison.h"
#include "core/settings/preset_edit.h"
#include "core/settings/share_string.h"
#include "tests/machine_fixture.h"

namespace ergo::own_conditions_test {
namespace {

Preset preset_of(const std::vector<Assignment>& assignments) {
  Preset preset;
  assign(preset, assignments);
  return preset;
}

std::vector<RunConfig> configs_of(const Preset& preset) {
  std::vector<RunConfig> all;
  for (const PresetSession& run : runs_of(preset)) all.push_back(run.config);
  return all;
}

std::vector<std::string> names_of(const Preset& preset) {
  const std::vector<RunConfig> runs = configs_of(preset);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < runs.size(); ++i) names.push_back(run_name(runs, i));
  return names;
}

/// A comparison for each start unit and for each kind of gradient noise, whose run 1 alone has it, with other values
/// than the defaults and other chains than run 0.
std::vector<Preset> all_conditions() {
  std::vector<Preset> all;
  const auto add = [&](std::vector<Assignment> edits) {
    edits.insert(edits.end(), {{"chains", "37"}, {"sessions.1.chains", "5"}});
    all.push_back(preset_of(edits));
  };
  for (const StartUnit& unit : starts()) {
    std::vector<Assignment> edits = {{"target", "ring8"},
                                     {"sessions.0.sampler", "mala"},
                                     {"sessions.1.sampler", "mala"},
                                     {"sessions.0.start", unit.descriptor.id == "uniform" ? "point" : "uniform"},
                                     {"sessions.1.start", unit.descriptor.id}};
    for (const Parameter& p : unit.descriptor.parameters)
      edits.push_back({"sessions.1.start." + p.id, value_text(p, p.initial + 1)});
    add(edits);
  }
  const Descriptor& noise = gradient_noise_descriptor();
  for (const std::string& kind : noise.parameters[0].choices)
    for (const std::string strength : {"sigma", "B"}) {
      std::vector<Assignment> edits = {{"target", "gaussian_mean"},
                                       {"sessions.0.sampler", "sgld"},
                                       {"sessions.1.sampler", "sgld"},
                                       {"gradient_noise.kind", kind == "gaussian" ? "heavy_tailed" : "gaussian"},
                                       {"sessions.1.gradient_noise.kind", kind}};
      RunConfig chosen;
      apply(chosen, {"target", "gaussian_mean"});
      apply(chosen, {"gradient_noise.kind", kind});
      const auto& used = noise.parameters[static_cast<std::size_t>(find_parameter(noise, strength))];
      if (is_used(used, noise.parameters, chosen.gradient_noise.values))
        edits.push_back({"sessions.1.gradient_noise." + strength, "0.7"});
      add(edits);
    }
  return all;
}

TEST(OwnConditions, EveryStartAndNoiseComesBackFromFilesAndShareStrings) {
  for (const Preset& preset : all_conditions()) {
    const auto runs = runs_of(preset);
    ASSERT_EQ(runs.size(), 2u);
    SCOPED_TRACE(run_name(configs_of(preset), 1));
    EXPECT_EQ(runs[0].config.chains, 37u);
    EXPECT_EQ(runs[1].config.chains, 5u);
    EXPECT_TRUE(runs[0].config.start != runs[1].config.start ||
                runs[0].config.gradient_noise != runs[1].config.gradient_noise);
    EXPECT_EQ(runs_of(parse_preset(preset_text(preset), "file")), runs);
    EXPECT_EQ(runs_of(parse_share_string(share_string(preset))), runs);
  }
}

// What a session has of its own in a file is all that is told of it there, so that it stands whatever the rest is.
TEST(OwnConditions, FilesTellForEachRunWhatTheyDifferIn) {
  const auto text = [](const std::vector<Assignment>& more) {
    std::vector<Assignment> edits = {{"sessions.0.sampler", "esh"}, {"sessions.1.sampler", "mala"}};
    edits.insert(edits.end(), more.begin(), more.end());
    return preset_text(preset_of(edits));
  };
  const auto count = [](const std::string& words, const std::string& word) {
    int found = 0;
    for (std::size_t at = words.find(word); at != std::string::npos; at = words.find(word, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count(text({}), "\"chains\""), 1);
  EXPECT_EQ(count(text({{"sessions.1.chains", "64"}}), "\"chains\""), 2);
  EXPECT_EQ(count(text({{"sessions.1.chains", "64"}}), "\"start\""), 1);
  EXPECT_EQ(count(text({{"sessions.1.start.sd", "3"}}), "\"start.mean_x\""), 2);
  EXPECT_EQ(count(text({{"sessions.1.gradient_noise.kind", "gaussian"}}), "\"gradient_noise.kind\""), 2);
}

/// Three runs that differ in all of it.
Preset mixed(const std::string& backend) {
  return preset_of({{"backend", backend},
                    {"chains", "100"},
                    {"start", "mode"},
                    {"sessions.0.sampler", "mala"},
                    {"sessions.1.sampler", "mala"},
                    {"sessions.1.chains", "7"},
                    {"sessions.1.gradient_noise.kind", "gaussian"},
                    {"sessions.1.gradient_noise.sigma", "2"},
                    {"sessions.2.sampler", "hmc"},
                    {"sessions.2.start", "normal"},
                    {"sessions.2.start.sd", "0.7"},
                    {"sessions.2.chains", "1000"}});
}

TEST(OwnConditions, ARunBesideOthersIsTheRunAloneOnBothBackends) {
  for (const char* backend : {"cpu", "gpu"}) {
    const auto presets = runs_of(mixed(backend));
    Comparison::Sessions sessions;
    for (const PresetSession& run : presets)
      sessions.push_back(std::make_unique<Session>(run.config, test_factory(), run.journal));
    Comparison runs(std::move(sessions), Pace::gradients);
    runs.advance(3);
    // Chains are no part of the clock: a step of HMC costs ten gradients of a chain, whatever their number.
    EXPECT_EQ(runs.session(0).step(), 30u);
    EXPECT_EQ(runs.session(1).step(), 30u);
    EXPECT_EQ(runs.session(2).step(), 3u);
    for (int i = 0; i < runs.count(); ++i) {
      const auto& config = presets[static_cast<std::size_t>(i)].config;
      Session alone(config, test_factory());
      alone.advance(runs.session(i).step());
      EXPECT_EQ(alone.state_hash(), runs.session(i).state_hash()) << backend << ", run " << i;
      EXPECT_EQ(runs.session(i).read().chains, config.chains);
      runs.session(i).rewind(1);
      alone.rewind(1);
      EXPECT_EQ(alone.state_hash(), runs.session(i).state_hash()) << backend << ", run " << i << " rewound";
    }
  }
}

// The first chains of a run with more of them are those of the run with fewer: chains have random numbers of their own.
TEST(OwnConditions, FewChainsAreTheFirstOfMany) {
  const auto presets = runs_of(preset_of({{"backend", "cpu"},
                                          {"sessions.0.sampler", "mala"},
                                          {"sessions.1.sampler", "mala"},
                                          {"chains", "500"},
                                          {"sessions.1.chains", "9"}}));
  Session many(presets[0].config, test_factory()), few(presets[1].config, test_factory());
  for (Session* each : {&many, &few}) each->advance(20);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(many.read().x(i), few.read().x(i)) << i;
}

TEST(OwnConditions, NamesTellWhatDiffers) {
  using Names = std::vector<std::string>;
  const auto names = [](std::vector<Assignment> edits) {
    edits.insert(edits.begin(), {{"chains", "4096"}, {"sessions.0.sampler", "mala"}, {"sessions.1.sampler", "mala"}});
    return names_of(preset_of(edits));
  };
  EXPECT_EQ(names({{"sessions.1.chains", "64"}}), (Names{"MALA, 4096 chains", "MALA, 64 chains"}));
  EXPECT_EQ(names({{"sessions.1.start.sd", "3"}}), (Names{"MALA, start σ = 1", "MALA, start σ = 3"}));
  EXPECT_EQ(names({{"sessions.1.start", "mode"}, {"sessions.1.start.index", "2"}}),
            (Names{"MALA, start: normal", "MALA, start: mode"}));
  EXPECT_EQ(names({{"sessions.1.gradient_noise.kind", "state_dependent"}, {"sessions.1.gradient_noise.sigma", "2"}}),
            (Names{"MALA, no gradient noise", "MALA, noise: state dependent, σg = 2"}));
  EXPECT_EQ(names({{"sessions.1.sampler.step_size", "0.02"}, {"sessions.1.chains", "64"}}).back(),
            "MALA, ε = 0.02, 64 chains");
  EXPECT_EQ(names({{"sessions.1.sampler", "ula"}, {"sessions.1.chains", "64"}}),
            (Names{"MALA, 4096 chains", "Langevin (ULA), 64 chains"}));
  for (const Preset& preset : all_conditions()) {
    const Names all = names_of(preset);
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size()) << all[0];
  }
}

TEST(OwnConditions, ColoursFollowTheNumberThatDiffers) {
  const auto places = [](const std::string& path, const std::vector<std::string>& values) {
    std::vector<Assignment> edits;
    for (std::size_t i = 0; i < values.size(); ++i) {
      edits.push_back({own_path(i, "sampler"), "mala"});
      edits.push_back({own_path(i, path), values[i]});
    }
    return run_places(configs_of(preset_of(edits)));
  };
  const std::vector<std::optional<double>> expected = {0.5, 1, 0};
  EXPECT_EQ(places("chains", {"64", "1000", "4"}), expected);
  EXPECT_EQ(places("start.sd", {"1", "3", "0.5"}), expected);
}

TEST(OwnConditions, WhatAllRunsShareIsRefusedByName) {
  for (const std::string path : {"target", "target.sd", "seed", "backend", "defaults"}) {
    Preset preset = load_preset("esh-14-compare");
    const auto before = runs_of(preset);
    try {
      assign(preset, {{own_path(1, path), "1"}});
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      const std::string words = error.what();
      EXPECT_NE(words.find("share this: '" + path + "'"), std::string::npos) << words;
      EXPECT_NE(words.find("gradient_noise.kind"), std::string::npos) << words;
    }
    EXPECT_EQ(runs_of(preset), before);
  }
}

TEST(OwnConditions, MistakesOfOneRunNameIt) {
  const auto refusal = [](const std::vector<Assignment>& edits) -> std::string {
    Preset preset = load_preset("esh-14-compare");
    try {
      assign(preset, edits);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(refusal({{"sessions.1.chains", "0"}}).find("sessions.1.chains"), std::string::npos);
  EXPECT_NE(refusal({{"sessions.2.start", "nowhere"}}).find("sessions.2.start"), std::string::npos);
  EXPECT_NE(refusal({{"sessions.2.start", "mode"}, {"sessions.2.start.index", "9"}}).find("0 to 7"), std::string::npos);
  EXPECT_NE(refusal({{"sessions.1.gradient_noise.kind", "gaussian"},
                     {"sessions.1.gradient_noise.sigma", "1"},
                     {"sessions.1.gradient_noise.B", "1"}})
                .find("given twice"),
            std::string::npos);
}

// A path for all runs comes first, wherever it stands.
TEST(OwnConditions, WhatIsSetForOneRunHoldsAgainstWhatIsSetForAll) {
  const auto runs = runs_of(preset_of({{"sessions.1.sampler", "mala"},
                                       {"sessions.1.chains", "64"},
                                       {"sessions.1.start.sd", "3"},
                                       {"start", "normal"},
                                       {"chains", "10"}}));
  EXPECT_EQ(runs[0].config.chains, 10u);
  EXPECT_EQ(runs[1].config.chains, 64u);
  EXPECT_EQ(runs[1].config.start.values.back(), 3);
}

TEST(OwnConditions, WordsGoBeforeNumbers) {
  EXPECT_EQ(names_of(preset_of({{"target", "ising"},
                                {"sessions.0.sampler", "ab_sites"},
                                {"sessions.1.sampler", "ab_sites"},
                                {"sessions.0.sampler.sigma", "0.6"},
                                {"sessions.1.sampler.sigma", "2"},
                                {"sessions.0.sampler.order", "1"},
                                {"sessions.1.sampler.order", "2"}})),
            (std::vector<std::string>{"AB sampler, Order = 1, σ = 0.6", "AB sampler, Order = 2, σ = 2"}));
}

}  // namespace
}  // namespace ergo::own_conditions_test
