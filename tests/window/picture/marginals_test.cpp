// Marginal histograms along the picture's edges: in line with the picture, of the draws shown, saved.
#include "core/settings/view_json.h"
#include "core/view/projection.h"
#include "tests/window/window_fixture.h"
#include "widgets/presets/preset_view.h"

namespace ergo::marginals_test {
namespace {

class MarginalsTest : public WindowTest {
 protected:
  /// All chains at one place of the plane, at rest.
  void stand_at(Position x) {
    pause();
    panes().assign({{"start", "point"}, {"start.x", std::to_string(x.x)}, {"start.y", std::to_string(x.y)}});
    panes().end_edit();
    panes().restart();
  }
  bool marginals_known() {
    return until([&] { return window().report() && !window().report()->marginals.empty(); });
  }
  QSizeF room() { return picture().room_of_strips(projection(session(), picture().view.coordinates)); }
  /// Whether the sampler's orange is there: text, bands and grounds are nearly grey.
  static bool bar_at(const QImage& image, QPointF at) {
    const QColor colour = image.pixelColor((at * image.devicePixelRatio()).toPoint());
    return colour.red() - colour.blue() > 60;
  }
  /// First and last place of a bar along a line of pixels; nothing where there is none.
  std::optional<std::pair<double, double>> bars(bool upright) {
    const QImage image = surface().grab().toImage();
    const QSizeF size = picture().size();
    std::optional<std::pair<double, double>> found;
    for (int k = 0; k < (upright ? size.height() - room().height() : size.width() - room().width()); ++k) {
      const QPointF at = upright ? QPointF(size.width() - 4, k) : QPointF(k, size.height() - 4);
      if (!bar_at(image, at)) continue;
      if (!found) found = {k, k};
      found->second = k;
    }
    return found;
  }
  void expect_in_line(Position x) {
    const QPointF at = picture().navigation().to_screen(x, picture().size());
    const auto across = bars(false), up = bars(true);
    ASSERT_TRUE(across && up);
    EXPECT_LE(across->first, at.x() + 1);
    EXPECT_GE(across->second, at.x() - 1);
    EXPECT_LE(up->first, at.y() + 1);
    EXPECT_GE(up->second, at.y() - 1);
    // One bin: of 500 draws it may be wide, but no wider than the distribution's bulk.
    const double unit = picture().size().height() / picture().navigation().camera().height;
    EXPECT_LT(across->second - across->first, 0.15 * unit);
    EXPECT_LT(up->second - up->first, 0.15 * unit);
  }
};

TEST_F(MarginalsTest, BarsStandUnderTheirDrawsWhereverThePictureLooks) {
  const Position x{0.31, -0.17};
  stand_at(x);
  EXPECT_FALSE(bars(false));
  key(Qt::Key_H);
  ASSERT_TRUE(picture().view.marginals);
  ASSERT_TRUE(marginals_known());
  frames(3);
  expect_in_line(x);
  const QPointF near = picture().navigation().to_screen(x, picture().size()) + QPointF(30, -40);
  picture().navigation().zoom(1.7, near, picture().size());
  frames(4);
  expect_in_line(x);
  Camera moved = picture().navigation().camera();
  moved.centre = moved.centre + Position{0.1, -0.07};
  picture().navigation().look_at(moved);
  frames(4);
  expect_in_line(x);
  key(Qt::Key_H);
  EXPECT_FALSE(bars(false));
}

TEST_F(MarginalsTest, ThePictureMakesRoom) {
  pause();
  key(Qt::Key_H);
  const Window window = session().target().window();
  const QPointF corner = picture().navigation().to_screen({window.high.x, window.low.y}, picture().size());
  EXPECT_LE(corner.x(), picture().size().width() - room().width() + 1);
  EXPECT_LE(corner.y(), picture().size().height() - room().height() + 1);
}

TEST_F(MarginalsTest, EveryPlaneHasTheNumbersOfItsAxes) {
  pause();
  key(Qt::Key_H);
  panes().assign({{"target", "double_well"}, {"sampler", "sgnht"}});
  panes().restart();
  panes().step();
  ASSERT_TRUE(until([&] { return window().report() && window().report()->marginals.size() == 3; }));
  for (const Coordinates plane :
       {Coordinates::position, Coordinates::phase, Coordinates::thermostat, Coordinates::section}) {
    picture().view.coordinates = plane;
    frames(6);
    const bool kept = plane == Coordinates::section;
    EXPECT_EQ(room().height() > 0, !kept);
    EXPECT_EQ(room().width() > 0, plane == Coordinates::phase || plane == Coordinates::thermostat);
    screenshot(QString("marginals-%1")
                   .arg(QString::fromStdString(coordinates_names()[static_cast<std::size_t>(plane)])));
  }
}

TEST_F(MarginalsTest, ASessionKeepsThem) {
  EXPECT_EQ(preset_view_of(picture().view).marginals, false);
  key(Qt::Key_H);
  const PresetView saved = preset_view_of(picture().view);
  EXPECT_EQ(saved.marginals, true);
  Preset preset = load_preset("default");
  preset.view = saved;
  const Preset again = parse_preset(preset_text(preset), "a session");
  View view;
  show_as(again.view, view);
  EXPECT_TRUE(view.marginals);
}

}  // namespace
}  // namespace ergo::marginals_test
