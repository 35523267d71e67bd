// What the lists of presets and lectures say is what the files hold.
#include "core/settings/outline.h"

#include <gtest/gtest.h>

#include "core/settings/lecture.h"
#include "core/settings/preset.h"

namespace ergo {
namespace {

TEST(OutlineTest, APresetsIsThatOfItsRuns) {
  for (const std::string& name : preset_names()) {
    SCOPED_TRACE(name);
    const Preset preset = load_preset(name);
    const Outline outline = preset_outline(name);
    EXPECT_EQ(outline.title, preset.title);
    EXPECT_EQ(outline.story, preset.story);
    EXPECT_EQ(outline.group, preset.group);
    std::vector<std::string> units = {preset.config.target.id, preset.config.sampler.id};
    for (const PresetSession& session : preset.beside) units.push_back(session.config.sampler.id);
    EXPECT_EQ(outline.units, units);
  }
}

TEST(OutlineTest, ALecturesIsThatOfItsCues) {
  for (const std::string& name : lecture_names()) {
    SCOPED_TRACE(name);
    const Lecture lecture = load_lecture(name);
    const Outline outline = lecture_outline(name);
    EXPECT_EQ(outline.title, lecture.title);
    EXPECT_EQ(outline.story, lecture.story);
    std::vector<std::string> cues;
    for (const Cue& cue : lecture.cues) cues.push_back(cue.title);
    EXPECT_EQ(outline.cues, cues);
  }
}

}  // namespace
}  // namespace ergo
