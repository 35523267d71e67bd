// Lectures in the window: words that fit, mistakes that leave the run alone; the search.
#include <QLabel>
#include <algorithm>

#include "tests/window/lecture/lecture_window.h"
#include "widgets/lecture/blackout_widget.h"
#include "widgets/lecture/presenter_notes.h"

namespace ergo::lecture_test {
namespace {

TEST_F(LectureWindow, MistakeInALectureChangesNothingUntilFixed) {
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

TEST_F(LectureWindow, NotesShowWhatComesNext) {
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
        panes().running = false;
        frames(1);  // layouts settle over some rounds of events
        EXPECT_TRUE(until([&] { return whole_caption(); }, 3000))
            << theme << ", " << name << ", cue " << cue + 1 << ": "
            << pane().caption().document()->size().height() << " pixels in "
            << pane().caption().viewport()->height();
      }
    }
  }
  EXPECT_TRUE(pane().strip());
  EXPECT_GE(pane().caption().document()->defaultFont().pixelSize(), 18 * window().presentation().unit());
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
      panes().running = false;
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
            2 + std::ranges::count_if(names, with_sgnht, load_preset));  // the lecture that names it, the sampler
  EXPECT_TRUE(found("nose hoover oscillator").contains("A thermostat that forgets nothing"));
  EXPECT_TRUE(found("banana").contains("A random walk in a banana"));
  EXPECT_TRUE(found("no such thing").isEmpty());
  EXPECT_GT(found("failure").size(), 3);
  EXPECT_TRUE(headings().isEmpty()) << "what is found is one list, the nearest first";
  found("");
  EXPECT_TRUE(headings().contains("FAILURES"));
  for (const char letter : std::string("in a banana")) QTest::keyClick(&field, letter);
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
}  // namespace ergo::lecture_test
