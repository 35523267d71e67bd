// Where the picture looks, presets, plots, themes, sizes.
#include <qcustomplot.h>

#include "core/base/error.h"
#include "tests/window/window_fixture.h"
#include "widgets/base/theme.h"

namespace ergo::picture_test {
namespace {

/// A place of the picture that no panel covers.
QPointF bare(Picture& picture) { return {0.8 * picture.size().width(), 0.7 * picture.size().height()}; }

void wheel(QWidget& surface, QPointF at, int notches) {
  QWheelEvent event(at, surface.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, {}, Qt::NoScrollPhase,
                    false);
  QApplication::sendEvent(&surface, &event);
}

TEST_F(WindowTest, WheelKeepsThePointUnderTheCursor) {
  const QPointF at = bare(picture());
  const Position before = picture().navigation().to_plane(at, picture().size());
  const double height = picture().navigation().camera().height;
  wheel(surface(), at, 3);
  frames(4);
  const Position after = picture().navigation().to_plane(at, picture().size());
  EXPECT_NEAR(picture().navigation().camera().height, height / (1.2 * 1.2 * 1.2), 1e-9 * height);
  EXPECT_NEAR(after.x, before.x, 1e-9 * height);
  EXPECT_NEAR(after.y, before.y, 1e-9 * height);
}

// Pixels that another picture without trails has otherwise.
TEST_F(WindowTest, APausedRunKeepsItsTrailsInTheProjectorsTheme) {
  WindowOptions options;
  options.preset = load_preset("esh-3-unscaled");
  open(options);
  const auto inked = [&] {
    const auto image = [&](bool trails) {
      picture().view.trails = trails;
      frames(2);
      return picture().surface()->grab().toImage();
    };
    const QImage with = image(true), without = image(false);
    picture().view.trails = true;
    int count = 0;
    for (int y = 0; y < with.height(); ++y)
      for (int x = 0; x < with.width(); ++x) count += with.pixel(x, y) != without.pixel(x, y);
    return count;
  };
  ASSERT_TRUE(until([&] { return session().step() > 100; }));
  pause();
  const int before = inked();
  EXPECT_GT(before, 100);
  const QSize size = surface().size();
  key(Qt::Key_P);
  ASSERT_EQ(window().theme(), "projector");
  EXPECT_NE(surface().size(), size);
  EXPECT_GT(inked(), before / 4);
}

// Three lives of the trails, in which a lecturer points at them.
TEST_F(WindowTest, TrailsDoNotFadeWhileTheRunIsPaused) {
  ASSERT_TRUE(until([&] { return session().step() > 100; }));
  pause();
  frames(2);
  picture().interface_shown = false;
  frames(2);
  const QImage before = picture().surface()->grab().toImage();
  frames(static_cast<int>(3 * picture().view.trail_life));
  EXPECT_EQ(picture().surface()->grab().toImage(), before);
}

TEST_F(WindowTest, DraggingMovesThePlaneWithTheCursor) {
  const QPointF from = bare(picture()), to = from + QPointF(-60, -40);
  const Position grabbed = picture().navigation().to_plane(from, picture().size());
  const double height = picture().navigation().camera().height;
  drag(from, to);
  const Position under = picture().navigation().to_plane(to, picture().size());
  EXPECT_NEAR(under.x, grabbed.x, 1e-9 * height);
  EXPECT_NEAR(under.y, grabbed.y, 1e-9 * height);
  key(Qt::Key_0);
  EXPECT_NEAR(picture().navigation().camera().height, height, 1e-9 * height);
}

TEST_F(WindowTest, TheWheelOverThePanelDoesNotZoom) {
  const double height = picture().navigation().camera().height;
  const QPointF at = control("sampler.step_size");
  QTest::mouseMove(&surface(), at.toPoint());
  frames(2);
  wheel(surface(), at, 3);
  frames(4);
  EXPECT_EQ(picture().navigation().camera().height, height);
}

TEST_F(WindowTest, DoubleClickPlacesTheChains) {
  pause();
  const QPointF at = bare(picture());
  const Position place = picture().navigation().to_plane(at.toPoint(), picture().size());
  QTest::mouseMove(&surface(), at.toPoint());
  QTest::mouseDClick(&surface(), Qt::LeftButton, {}, at.toPoint());
  frames(8);
  EXPECT_EQ(session().step(), 0u);
  ASSERT_EQ(session().config().start.id, "normal");
  const Descriptor& start = start_unit("normal").descriptor;
  EXPECT_NEAR(parameter(session().config().start, start, "mean_x"), place.x, 1e-9);
  EXPECT_NEAR(parameter(session().config().start, start, "mean_y"), place.y, 1e-9);
  Position mean;
  const ChainData data = session().read();
  for (std::size_t i = 0; i < data.chains; ++i) mean = mean + data.x(i) / static_cast<double>(data.chains);
  // Five standard errors of the mean of the 500 chains.
  const double slack = 5 * parameter(session().config().start, start, "sd") / std::sqrt(500.0);
  EXPECT_NEAR(mean.x, place.x, slack);
  EXPECT_NEAR(mean.y, place.y, slack);
}

TEST_F(WindowTest, PresetsOpenByClickAndByKey) {
  const auto names = preset_names();
  ASSERT_GE(window().presets().count(), 2);
  QTest::mouseClick(window().presets().card(1), Qt::LeftButton);
  frames(4);
  EXPECT_EQ(session().config(), load_preset(names[1]).config);
  key(Qt::Key_1);
  EXPECT_EQ(session().config(), load_preset(names[0]).config);
  EXPECT_TRUE(panes().running);
}

// Every fourth preset: what is left over of one run could keep the next one's reports back.
TEST_F(WindowTest, ReportsComeAfterManyPresets) {
  const int presets = window().presets().count();
  for (int i = 0; i <= presets; i += 7) {
    window().open_preset(i % presets);
    frames(1 + i % 5);
  }
  for (const char* edit : {"backend=cpu", "chains=700", "seed=5", "sampler=mala", "backend=simd"}) {
    panes().assign({parse_assignment(edit)});
    frames(2);
  }
  const auto fresh = [&] { return window().report() && window().report()->step > 20; };
  EXPECT_TRUE(until(fresh));
  EXPECT_GE(window().plots().find("energy")->points(), 2);
}

TEST_F(WindowTest, PlotsBeginAtStepZero) {
  key(Qt::Key_R);
  Plot* plot = window().plots().find("energy");
  ASSERT_TRUE(until([&] { return plot->points() >= 3; }));
  EXPECT_EQ(plot->canvas().graph(0)->data()->constBegin()->key, 0);
}

TEST_F(WindowTest, EntriesOfTheTapeLeaveMarks) {
  Preset preset = load_preset("default");
  preset.journal = {{10, parse_assignment("sampler.step_size=0.05")}};
  open({.preset = preset});
  ASSERT_TRUE(until([&] { return session().step() > 10; }));
  EXPECT_EQ(window().plots().find("energy")->marks(), 1);
  pause();
  key(Qt::Key_Home);
  EXPECT_EQ(session().step(), 0u);
  panes().running = true;
  ASSERT_TRUE(until([&] { return session().step() > 10; }));
  EXPECT_EQ(window().plots().find("energy")->marks(), 1) << "met again, the same edit";
}

TEST_F(WindowTest, TheProjectorsThemeKeepsTheWindowsSize) {
  for (const QSize size : {QSize(800, 560), QSize(1280, 720), QSize(1280, 800), QSize(1680, 1050)}) {
    window().resize(size);
    frames(3);
    for (int i = 0; i < 4; ++i) {
      key(Qt::Key_P);
      EXPECT_EQ(window().size(), size) << window().theme();
      screenshot(QString("keys_%1_%2").arg(window().theme().c_str()).arg(size.width()));
    }
  }
}

TEST_F(WindowTest, PlotsFollowTheRunUntilZoomed) {
  Plot* plot = window().plots().find("energy");
  ASSERT_TRUE(plot);
  ASSERT_TRUE(until([&] { return plot->points() >= 3; }));
  EXPECT_TRUE(plot->following());
  QCustomPlot& canvas = plot->canvas();
  const QPoint middle = canvas.axisRect()->rect().center();
  wheel(canvas, middle, 2);
  EXPECT_FALSE(plot->following());
  const QCPRange zoomed = canvas.xAxis->range();
  const int points = plot->points();
  ASSERT_TRUE(until([&] { return plot->points() > points + 2; }));
  EXPECT_EQ(canvas.xAxis->range(), zoomed);
  QTest::mouseDClick(&canvas, Qt::LeftButton, {}, middle);
  EXPECT_TRUE(plot->following());
}

TEST_F(WindowTest, ThePlottedMeanOfRawDrawsIsThatOfTheChains) {
  picture().view.draws = DrawsUsed::raw;
  ASSERT_TRUE(until([&] { return window().report() != nullptr; }));
  pause();
  key(Qt::Key_Right);  // to a step that no report of weighted draws has
  settle();
  const ChannelMeans means = session().backend().means();
  const int energy = find_channel(session().sampler_descriptor(), "energy");
  // The device sums in float: 2^-24 per term of some magnitude, far below 1e-5 of the spread.
  const ChannelMean& mean = means.channels[energy];
  EXPECT_NEAR(window().plots().find("energy")->last_value(), mean.mean, 1e-5 * std::sqrt(mean.variance));
}

TEST_F(WindowTest, MmdPlotHasTheBandOfExactDraws) {
  ASSERT_TRUE(until([&] { return window().report() && window().report()->band; }));
  EXPECT_LT(window().report()->band->low, window().report()->band->high);
}

TEST_F(WindowTest, AResetClearsThePlots) {
  ASSERT_TRUE(until([&] { return window().plots().find("energy")->points() >= 5; }));
  pause();
  key(Qt::Key_R);
  EXPECT_LE(window().plots().find("energy")->points(), 1);
}

TEST_F(WindowTest, ThemesChangeEverything) {
  for (const std::string& id : palette_ids()) {
    window().set_theme(id);
    frames(4);
    const QImage image = screenshot(QString("theme_%1").arg(id.c_str()));
    const QPoint corner = surface().mapTo(&window(), QPoint(surface().width() - 3, surface().height() - 3));
    const QColor ground = image.pixelColor(corner * image.devicePixelRatio()),
                 wanted = to_qt(palette(id).picture);
    // The picture is dithered by one level, and a chain's trail may cross the corner faintly.
    EXPECT_NEAR(ground.lightness(), wanted.lightness(), 12) << id;
    const QPoint bar = window().findChild<QWidget*>("run_bar")->geometry().topLeft() + QPoint(2, 2);
    EXPECT_EQ(image.pixelColor(bar * image.devicePixelRatio()), to_qt(palette(id).ground)) << id;
  }
  window().set_theme("dark");
  key(Qt::Key_P);
  EXPECT_EQ(window().theme(), "projector");
  key(Qt::Key_P);
  EXPECT_EQ(window().theme(), "dark");
  EXPECT_THROW(window().set_theme("pink"), Error);
}

TEST(Theme, TextIsReadable) {
  for (const std::string& id : palette_ids())
    for (const TextPair& pair : text_pairs(palette(id)))
      EXPECT_GE(contrast(pair.text, pair.ground), 4.5) << id << ": " << pair.name;  // WCAG 2.1, level AA
}

TEST_F(WindowTest, ThePictureFollowsTheWindowsSize) {
  for (const QSize size : {QSize(800, 560), QSize(1280, 720), QSize(1920, 1080)}) {
    window().resize(size);
    frames(3);
    const QSize pixels = surface().size() * surface().devicePixelRatioF();
    EXPECT_EQ(picture().presenter().picture().size(), pixels);
    EXPECT_EQ(window().size(), size);
    screenshot(QString("size_%1x%2").arg(size.width()).arg(size.height()));
  }
}

}  // namespace
}  // namespace ergo::picture_test
