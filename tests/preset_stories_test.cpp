// Stories of the built-in presets: as long as a card in the browser has room for.
#include <gtest/gtest.h>

#include "core/io/preset.h"

namespace ergo {
namespace {

/// A full stop, or another end of a sentence, before a blank or at the end of the text.
int sentences(const std::string& text) {
  int ends = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    ends +=
        std::string(".!?").find(text[i]) != std::string::npos && (i + 1 == text.size() || text[i + 1] == ' ');
  return ends;
}

TEST(Preset, StoriesAreOneOrTwoSentences) {
  for (const auto& name : preset_names()) {
    const std::string story = load_preset(name).story;
    EXPECT_TRUE(story.ends_with('.') || story.ends_with('?') || story.ends_with('!')) << name;
    EXPECT_GE(sentences(story), 1) << name;
    EXPECT_LE(sentences(story), 2) << name << ": " << story;
  }
}

}  // namespace
}  // namespace ergo
