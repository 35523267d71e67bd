// What leaves the window: plots, pictures and the whole window as files, trajectories of a run made again;
// each read back, by the programs that others read them with where there are some.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QWheelEvent>
#include <nlohmann/json.hpp>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/live/panes.h"
#include "core/npz/npz.h"
#include "core/settings/share_string.h"
#include "tests/window/export/export_fixture.h"
#include "widgets/export/files.h"

namespace ergo::export_test {
namespace {

using What = ExportRequest::What;

TEST_F(ExportWindowTest, APlotIsVectorsAndWordsWhateverTheWindow) {
  run_a_little();
  for (const char* name : {"a.pdf", "a.svg", "a.png"}) {
    EXPECT_EQ(carry_out({.what = What::plot, .plot = "mmd2", .path = name}), "");
    keep(name);
  }
  expect_words(call("pdftotext a.pdf -"), {"MMD² to target", "gradient evaluations", "exact draws, 5–95 %"});
  expect_words(call("pdfimages -list a.pdf | wc -l"), {"2\n"});  // the table's head alone: no picture in it
  expect_words(call("pdfinfo a.pdf"), {"ergoscope", session().target_descriptor().title.c_str(),
                                       "\"target\": \"ring8\"", "240.945 x 170.079 pts"});  // 85 x 60 mm
  const std::string svg = text("a.svg");
  expect_words(svg, {"<title>", "<desc>", "gradient evaluations</text>", "<path"});
  EXPECT_EQ(svg.find("<image"), std::string::npos);
  expect_words(svg, {"<clipPath"});
  const QImage image(path("a.png"));
  EXPECT_EQ(image.size(), QSize(1004, 709));  // at 300 pixels to the inch
  EXPECT_EQ(image.pixel(1, 1), qRgb(255, 255, 255));
  EXPECT_NE(image.text("Comment").indexOf("\"target\": \"ring8\""), -1);
}

TEST_F(ExportWindowTest, APlotShowsTheAxesThatTheUserMoved) {
  run_a_little();
  const CurvePanel before = window().plots().find("mmd2")->panel(palette("light"));
  EXPECT_FALSE(before.x_places);
  EXPECT_EQ(before.curves.at(0).values.size(),
            static_cast<std::size_t>(window().plots().find("mmd2")->points()));
  QWidget& canvas = window().plots().find("mmd2")->surface();
  const QPoint middle = canvas.rect().center();
  QWheelEvent wheel(middle, canvas.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&canvas, &wheel);
  const CurvePanel after = window().plots().find("mmd2")->panel(palette("light"));
  ASSERT_TRUE(after.x_places && after.y_places);
  const Interval whole = abscissa_range(before);
  EXPECT_LT(after.x_places->high - after.x_places->low, whole.high - whole.low);
}

TEST_F(ExportWindowTest, ThePlotsDialogOffersPaper) {
  run_a_little();
  window().files().ask(What::plots);
  auto* dialog = window().findChild<ExportDialog*>();
  auto* paper = dialog->findChild<QComboBox*>("paper");
  EXPECT_TRUE(paper->isVisible());
  EXPECT_FALSE(dialog->findChild<QSpinBox*>("scale")->isVisible());
  EXPECT_EQ(figure_style(dialog->request().look).width, FigureStyle().width);
  paper->setCurrentIndex(2);
  EXPECT_EQ(figure_style(dialog->request().look).width, 183);
  paper->setEditText("3in");
  EXPECT_NEAR(figure_style(dialog->request().look).width, 76.2, 1e-9);
  dialog->findChild<QComboBox*>("kind")->setCurrentText("csv");
  EXPECT_FALSE(paper->isVisible());
  dialog->close();
}

// Each run's name beside a stroke as of its curve, whether or not the window needs them.
TEST_F(ExportWindowTest, APlotOfAComparisonNamesItsRuns) {
  for (const char* preset : {"esh-14-compare", "ab-1-scale-and-balance"}) {
    panes().open(load_preset(preset));
    panes().running = true;
    const Plot* plot = window().plots().all().front();
    const auto reported = [&] {
      plot = window().plots().all().front();
      for (int run = 0; run < plot->runs(); ++run)
        if (plot->series(run).points() < 3) return false;
      return plot->runs() == panes().count();
    };
    ASSERT_TRUE(until(reported)) << preset;
    pause();
    settle();
    for (const char* kind : {"pdf", "svg"}) {
      const QString file = QString("%1.%2").arg(preset, kind);
      ASSERT_EQ(carry_out({.what = What::plot, .plot = plot->subject().id, .path = file}), "");
      keep(file);
    }
    const std::string words = text(QString("%1.svg").arg(preset));
    for (const PlottedRun& run : plot->shown_runs()) expect_words(words, {run.name.toStdString().c_str()});
  }
}

TEST_F(ExportWindowTest, ThePlotsNumbersAreThoseOnScreen) {
  run_a_little();
  EXPECT_EQ(carry_out({.what = What::plot, .plot = "mmd2", .path = "a.csv"}), "");
  const QStringList lines = QString::fromStdString(text("a.csv")).split('\n', Qt::SkipEmptyParts);
  const Plot* plot = window().plots().find("mmd2");
  ASSERT_EQ(lines.size(), 1 + plot->points());
  EXPECT_EQ(lines.front(), "quantity,run,grad_evals,step,seconds,value,error");
  const QStringList last = lines.back().split(',');
  EXPECT_EQ(last[0], "mmd2");
  EXPECT_EQ(last[3].toDouble(), static_cast<double>(session().step()));
  EXPECT_EQ(last[5].toDouble(), plot->last_value());
  EXPECT_EQ(nlohmann::json::parse(text("a.csv.json"))["steps"], session().step());
}

TEST_F(ExportWindowTest, WholeWindowIsExportedAsTextVectorsAndOnePicture) {
  run_a_little();
  for (const char* name : {"w.pdf", "w.svg", "w.png"}) {
    EXPECT_EQ(carry_out({.what = What::window, .path = name, .scale = 2, .interface = true}), "");
    keep(name);
  }
  const std::string words = call("pdftotext -layout w.pdf -");
  expect_words(words, {"File", "View", "chain-steps/s", "gradient evaluations"});
  const std::string title = window().plots().find("mmd2")->subject().title.toStdString();
  expect_words(words, {title.c_str()});
  const QImage image(path("w.png"));
  EXPECT_EQ(image.size(), window().size() * 2);
  // The SVG looks like the window: words and edges are smoothed otherwise, so a few pixels in a hundred
  // differ.
  ASSERT_EQ(call("rsvg-convert --width " + std::to_string(window().width()) + " w.svg -o drawn.png"), "");
  const QImage drawn = QImage(path("drawn.png")).convertToFormat(QImage::Format_RGB32),
               seen = image.scaled(window().size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  double apart = 0;
  for (int y = 0; y < seen.height(); ++y)
    for (int x = 0; x < seen.width(); ++x)
      apart += std::abs(qGreen(drawn.pixel(x, y)) - qGreen(seen.pixel(x, y))) > 40;
  EXPECT_LT(apart / (seen.width() * seen.height()), 0.05);
  const std::string size =
      std::to_string(2 * surface().width()) + " " + std::to_string(2 * surface().height());
  const std::string width = std::to_string(2 * surface().width());
  expect_words(call("pdfimages -list w.pdf"), {width.c_str()});
}

TEST_F(ExportWindowTest, AFigureHasAxes) {
  run_a_little();
  EXPECT_EQ(carry_out({.what = What::figure, .path = "f.pdf", .look = {.size = "120x90mm"}}), "");
  keep("f.pdf");
  const QStringList size = QString::fromStdString(call("pdfinfo f.pdf | sed -n 's/Page size: *//p'")).split(' ');
  EXPECT_NEAR(size[0].toDouble(), 120 * points_per_mm, 0.5);
  EXPECT_NEAR(size[2].toDouble(), 90 * points_per_mm, 0.5);
  expect_words(call("pdftotext f.pdf -"), {"Ring of Gaussians, ESH leapfrog", "500 chains"});
}

TEST_F(ExportWindowTest, TrajectoryReproducesTheRunOnScreen) {
  run_a_little();
  player().assign({parse_assignment("sampler.step_size=0.2")});
  frames(2);
  key(Qt::Key_Space);
  const std::uint64_t from = session().step();
  ASSERT_TRUE(until([&] { return session().step() > from + 20; }));
  pause();
  const std::string steps = std::to_string(session().step()), state = session().state_hash();
  window().files().ask(What::trajectory);
  auto* dialog = window().findChild<ExportDialog*>();
  ASSERT_TRUE(dialog);
  dialog->findChild<QLineEdit*>("path")->setText(path("run.npz"));
  EXPECT_EQ(dialog->findChild<QLineEdit*>("steps")->text().toStdString(), steps);
  dialog->findChild<QPushButton*>("export")->click();
  ASSERT_TRUE(until([&] { return QFile::exists(path("run.npz")); }));
  ASSERT_TRUE(until([&] { return dialog->findChild<QPushButton*>("export")->isEnabled(); }));
  const Npz npz = read_npz(path("run.npz").toStdString());
  EXPECT_EQ(npz.arrays.at("x").shape[1], session().step() + 1);
  const auto meta = nlohmann::json::parse(npz.texts.at("meta.json"));
  EXPECT_EQ(meta["state_hash"], state);
  EXPECT_EQ(meta["journal"].size(), 1u);
  dialog->close();
}

TEST_F(ExportWindowTest, ACancelledExportLeavesTheOldFileAndTheWindowAlive) {
  pause();
  write_file(path("long.nc").toStdString(), "old");
  window().files().ask(What::trajectory);
  auto* dialog = window().findChild<ExportDialog*>();
  dialog->findChild<QLineEdit*>("path")->setText(path("long.nc"));
  dialog->findChild<QLineEdit*>("steps")->setText("100000000");
  dialog->findChild<QLineEdit*>("every")->setText("1000000");
  dialog->findChild<QPushButton*>("export")->click();
  dialog->findChild<QPushButton*>("overwrite")->click();
  auto* close = dialog->findChild<QPushButton*>("close");
  ASSERT_TRUE(until([&] { return close->text() == "Cancel"; }));
  auto* run = window().findChild<QAction*>("run");  // its key belongs to the dialog now
  run->trigger();
  const std::uint64_t step = session().step();
  ASSERT_TRUE(until([&] { return session().step() > step + 10; })) << "the window goes on";
  run->trigger();
  close->click();
  ASSERT_TRUE(until([&] { return close->text() == "Close"; }));
  EXPECT_EQ(text("long.nc"), "old");
  EXPECT_EQ(QDir(folder_.path()).entryList(QDir::Files), QStringList("long.nc"));
  dialog->close();
}

TEST_F(ExportWindowTest, BadRequestsAreReported) {
  pause();
  const auto refused = [&](const ExportRequest& request, const char* words) {
    const std::string message = carry_out(request);
    EXPECT_NE(message.find(words), std::string::npos) << words << " not in: " << message;
  };
  refused({.what = What::plot, .plot = "mmd2", .path = "a.bmp"}, "FILE.csv");
  refused({.what = What::plot, .plot = "nothing", .path = "a.pdf"}, "nothing");
  refused({.what = What::plot, .plot = "mmd2", .path = "a.pdf", .look = {.size = "85"}}, "--size");
  refused({.what = What::window, .path = "none/a.pdf"}, "No such file");
  refused({.what = What::picture, .path = "none/a.png"}, "No such file");
  refused({.what = What::trajectory, .path = "a.txt", .steps = 5}, "a.txt");
  refused({.what = What::picture, .path = "big.png", .scale = 9}, "1 to 8");
  EXPECT_EQ(picture().magnification, 1);
  frames(3);
  EXPECT_TRUE(QDir(folder_.path()).isEmpty());
}

}  // namespace
}  // namespace ergo::export_test
