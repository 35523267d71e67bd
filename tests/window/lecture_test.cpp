// Lectures in the window: from cue to cue by keys, words that fit, mistakes that leave the run alone; the
// search.
#include <QLabel>
#include <QTemporaryDir>
#include <algorithm>

#include "core/io/atomic_file.h"
#include "tests/window/window_fixture.h"
#include "widgets/blank.h"
#include "widgets/lecture_pane.h"
#include "widgets/markdown_view.h"
#include "widgets/presenter_notes.h"

namespace ergo {
namespace {

class LectureWindow : public WindowTest {
 protected:
  Lecturer& lecturer() { return window().lecturer(); }
  LecturePane& pane() { return lecturer().pane(); }
  const Plot& curve() { return *window().plots().find("kinetic_energy"); }
  void begin(const std::string& name, int cue = 0) {
    window().open_lecture(name, cue);
    frames(4);
  }
  std::string written(const std::string& cues) {
    const std::string path = folder_.filePath("lecture.json").toStdString();
    write_file(path, R"({"version": 1, "title": "t", "cues": [)" + cues + "]}");
    return path;
  }
  /// Whether every line of the caption can be read without scrolling.
  bool whole_caption() {
    const MarkdownView& caption = pane().caption();
    return caption.isVisible() && caption.document()->size().height() <= caption.viewport()->height() + 1;
  }

