// Giving a lecture in the window: moving between cues, going back, opening at any cue.
#include "tests/sample.h"
#include "tests/window/lecture/lecture_window.h"

namespace ergo::lecture_run_test {
namespace {

using LectureRun = LectureWindow;

TEST_F(LectureRun, KeysLeadFromStartToEndAndBack) {
  begin("thermostat");
  const Lecture lecture = load_lecture("thermostat");
  const int last = static_cast<int>(lecture.cues.size()) - 1;
  for (int cue = 0; cue <= last; ++cue) {
    SCOPED_TRACE(cue + 1);
    EXPECT_EQ(pane().count(), QString("%1 / %2").arg(cue + 1).arg(last + 1));
    EXPECT_EQ(pane().title().toStdString(), lecture.cues[cue].title);
    EXPECT_EQ(session().config(), preset_at(lecture, cue).config);
    EXPECT_EQ(panes().running, lecture.cues[cue].running);
    key(Qt::Key_PageDown);
  }
  EXPECT_EQ(lecturer().cue(), last);
  key(Qt::Key_PageUp);
  EXPECT_EQ(lecturer().cue(), last - 1);
  EXPECT_EQ(session().config(), preset_at(lecture, last - 1).config);
  key(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_FALSE(lecturer().lecture());
  EXPECT_FALSE(pane().isVisible());
}

// The default run's beginning may be under way to the reports when the lecture takes its place.
TEST_F(LectureRun, TheFirstNumbersAreThoseOfTheFirstCue) {
  for (int round = 0; round < 5; ++round) {
    open({.preset = load_preset("default")});
    window().open_lecture("thermostat", 0);
    settle();
    EXPECT_EQ(session().step(), 0u);
    EXPECT_EQ(window().report()->channel_ids.size(), session().sampler_descriptor().channels.size());
    const double kinetic =
        window()
            .report()
            ->channels
            .at(static_cast<std::size_t>(find_channel(session().sampler_descriptor(), "kinetic_energy")))
            .mean;
    EXPECT_EQ(curve().last_value(), kinetic);
    EXPECT_NEAR(kinetic, 0.5, 0.25) << "momenta drawn from N(0, 1), 500 of them";
  }
}

TEST_F(LectureRun, CueContinuesTheRunOfThePreviousCue) {
  begin("thermostat", 2);
  ASSERT_TRUE(until([&] { return session().step() > 100; }));
  pause();
  const auto step = session().step();
  key(Qt::Key_PageDown);
  EXPECT_GE(session().step(), step);
  EXPECT_EQ(sampler_value("xi_value"), 10);
}

TEST_F(LectureRun, ARunPausesAfterItsSteps) {
  begin(written(
      R"({"title": "a", "caption": "c", "preset": "default", "set": {"chains": 100}, "steps": 37, "view": {"steps_per_frame": 10}},
         {"title": "b", "caption": "c", "steps": 5, "running": false, "camera": {"centre": [1, 2], "height": 3}, "show": ["plots"]})"));
  ASSERT_TRUE(until([&] { return !panes().running && arrived(); }, 60'000));
  frames(3);
  EXPECT_EQ(session().step(), 37u);
  key(Qt::Key_PageDown);
  EXPECT_FALSE(panes().running);
  EXPECT_EQ(session().step(), 42u);
  EXPECT_EQ(picture().navigation().camera(), (Camera{{1, 2}, 3}));
  EXPECT_FALSE(window().presets().isVisible());
  EXPECT_TRUE(pane().strip());
  EXPECT_TRUE(pane().isVisible());
  key(Qt::Key_Space);
  EXPECT_TRUE(panes().running);
}

// At once, wherever the lecture has been in between: the run, its curves and where the picture looked.
TEST_F(LectureRun, GoingBackRestoresACueAsItWasLeft) {
  begin("thermostat", 2);
  ASSERT_TRUE(until([&] { return session().step() > 200 && curve().points() > 3; }));
  pause();
  picture().navigation().look_at({{0.5, -0.25}, 2});
  frames(3);
  const std::string left = session().state_hash();
  const std::uint64_t step = session().step();
  const int points = curve().points();
  const RunConfig config = session().config();
  key(Qt::Key_PageDown);  // goes on with the run
  ASSERT_TRUE(until([&] { return session().step() > step + 100; }));
  for (int cue = 0; cue < 2; ++cue) key(Qt::Key_PageDown);  // the second opens another
  EXPECT_EQ(lecturer().cue(), 5);
  for (int cue = 0; cue < 2; ++cue) key(Qt::Key_PageUp);
  EXPECT_GT(session().step(), step + 100) << "the cue that went on";
  EXPECT_EQ(sampler_value("xi_value"), 10);
  EXPECT_TRUE(panes().running);
  QElapsedTimer clock;
  clock.start();
  QTest::keyClick(&surface(), Qt::Key_PageUp);
  frames(2);
  RecordProperty("milliseconds", static_cast<int>(clock.elapsed()));
  EXPECT_EQ(session().step(), step);
  EXPECT_EQ(session().state_hash(), left);
  EXPECT_EQ(session().config(), config);
  EXPECT_FALSE(panes().running);
  EXPECT_GE(curve().points(), points);
  EXPECT_EQ(picture().navigation().camera(), (Camera{{0.5, -0.25}, 2}));
  key(Qt::Key_Right);
  EXPECT_TRUE(until([&] { return session().step() > step; }));
  EXPECT_EQ(session().step(), step + 1);
  key(Qt::Key_PageDown);
  EXPECT_EQ(sampler_value("xi_value"), 10);
  EXPECT_GE(session().step(), step + 1);
}

TEST_F(LectureRun, GoingBackToPanesSideBySide) {
  begin("esh", 1);
  ASSERT_TRUE(until([&] { return !panes().running && arrived(); }, 60'000));
  frames(3);
  std::vector<std::string> left;
  for (int i = 0; i < 4; ++i) left.push_back(panes().at(i).session().state_hash());
  const double clock = panes().clock();
  key(Qt::Key_PageDown);
  EXPECT_EQ(panes().count(), 1);
  key(Qt::Key_PageUp);
  ASSERT_EQ(panes().count(), 4);
  EXPECT_EQ(panes().clock(), clock);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(panes().at(i).session().state_hash(), left[i]) << i;
  EXPECT_FALSE(panes().running);
  screenshot("lecture-back");
}

// As if all cues before it had gone their steps. CI takes every second cue; ERGO_ALL_TESTS=1 takes all.
TEST_F(LectureRun, CueOpensAtTheStateThatEarlierCuesProduce) {
  std::size_t item = 0;
  for (const std::string& name : lecture_names()) {
    const Lecture lecture = load_lecture(name);
    for (std::size_t cue = 0; cue < lecture.cues.size(); ++cue) {
      if (!lecture.cues[cue].preset.empty() || !in_sample(item++, 2)) continue;
      SCOPED_TRACE(name + ", cue " + std::to_string(cue + 1));
      const RunConfig initial = preset_at(lecture, opening_cue(lecture, cue)).config;
      RunConfig now = initial;
      Journal led;
      std::uint64_t step = 0;
      for (std::size_t i = opening_cue(lecture, cue); i < cue; ++i) {
        step += lecture.cues[i].steps.value_or(0);
        for (const Assignment& set : lecture.cues[i + 1].set) {
          const RunConfig before = now;
          apply_in_run(now, set);
          if (now != before) led.push_back({step, set});
        }
      }
      begin(name, static_cast<int>(cue));
      EXPECT_EQ(session().journal(), led);
      EXPECT_GE(session().step(), step);
      EXPECT_LE(session().step(), step + lecture.cues[cue].steps.value_or(0));
      EXPECT_EQ(session().initial(), initial);
    }
  }
}

// The first screen begins again and again; a run opened after it does not.
TEST_F(LectureRun, ALectureAfterTheFirstScreenGoesOn) {
  for (const std::string& name : lecture_names()) {
    window().open_preset(0);
    frames(2);
    ASSERT_TRUE(panes().loop);
    begin(name);
    EXPECT_FALSE(panes().loop) << name;
  }
}

TEST_F(LectureRun, OpeningAtACueEqualsClickingThroughToIt) {
  const auto paused = [&] { return !panes().running && arrived(); };
  begin("lattice", 1);
  for (int cue = 1; cue < 3; ++cue) {
    panes().steps_per_frame = 50;
    ASSERT_TRUE(until(paused));
    key(Qt::Key_PageDown);
  }
  panes().steps_per_frame = 50;
  ASSERT_TRUE(until(paused));
  frames(2);
  const std::string clicked = session().state_hash();
  const std::uint64_t step = session().step();
  begin("lattice", 3);
  panes().steps_per_frame = 50;
  ASSERT_TRUE(until(paused));
  frames(2);
  EXPECT_EQ(session().step(), step);
  EXPECT_EQ(session().state_hash(), clicked);
}

// A lecture that is opened again begins anew.
TEST_F(LectureRun, EndedLectureLeavesNothingBehind) {
  begin("thermostat", 2);
  ASSERT_TRUE(until([&] { return session().step() > 400; }));
  key(Qt::Key_PageDown);
  begin("thermostat", 3);
  key(Qt::Key_PageUp);
  EXPECT_EQ(session().config(), preset_at(load_lecture("thermostat"), 2).config);
  EXPECT_LT(session().step(), 400u);
}

TEST_F(LectureRun, PanesSideBySide) {
  begin("esh", 1);
  EXPECT_EQ(panes().count(), 4);
  ASSERT_TRUE(until([&] { return !panes().running && arrived(); }, 60'000));
  frames(3);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(panes().at(i).session().gradient_evaluations(), 200) << i;
  key(Qt::Key_PageDown);
  EXPECT_EQ(panes().count(), 1);
}

}  // namespace
}  // namespace ergo::lecture_run_test
