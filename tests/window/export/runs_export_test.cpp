// Pictures of all runs above the plots on screen, as the window exports them.
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>

#include "core/live/panes.h"
#include "core/settings/preset.h"
#include "core/view/colour_vision.h"
#include "tests/window/export/export_fixture.h"

namespace ergo::runs_export_test {
namespace {

using What = ExportRequest::What;

class RunsExport : public ExportWindowTest {
 protected:
  /// A comparison that has made a few reports.
  void open(const char* preset) {
    panes().open(load_preset(preset));
    panes().running = true;
    ASSERT_TRUE(until([&] {
      const Plot* plot = window().plots().all().front();
      for (int run = 0; run < plot->runs(); ++run)
        if (plot->series(run).points() < 3) return false;
      return plot->runs() == panes().count();
    }));
    pause();
    settle();
  }
  static std::size_t count(const std::string& text, const std::string& words) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at) ++found;
    return found;
  }
};

TEST_F(RunsExport, AFigureHasThePictureOfEachRunAndThePlotsOnScreen) {
  for (const char* preset : {"esh-14-compare", "ab-1-scale-and-balance"}) {
    ASSERT_NO_FATAL_FAILURE(open(preset));
    for (const char* kind : {"pdf", "svg", "png"}) {
      const QString file = QString("runs-%1.%2").arg(preset, kind);
      ASSERT_EQ(carry_out({.what = What::runs, .path = file, .look = {.journal = "double"}}), "");
      keep(file);
    }
    const std::string svg = text(QString("runs-%1.svg").arg(preset));
    EXPECT_EQ(count(svg, "data:image/png;base64,"), static_cast<std::size_t>(panes().count()));
    for (const Plot* plot : window().plots().all())
      if (!plot->isHidden()) {
        expect_words(svg, {plot->panel(palette("light")).abscissa.c_str()});
      }
  }
}

// A curve's stroke in a figure is that of its run's title above the pictures.
TEST_F(RunsExport, CurvesAreDashedWhereTheFiguresColoursAreAlike) {
  ASSERT_NO_FATAL_FAILURE(open("esh-14-compare"));
  for (const std::string& id : palette_ids()) {
    const CurvePanel panel = window().plots().all().front()->panel(palette(id));
    std::vector<Colour> colours;
    std::vector<int> dashes;
    for (const CurvePanel::Curve& curve : panel.curves) {
      colours.push_back(curve.colour);
      dashes.push_back(curve.dash);
    }
    EXPECT_EQ(dashes, curve_dashes(colours)) << id;
  }
}

TEST_F(RunsExport, AClipIsSimulatedAgain) {
  ASSERT_NO_FATAL_FAILURE(open("esh-14-compare"));
  ASSERT_EQ(carry_out({.what = What::runs, .path = "a.mp4", .steps = 8, .steps_per_frame = 2}), "");
  expect_words(call("ffprobe -v error -count_frames -show_entries stream=width,nb_read_frames -of default=nw=1 a.mp4"),
               {"width=850", "nb_read_frames=5"});
  keep("a.mp4");
  EXPECT_NE(carry_out({.what = What::runs, .path = "b.mp4", .look = {.ground = "transparent"}, .steps = 8})
                .find("transparent"),
            std::string::npos);
  EXPECT_NE(carry_out({.what = What::runs, .path = "a.avi", .steps = 8}).find("FILE.mp4"), std::string::npos);
  EXPECT_FALSE(QFileInfo::exists(path("b.mp4")));
}

TEST_F(RunsExport, TheDialogAsksForStepsOfAClipOnly) {
  pause();
  window().files().ask(What::runs);
  auto* dialog = window().findChild<ExportDialog*>();
  auto* kind = dialog->findChild<QComboBox*>("kind");
  const auto shown = [&](const char* name) { return dialog->findChild<QWidget*>(name)->isVisible(); };
  EXPECT_TRUE(shown("paper"));
  EXPECT_TRUE(shown("ground"));
  EXPECT_FALSE(shown("steps"));
  EXPECT_FALSE(shown("frames_per_second"));
  kind->setCurrentText("mp4");
  for (const char* name : {"paper", "ground", "steps", "first_step", "steps_per_frame", "frames_per_second"})
    EXPECT_TRUE(shown(name)) << name;
  EXPECT_FALSE(shown("width"));
  EXPECT_FALSE(shown("every"));
  EXPECT_EQ(dialog->request().what, What::runs);
  EXPECT_TRUE(dialog->request().path.endsWith("ergoscope-runs.mp4"));
  dialog->grab().save(ERGO_BINARY_DIR "/screenshots/export-runs.png");
  kind->setCurrentText("svg");
  EXPECT_FALSE(shown("steps"));
  dialog->close();
}

}  // namespace
}  // namespace ergo::runs_export_test
