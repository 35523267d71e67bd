// Stories of the built-in presets: as long as a card in the browser has room for, and asserted by tests.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/settings/preset.h"
#include "tests/stories/asserted_stories.h"

namespace ergo::preset_stories_test {
namespace {

/// A full stop, or another end of a sentence, before a blank or at the end of the text.
int sentences(const std::string& text) {
  int ends = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    ends +=
        std::string(".!?").find(text[i]) != std::string::npos && (i + 1 == text.size() || text[i + 1] == ' ');
  return ends;
}

/// Of UTF-8: the bytes that begin a letter.
std::ptrdiff_t letters(const std::string& text) {
  return std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; });
}

TEST(Preset, StoriesAreAFewShortSentences) {
  for (const auto& name : preset_names()) {
    const std::string story = load_preset(name).story;
    EXPECT_TRUE(story.ends_with('.') || story.ends_with('?') || story.ends_with('!')) << name;
    EXPECT_GE(sentences(story), 1) << name;
    EXPECT_LE(sentences(story), 5) << name << ": " << story;
    EXPECT_LE(letters(story), 400) << name << ": " << story;
  }
}

/// With blanks for those at which no line breaks.
std::string plain(std::string text) {
  const std::string unbroken = "\u00a0";
  for (auto at = text.find(unbroken); at != std::string::npos; at = text.find(unbroken, at))
    text.replace(at, unbroken.size(), " ");
  return text;
}

TEST(PresetStories, EachIsAssertedByATest) {
  for (const std::string& name : preset_names())
    EXPECT_TRUE(std::ranges::any_of(asserted_words(), [&](const auto& each) { return each.preset == name; }))
        << "no test asserts what the story of " << name << " says";
}

TEST(PresetStories, HaveTheWordsThatTestsAssert) {
  for (const auto& [preset, words] : asserted_words())
    EXPECT_NE(plain(load_preset(preset).story).find(words), std::string::npos)
        << preset << " says no longer: " << words;
}

}  // namespace
}  // namespace ergo::preset_stories_test
