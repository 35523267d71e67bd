// No panel, read-out, legend or number covers another, for every preset at every size and theme. CI takes each sixth
// preset in one of the twelve combinations; ERGO_ALL_TESTS=1 takes all.
#include <qcustomplot.h>

#include <QDockWidget>
#include <QFontMetrics>
#include <cstdlib>

#include "core/view/palette.h"
#include "tests/sample.h"
#include "tests/window/window_fixture.h"

namespace ergo::overlaps_test {
namespace {

struct Placed {
  std::string name;
  QRectF place;
};

class OverlapsTest : public WindowTest {
 protected:
  /// What stands on the picture of the run in focus, in coordinates of the surface.
  std::vector<Placed> on_picture() {
    std::vector<Placed> all = {{"controls", picture().panel().covered()},
                               {"dissector", picture().dissector().place()},
                               {"map", picture().parameter_panel().covered()},
                               {"tuning", picture().tune_panel().covered()},
                               {"graph", picture().graph_panel().covered()}};
    for (int cell = 0; cell < picture().cells().count(); ++cell) {
      const QPointF corner = picture().cells().corner(cell);
      for (const QRectF& words : picture().words(cell)) all.push_back({"read-out", words.translated(corner)});
      for (const OutsideLabel& label : picture().outside(cell))
        all.push_back({label.words, label.place.translated(corner)});
    }
    if (!picture().legend().isEmpty())
      all.push_back({"legend", picture().legend().translated(picture().cells().corner(picture().cells().count() - 1))});
    std::erase_if(all, [](const Placed& each) { return each.place.isEmpty(); });
    return all;
  }
  void expect_apart(const std::vector<Placed>& all) {
    const QRectF surface(QPointF(), picture().size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_TRUE(surface.adjusted(-1, -1, 1, 1).contains(all[i].place)) << all[i].name << " reaches over the edge";
      for (std::size_t k = 0; k < i; ++k) {
        const QRectF common = all[i].place.intersected(all[k].place);
        EXPECT_TRUE(common.width() <= 1 || common.height() <= 1)
            << all[k].name << " and " << all[i].name << " share " << common.width() << " x " << common.height();
      }
    }
  }
  /// Whether the numbers along an axis have a gap between them and are not cut.
  static bool legible(const QCPAxis& axis) {
    const QFontMetrics face(axis.tickLabelFont());
    const bool upright = axis.orientation() == Qt::Vertical;
    const QList<double> places = axis.tickVector();
    const QList<QString> words = axis.tickVectorLabels();
    double before = -INFINITY;
    for (int i = 0; i < places.size(); ++i) {
      const double at = axis.coordToPixel(places[i]) * (upright ? -1 : 1);
      const double half = (upright ? face.capHeight() : face.horizontalAdvance(words[i])) / 2.0;
      if (at - half <= before) return false;
      before = at + half;
      if (!upright && (at - half < 0 || at + half > axis.parentPlot()->width())) return false;
    }
    return true;
  }
  void expect_plots() {
    for (Plot* plot : window().plots().all()) {
      if (!plot->isVisible()) continue;
      SCOPED_TRACE("plot " + plot->subject().id.toStdString());
      // Numbers are chosen again once the plot has its size.
      EXPECT_TRUE(until([&] { return legible(*plot->canvas().xAxis) && legible(*plot->canvas().yAxis); }, 3000));
    }
  }
  void expect_docks() {
    const auto docks = window().findChildren<QDockWidget*>();
    for (const QDockWidget* dock : docks) {
      if (!dock->isVisible()) continue;
      EXPECT_TRUE(window().rect().contains(dock->geometry())) << dock->objectName().toStdString();
      const QRect picture(surface().mapTo(&window(), QPoint()), surface().size());
      EXPECT_FALSE(picture.intersects(dock->geometry())) << dock->objectName().toStdString();
    }
  }
};

TEST_F(OverlapsTest, NothingCoversAnything) {
  const std::vector<std::string> names = preset_names();
  const QSize sizes[] = {{1024, 700}, {1280, 720}, {1366, 768}, {1920, 1080}};
  const auto themes = palette_ids();
  const std::size_t combinations = std::size(sizes) * themes.size();
  for (std::size_t k = 0; k < combinations; ++k) {
    const std::string& theme = themes[k % themes.size()];
    const QSize size = sizes[k / themes.size()];
    window().set_theme(theme);
    window().resize(size);
    frames(2);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!in_sample(i, 6 * combinations, 6 * k)) continue;
      SCOPED_TRACE(names[i] + ", " + theme + ", " + std::to_string(size.width()));
      panes().open(light(load_preset(names[i])));
      EXPECT_TRUE(until([&] { return player().report() != nullptr; }));
      panes().running = false;
      frames(3);
      expect_apart(on_picture());
      expect_plots();
      expect_docks();
      if (i == 6 * k) screenshot(QString::fromStdString("overlaps-" + names[i]));
    }
  }
}

}  // namespace
}  // namespace ergo::overlaps_test
