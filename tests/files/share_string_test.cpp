#include "core/settings/share_string.h"

#include <gtest/gtest.h>

#include <random>

#include "core/backend/cpu_backend.h"
#include "core/base/error.h"
#include "core/run/comparison.h"
#include "tests/files/share_word.h"

namespace ergo::share_string_test {
namespace {

std::string refusal(const std::string& word) {
  try {
    parse_share_string(word);
  } catch (const Error& e) {
    EXPECT_EQ(e.blame, Blame::user);
    EXPECT_NE(std::string(e.what()).find("share string"), std::string::npos) << e.what();
    return e.what();
  }
  return "accepted";
}

void expect_refusal(const std::string& word, const char* words) {
  const std::string message = refusal(word);
  EXPECT_NE(message.find(words), std::string::npos) << words << " not in: " << message;
}

TEST(ShareString, EveryPresetComesBack) {
  for (const auto& name : preset_names()) {
    SCOPED_TRACE(name);
    Preset preset = load_preset(name);
    preset.step = 12345;
    const std::string word = share_string(preset);
    EXPECT_TRUE(is_share_string(word));
    EXPECT_EQ(word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 5),
              std::string::npos)
        << "no letter that a link or a shell would change";
    EXPECT_LT(word.size(), 2000u) << "still a link";
    for (const Preset& again : {parse_share_string(word), load_preset(word)}) {
      EXPECT_EQ(again.config, preset.config);
      EXPECT_EQ(again.journal, preset.journal);
      EXPECT_EQ(again.view, preset.view);
      EXPECT_EQ(again.title, preset.title);
      EXPECT_EQ(again.story, preset.story);
      EXPECT_EQ(again.step, preset.step);
    }
  }
}

TEST(ShareString, ARunDoneByHandComesBackToItsState) {
  const auto cpu = [](BackendKind) { return std::make_unique<CpuBackend>(); };
  RunConfig config;
  apply(config, {"chains", "64"});
  Comparison::Sessions one;
  one.push_back(std::make_unique<Session>(config, cpu));
  Comparison run(std::move(one), Pace::steps);
  Session& session = run.session(0);
  run.advance(7);
  session.assign({"sampler.step_size", "0.2"});
  run.advance(5);
  session.assign({"sampler", "mala"});
  run.advance(4);
  const Preset again = parse_share_string(share_string(saved_runs(run.sessions(), run.clock())));
  Session replayed(again.config, cpu, again.journal);
  replayed.advance(again.step);
  EXPECT_EQ(replayed.state_hash(), session.state_hash());
}

TEST(ShareString, LineBreaksOfMailDoNotCount) {
  const Preset preset = load_preset("default");
  std::string word = share_string(preset);
  for (std::size_t i = 40; i < word.size(); i += 41) word.insert(i, "\r\n ");
  EXPECT_EQ(parse_share_string(word + "\n").config, preset.config);
}

TEST(ShareString, AnyDamageIsReported) {
  const std::string word = share_string(load_preset("default"));
  expect_refusal("", "not a share string");
  expect_refusal("default", "not a share string");
  expect_refusal("ergo:", "cut short");
  expect_refusal(word.substr(0, word.size() / 2), "cut short");
  expect_refusal(word + "=", "'='");
  expect_refusal(word + "AAAA", "damaged");
  expect_refusal("ergo:Zm9vYmFy", "damaged");
  for (std::size_t length = 5; length < word.size(); ++length)
    EXPECT_NE(refusal(word.substr(0, length)), "accepted") << length;
  std::mt19937 random(1);
  int harmless = 0;
  for (std::size_t i = 5; i < word.size(); ++i) {
    std::string changed = word;
    while (changed[i] == word[i])
      changed[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[random() % 64];
    // Bits that fill deflate's last byte have no meaning; no other change goes unnoticed.
    if (refusal(changed) == "accepted") {
      EXPECT_EQ(share_string(parse_share_string(changed)), word) << "letter " << i;
      ++harmless;
    }
  }
  EXPECT_LE(harmless, 2);
}

TEST(ShareString, ContentsAreChecked) {
  EXPECT_EQ(parse_share_string(word_of("{\"version\": 1, \"title\": \"t\", \"step\": 9}")).step, 9u);
  expect_refusal(word_of("no JSON"), "not JSON");
  expect_refusal(word_of("{\"version\": 1}"), "title");
  expect_refusal(word_of("{\"version\": 1, \"title\": \"t\", \"rum\": {}}"), "rum");
  expect_refusal(word_of("{\"version\": 1, \"title\": \"t\", \"run\": {\"chains\": 0}}"), "chains");
  expect_refusal(word_of("{\"version\": 1, \"title\": \"t\", \"step\": -1}"), "step");
  expect_refusal(word_of("{\"version\": 1, \"title\": \"t\", \"step\": 1e30}"), "step");
  expect_refusal(word_of("{\"version\": 1, \"title\": \"t\", \"step\": 10000000000000}"), "step");
  expect_refusal(word_of(std::string(20 << 20, ' ')), "too long");
}

}  // namespace
}  // namespace ergo::share_string_test