 private:
  QTemporaryDir folder_;
};

TEST_F(LectureWindow, KeysLeadFromStartToEndAndBack) {
  begin("thermostat");
  const Lecture lecture = load_lecture("thermostat");
  const int last = static_cast<int>(lecture.cues.size()) - 1;
  for (int cue = 0; cue <= last; ++cue) {
    SCOPED_TRACE(cue + 1);
    EXPECT_EQ(pane().count(), QString("CUE %1 OF %2").arg(cue + 1).arg(last + 1));
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
TEST_F(LectureWindow, TheFirstNumbersAreThoseOfTheFirstCue) {
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

TEST_F(LectureWindow, ACueGoesOnWithTheRunOfTheOneBefore) {
  begin("thermostat", 2);
  ASSERT_TRUE(until([&] { return session().step() > 100; }));
  pause();
  const auto step = session().step();
  key(Qt::Key_PageDown);
  EXPECT_GE(session().step(), step);
  EXPECT_EQ(sampler_value("xi_value"), 10);
}

TEST_F(LectureWindow, ARunPausesAfterItsSteps) {
  begin(written(
      R"({"title": "a", "caption": "c", "preset": "default", "set": {"chains": 100}, "steps": 37, "view": {"steps_per_frame": 10}},
         {"title": "b", "caption": "c", "steps": 5, "running": false, "camera": {"centre": [1, 2], "height": 3}, "show": ["plots"]})"));
  ASSERT_TRUE(until([&] { return !panes().running; }));
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
TEST_F(LectureWindow, GoingBackFindsACueAsItWasLeft) {
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
  EXPECT_EQ(session().step(), step + 1);
  key(Qt::Key_PageDown);
  EXPECT_EQ(sampler_value("xi_value"), 10);
  EXPECT_GE(session().step(), step + 1);
}

TEST_F(LectureWindow, GoingBackToPanesSideBySide) {
  begin("esh", 1);
  ASSERT_TRUE(until([&] { return !panes().running; }));
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

// A lecture that is opened again begins anew.
TEST_F(LectureWindow, NothingIsKeptOfALectureThatHasEnded) {
  begin("thermostat", 2);
  ASSERT_TRUE(until([&] { return session().step() > 400; }));
  key(Qt::Key_PageDown);
  begin("thermostat", 3);
  key(Qt::Key_PageUp);
  EXPECT_EQ(session().config(), preset_at(load_lecture("thermostat"), 2).config);
  EXPECT_LT(session().step(), 400u);
}

TEST_F(LectureWindow, PanesSideBySide) {
  begin("esh", 1);
  EXPECT_EQ(panes().count(), 4);
  ASSERT_TRUE(until([&] { return !panes().running; }));
  frames(3);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(panes().at(i).session().gradient_evaluations(), 200) << i;
  key(Qt::Key_PageDown);
  EXPECT_EQ(panes().count(), 1);
}

TEST_F(LectureWindow, AMistakeLeavesAllAsItIsUntilItIsMended) {
  const std::string good = R"({"title": "one", "caption": "c", "preset": "banana-walk"})";
  const std::string bad = R"(, {"title": "two", "caption": "c", "set": {"sampler.sdd": 0.3}})";
  const RunConfig before = session().config();
  begin(written(good + bad));
  EXPECT_NE(picture().toast_words().find("cue 2"), std::string::npos) << picture().toast_words();
  EXPECT_NE(picture().toast_words().find("sampler.sd"), std::string::npos) << picture().toast_words();
  EXPECT_FALSE(lecturer().lecture());
  EXPECT_EQ(session().config(), before);
  EXPECT_TRUE(panes().running);
  std::string mended = bad;
  mended.erase(mended.find("sdd") + 2, 1);
  begin(written(good + mended));
  ASSERT_TRUE(lecturer().lecture());
  EXPECT_EQ(session().config().target.id, "banana");
  key(Qt::Key_PageDown);
  EXPECT_EQ(sampler_value("sd"), 0.3);
}

TEST_F(LectureWindow, AnyKeyEndsTheBlankAndDoesNothingElse) {
  pause();
  key(Qt::Key_B);
  EXPECT_TRUE(lecturer().blank().isVisible());
  EXPECT_EQ(lecturer().blank().geometry().size(), window().frameGeometry().size());
  key(Qt::Key_Space);
  EXPECT_FALSE(lecturer().blank().isVisible());
  EXPECT_FALSE(panes().running);
  key(Qt::Key_Space);
  EXPECT_TRUE(panes().running);
}

TEST_F(LectureWindow, NotesTellWhatComesNext) {
  begin("thermostat");
  const Lecture lecture = load_lecture("thermostat");
  key(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  PresenterNotes& notes = lecturer().notes();
  ASSERT_TRUE(notes.isVisible());
  EXPECT_TRUE(notes.isWindow());
  QTest::keyClick(&notes, Qt::Key_PageDown);
  frames(3);
  EXPECT_EQ(lecturer().cue(), 1);
  EXPECT_TRUE(notes.next_title().contains(QString::fromStdString(lecture.cues[2].title)));
  EXPECT_TRUE(notes.notes().toPlainText().startsWith(QString::fromStdString(lecture.cues[1].notes).left(4)));
  notes.close();
  frames(2);
  key(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(notes.isVisible());
}

TEST_F(LectureWindow, CaptionsAreReadWithoutScrolling) {
  for (const char* theme : {"dark", "projector"}) {
    window().set_theme(theme);
    for (const std::string& name : lecture_names()) {
      begin(name);
      for (int cue = 0; cue < static_cast<int>(lecturer().lecture()->cues.size()); ++cue) {
        lecturer().go_to(cue);
        frames(1);  // layouts settle over some rounds of events
        EXPECT_TRUE(until([&] { return whole_caption(); }, 3000))
            << theme << ", " << name << ", cue " << cue + 1 << ": "
            << pane().caption().document()->size().height() << " pixels in "
            << pane().caption().viewport()->height();
      }
    }
  }
  EXPECT_TRUE(pane().strip());
  EXPECT_GE(pane().caption().document()->defaultFont().pixelSize(), 24);
  const QRect strip(pane().mapTo(&window(), QPoint()), pane().size());
  const QRect swarm(surface().mapTo(&window(), QPoint()), surface().size());
  EXPECT_FALSE(strip.intersects(swarm));
}

// As high as its words, however it came below the picture.
TEST_F(LectureWindow, TheStripWastesNoRoom) {
  for (const bool began_as_column : {false, true}) {
    SCOPED_TRACE(began_as_column);
    window().set_theme(began_as_column ? "dark" : "projector");
    begin("esh");
    if (began_as_column) key(Qt::Key_P);
    ASSERT_TRUE(pane().strip());
    for (int cue = 0; cue < static_cast<int>(lecturer().lecture()->cues.size()); ++cue) {
      lecturer().go_to(cue);
      frames(2);
      const MarkdownView& caption = pane().caption();
      EXPECT_TRUE(until(
          [&] {
            const double spare = caption.viewport()->height() - caption.document()->size().height();
            return whole_caption() && spare < caption.fontMetrics().height();
          },
          3000))
          << "cue " << cue + 1 << ": " << caption.document()->size().height() << " pixels in "
          << caption.viewport()->height();
      // One row of buttons above the words.
      EXPECT_LT(pane().height() - caption.height(), 4 * caption.fontMetrics().height()) << "cue " << cue + 1;
    }
    key(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
  }
}

TEST_F(LectureWindow, TheMenuListsTheLectures) {
  for (const std::string& name : lecture_names()) {
    auto* action = window().findChild<QAction*>("lecture." + QString::fromStdString(name));
    ASSERT_TRUE(action) << name;
    EXPECT_EQ(action->text().toStdString(), load_lecture(name).title);
    action->trigger();
    EXPECT_TRUE(until(
        [&] { return lecturer().lecture() && lecturer().lecture()->title == load_lecture(name).title; }));
    EXPECT_EQ(lecturer().cue(), 0);
  }
}

TEST_F(LectureWindow, WithoutALectureItsKeysTellWhereLecturesAre) {
  for (const Qt::Key which : {Qt::Key_PageDown, Qt::Key_PageUp}) {
    picture().toast({});
    key(which);
    EXPECT_NE(picture().toast_words().find("No lecture is open"), std::string::npos);
  }
  begin("thermostat");
  picture().toast({});
  key(Qt::Key_PageUp);
  EXPECT_EQ(picture().toast_words(), "");
}

TEST_F(LectureWindow, SearchShowsThePresetsWhereThereIsRoomForLittle) {
  window().set_theme("projector");
  frames(3);
  SearchField& field = window().presets().search();
  ASSERT_FALSE(field.isVisible());
  const auto shown = [&](bool presets, bool plots) {
    frames(3);
    EXPECT_EQ(window().presets().isVisible(), presets);
    EXPECT_EQ(window().plots().isVisible(), plots);
    EXPECT_EQ(window().size(), QSize(1280, 800));
  };
  key(Qt::Key_F, Qt::ControlModifier);
  EXPECT_TRUE(field.hasFocus());
  shown(true, false);
  screenshot("projector-search");
  QTest::keyClick(&field, Qt::Key_Escape);
  shown(false, true);
  EXPECT_TRUE(surface().hasFocus());
  key(Qt::Key_F, Qt::ControlModifier);
  QTest::keyClicks(&field, "banana");
  QTest::keyClick(&field, Qt::Key_Return);
  EXPECT_TRUE(until([&] { return session().config().target.id == "banana"; }));
  shown(false, true);
  EXPECT_TRUE(surface().hasFocus());
}

TEST_F(LectureWindow, SearchFindsByTitleSamplerAndTarget) {
  key(Qt::Key_F, Qt::ControlModifier);
  SearchField& field = window().presets().search();
  ASSERT_TRUE(field.hasFocus());
  const auto found = [&](const char* words) {
    field.setText(words);
    QStringList titles;
    for (const QLabel* label : window().presets().findChildren<QLabel*>("title"))
      if (label->isVisibleTo(&window().presets())) titles << label->text();
    return titles;
  };
  const auto headings = [&] {
    QStringList shown;
    for (const QLabel* label : window().presets().findChildren<QLabel*>("heading"))
      if (label->isVisibleTo(&window().presets())) shown << label->text();
    return shown;
  };
  const auto with_sgnht = [](const Preset& preset) {
    return preset.group == "SGNHT" || preset.config.sampler.id == "sgnht";
  };
  const auto names = preset_names();
  EXPECT_EQ(found("sgnht").size(),
            1 + std::ranges::count_if(names, with_sgnht, load_preset));  // and the lecture that names it
  EXPECT_TRUE(found("nose hoover oscillator").contains("A thermostat that forgets nothing"));
  EXPECT_TRUE(found("banana").contains("A random walk in a banana"));
  EXPECT_TRUE(found("no such thing").isEmpty());
  EXPECT_TRUE(headings().isEmpty());
  found("failure");
  EXPECT_EQ(headings(), QStringList("FAILURES"));
  field.clear();
  for (const char letter : std::string("banana")) QTest::keyClick(&field, letter);
  QTest::keyClick(&field, Qt::Key_Down);
  EXPECT_FALSE(field.hasFocus());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  frames(4);
  EXPECT_EQ(session().config().target.id, "banana");
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
  EXPECT_TRUE(field.hasFocus());
  QTest::keyClick(&field, Qt::Key_Escape);
  EXPECT_TRUE(field.text().isEmpty());
  EXPECT_TRUE(surface().hasFocus());
}

}  // namespace
}  // namespace ergo
