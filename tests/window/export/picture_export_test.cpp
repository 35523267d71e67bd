// Pictures as files: drawn anew in a thread of their own, from a kept moment of the run, while that goes on.
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>

#include "core/live/panes.h"
#include "tests/window/export/export_fixture.h"

namespace ergo::picture_export_test {
namespace {

using What = ExportRequest::What;

TEST_F(ExportWindowTest, APictureIsDrawnAnewAtItsSize) {
  run_a_little();
  const std::uint64_t step = session().step();
  const std::string state = session().state_hash();
  const int points = window().plots().find("mmd2")->points();
  EXPECT_EQ(carry_out({.what = What::picture, .path = "p1.png", .scale = 1}), "");
  EXPECT_EQ(carry_out({.what = What::picture, .path = "p3.png", .scale = 3}), "");
  EXPECT_EQ(carry_out({.what = What::picture, .path = "t.png", .scale = 1, .transparent = true}), "");
  EXPECT_EQ(carry_out({.what = What::picture, .path = "i.png", .scale = 2, .interface = true}), "");
  for (const char* name : {"p1.png", "p3.png", "t.png", "i.png"}) keep(name);
  const QImage one(path("p1.png")), three(path("p3.png")), clear(path("t.png"));
  EXPECT_EQ(one.size(), surface().size() * surface().devicePixelRatioF());
  EXPECT_EQ(three.size(), 3 * one.size());
  // Drawn anew, not blown up: neighbours that stood in one pixel differ.
  int apart = 0;
  for (int y = 0; y < three.height(); y += 3)
    for (int x = 0; x + 2 < three.width(); x += 3) apart += three.pixel(x, y) != three.pixel(x + 2, y);
  EXPECT_GT(apart, three.width() * three.height() / 9 / 50);
  EXPECT_EQ(qAlpha(clear.pixel(1, 1)), 0);
  EXPECT_EQ(qAlpha(one.pixel(1, 1)), 255);
  EXPECT_EQ(session().step(), step);
  EXPECT_EQ(session().state_hash(), state) << "the run is as it was";
  EXPECT_EQ(window().plots().find("mmd2")->points(), points);
  EXPECT_EQ(picture().magnification, 1);
  EXPECT_FALSE(picture().view.transparent);
}

TEST_F(ExportWindowTest, APictureIsThatOnScreenFarIntoARunToo) {
  ASSERT_TRUE(until([&] { return session().step() > 200; }));
  pause();
  ASSERT_NE(session().kept_before(session().step()), nullptr) << "it is drawn from a kept moment";
  player().assign({parse_assignment("sampler.step_size=0.2")});
  for (int i = 0; i < 3; ++i) key(Qt::Key_Right);
  key(Qt::Key_T);
  key(Qt::Key_Escape);
  frames(5);
  const QImage screen = surface().grab().toImage().convertToFormat(QImage::Format_RGB32);
  EXPECT_EQ(carry_out({.what = What::picture, .path = "p.png"}), "");
  const QImage drawn = QImage(path("p.png")).convertToFormat(QImage::Format_RGB32);
  ASSERT_EQ(drawn.size(), screen.size());
  int most = 0;
  for (int y = 0; y < drawn.height(); ++y)
    for (int x = 0; x < drawn.width(); ++x) {
      const QRgb a = drawn.pixel(x, y), b = screen.pixel(x, y);
      most = std::max({most, std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
                       std::abs(qBlue(a) - qBlue(b))});
    }
  EXPECT_LE(most, 2) << "what lies on it is blended with two roundings more";
}

// Hidden on screen from the beginning, drawn for the first time in the export.
TEST_F(ExportWindowTest, APanelThatAppearsInAPictureHasItsSize) {
  open({.preset = load_preset("tune-a-schedule")});
  pause();
  settle();
  picture().interface_shown = false;
  for (const auto& [panel, shown] :
       {std::pair("tuning", &picture().tuning_shown), std::pair("graph", &picture().graph_panel().shown)}) {
    *shown = true;
    QImage images[2];
    for (QImage& image : images) {
      EXPECT_EQ(carry_out({.what = What::picture, .path = "p.png", .scale = 2, .interface = true}), "");
      image = QImage(path("p.png"));
    }
    EXPECT_TRUE(images[0] == images[1]) << panel;
    images[0].save(QString(ERGO_BINARY_DIR "/screenshots/export_panel_%1.png").arg(panel));
  }
}

TEST_F(ExportWindowTest, APictureOfManyChainsIsDrawnBesideTheRunAndCanBeCancelled) {
  pause();
  panes().assign({{"chains", "50000"}});
  for (int i = 0; i < 10; ++i) key(Qt::Key_Right);
  write_file(path("large.png").toStdString(), "old");
  window().files().ask(What::picture);
  auto* dialog = window().findChild<ExportDialog*>();
  dialog->findChild<QLineEdit*>("path")->setText(path("large.png"));
  dialog->findChild<QSpinBox*>("scale")->setValue(8);
  dialog->findChild<QPushButton*>("export")->click();
  dialog->findChild<QPushButton*>("overwrite")->click();
  auto* close = dialog->findChild<QPushButton*>("close");
  ASSERT_TRUE(until([&] { return close->text() == "Cancel"; }));
  EXPECT_TRUE(dialog->findChild<QProgressBar*>("progress")->isVisible());
  panes().running = true;
  const std::uint64_t step = session().step();
  ASSERT_TRUE(until([&] { return session().step() > step + 10; }));
  EXPECT_TRUE(window().files().busy()) << "the window goes on meanwhile";
  panes().running = false;
  close->click();
  ASSERT_TRUE(until([&] { return close->text() == "Close"; }));
  expect_words(dialog->findChild<QLabel*>("result")->text().toStdString(), {"Cancelled"});
  EXPECT_EQ(text("large.png"), "old");
  EXPECT_EQ(QDir(folder_.path()).entryList(QDir::Files), QStringList("large.png"));
  dialog->close();
}

}  // namespace
}  // namespace ergo::picture_export_test
