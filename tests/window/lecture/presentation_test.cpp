// Presentation mode: every cue of every lecture shows what it needs, in large letters, on small and large screens. CI
// takes each fourth cue on one of the screens in turn; ERGO_ALL_TESTS=1 takes all.
#include <QFontMetrics>
#include <QLabel>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>
#include <cmath>

#include <qcustomplot.h>

#include "tests/sample.h"
#include "tests/window/lecture/lecture_window.h"
#include "widgets/lecture/presenter_notes.h"

namespace ergo::presentation_test {
namespace {

constexpr double least_share = 0.55;     // of the screen, for the pictures
constexpr double least_lattice = 520;    // pixels at 1280x720
constexpr double least_letters = 18;     // pixels at 1280x720

class PresentationTest : public LectureWindow {
 protected:
  PresentationTest() { window().set_theme("projector"); }

  double unit() { return window().presentation().unit(); }
  QRectF screen() { return QRectF(QPointF(), QSizeF(window().size())); }
  /// A place of the surface in coordinates of the window.
  QRectF in_window(const QRectF& place) { return place.translated(surface().mapTo(&window(), QPoint())); }

  /// Area of all pictures together.
  double pictures() {
    const QSizeF cell = picture().cells().size();
    return picture().cells().count() * cell.width() * cell.height();
  }
  /// Side of the lattice on the screen, in pixels.
  double lattice_side() {
    const Window sites = projection(session(), picture().view.coordinates).sites;
    const QSizeF cell = picture().cells().size();
    const QPointF low = picture().navigation().to_screen(sites.low, cell),
                  high = picture().navigation().to_screen(sites.high, cell);
    return std::min(std::abs(high.x() - low.x()), std::abs(high.y() - low.y()));
  }
  /// Whether nothing of a widget is cut off and nothing lies on it.
  bool whole(QWidget& widget) {
    if (!widget.isVisible() || widget.visibleRegion().boundingRect() != widget.rect()) return false;
    const QRect place(widget.mapTo(&window(), QPoint()), widget.size());
    for (const QPoint corner : {place.topLeft(), place.topRight(), place.bottomLeft(), place.bottomRight(), place.center()}) {
      const QWidget* top = window().childAt(corner);
      if (top != &widget && !widget.isAncestorOf(top)) return false;
    }
    return true;
  }
  void expect_plot(const std::string& id) {
    SCOPED_TRACE("plot " + id);
    Plot* plot = nullptr;
    ASSERT_TRUE(until([&] { return (plot = window().plots().find(QString::fromStdString(id))); }, 3000));
    EXPECT_TRUE(until([&] { return whole(plot->surface()); }, 3000));
    EXPECT_GE(plot->canvas().xAxis->tickLabelFont().pixelSize(), std::floor(least_letters * unit()));
    const int line = QFontMetrics(plot->canvas().xAxis->tickLabelFont()).height();
    EXPECT_GE(plot->canvas().axisRect()->height(), 2 * line) << "of a line of " << line;
  }
  /// The places of the declared panels in the column.
  std::vector<QRectF> panels(const CueNeeds& needs) {
    std::vector<QRectF> places;
    if (needs.shows("controls")) {
      places.push_back(picture().panel().covered());
      for (const std::string& path : needs.controls) {
        EXPECT_TRUE(picture().panel().places().contains(path)) << path;
        if (picture().panel().places().contains(path)) {
          EXPECT_TRUE(places.back().contains(picture().panel().places().at(path))) << path;
        }
      }
    }
    if (needs.shows("dissector")) places.push_back(picture().dissector().place());
    if (needs.shows("microscope")) places.push_back(picture().microscope().place());
    if (needs.shows("schedule")) {
      EXPECT_TRUE(picture().schedule().shown());
      const QRectF column = picture().column_place();
      const double height = picture().schedule().height();
      places.push_back(QRectF(column.left(), column.bottom() - height, column.width(), height));
    }
    return places;
  }
  void expect_cue(const CueNeeds& needs) {
    EXPECT_GE(pictures(), least_share * screen().width() * screen().height());
    if (session().target().lattice() && panes().count() == 1) {
      const double beside_panel = session().target().sites() ? 0.5 : 1;  // that of configurations
      EXPECT_GE(lattice_side(), beside_panel * least_lattice * unit());
    }
    EXPECT_GE(picture().bridge().factor() * 12, least_letters * unit() - 1e-6) << "the smallest letters of panels";
    const QTextDocument& caption = *pane().caption().document();
    EXPECT_GE(caption.defaultFont().pixelSize(), std::floor(least_letters * unit()));
    EXPECT_TRUE(until([&] { return whole_caption(); }, 3000));
    EXPECT_LT(caption.size().height(), 3 * QFontMetrics(caption.defaultFont()).height()) << "more than two lines";
    ASSERT_TRUE(needs.plots) << "a cue names its plots";
    EXPECT_LE(needs.plots->size(), 3u);
    for (const std::string& id : *needs.plots) expect_plot(id);
    const std::vector<QRectF> places = panels(needs);
    for (std::size_t i = 0; i < places.size(); ++i) {
      SCOPED_TRACE("panel " + std::to_string(i));
      EXPECT_FALSE(places[i].isEmpty());
      EXPECT_TRUE(picture().column_place().adjusted(-1, -1, 1, 1).contains(places[i]))
          << places[i].top() << " to " << places[i].bottom() << " below " << picture().column_place().top();
      for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(places[i].intersects(places[k])) << k;
    }
    for (int i = 0; i < picture().cells().count(); ++i)
      for (const QRectF& words : picture().words(i))
        EXPECT_TRUE(QRectF({0, 0}, picture().cells().size()).contains(words)) << "read-outs of pane " << i + 1;
  }
};

TEST_F(PresentationTest, EveryCueShowsWhatItNeeds) {
  for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
    window().resize(size);
    frames(2);
    std::size_t item = 0;
    for (const std::string& name : lecture_names()) {
      begin(name);
      ASSERT_TRUE(window().presentation().on());
      const Lecture lecture = load_lecture(name);
      for (std::size_t cue = 0; cue < lecture.cues.size(); ++cue) {
        if (!in_sample(item++, 8, size.width() == 1280 ? 0 : 4)) continue;
        SCOPED_TRACE(name + ", cue " + std::to_string(cue + 1) + ", " + std::to_string(size.width()));
        lecturer().go_to(static_cast<int>(cue));
        panes().running = false;
        const CueNeeds needs = needs_of(lecture, cue);
        // The microscope shows the proposal at the pointer.
        if (needs.shows("microscope")) QTest::mouseMove(&surface(), QPoint(300, 300));
        frames(4);
        EXPECT_EQ(window().size(), size);
        expect_cue(needs);
        screenshot(QString("present-%1-%2-%3").arg(QString::fromStdString(name)).arg(cue + 1).arg(size.width()));
      }
    }
  }
}

/// Whether none of the bars is on the screen.
bool bare(MainWindow& window) {
  bool hidden = !window.menuBar()->isVisible() && !window.statusBar()->isVisible();
  for (const QToolBar* bar : window.findChildren<QToolBar*>()) hidden &= !bar->isVisible();
  return hidden && !window.presets().isVisible();
}

TEST_F(PresentationTest, BarsComeBackAtTheTopEdgeAndWithEsc) {
  EXPECT_FALSE(bare(window()));
  key(Qt::Key_F11);
  EXPECT_TRUE(window().presentation().on());
  EXPECT_TRUE(bare(window()));
  QTest::mouseMove(&surface(), QPoint(200, 1));
  frames(2);
  EXPECT_TRUE(window().menuBar()->isVisible());
  QTest::mouseMove(&surface(), QPoint(200, 300));
  frames(2);
  EXPECT_TRUE(bare(window()));
  key(Qt::Key_Escape);
  EXPECT_FALSE(window().presentation().on());
  EXPECT_FALSE(bare(window()));
  EXPECT_TRUE(window().plots().isVisible());
}

TEST_F(PresentationTest, TheCaptionFoldsAwayAndTheNotesHaveIt) {
  begin("thermostat", 1);
  ASSERT_TRUE(pane().isVisible());
  const double before = pictures();
  key(Qt::Key_L);
  EXPECT_FALSE(pane().isVisible());
  EXPECT_GT(pictures(), before);
  key(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  const Lecture lecture = load_lecture("thermostat");
  QString shown;
  for (const QWidget* part : lecturer().notes().findChildren<QWidget*>())
    if (const auto* text = qobject_cast<const MarkdownView*>(part)) shown += text->toPlainText();
  EXPECT_TRUE(shown.contains("All chains start on the barrier.")) << shown.toStdString();
  lecturer().notes().close();
  QApplication::setActiveWindow(&window());
  key(Qt::Key_L);
  EXPECT_TRUE(pane().isVisible());
}

// What earlier cues of the same run did stands in the plots of a cue that is opened directly.
TEST_F(PresentationTest, ACueOpensWithTheCurvesOfTheCuesBeforeIt) {
  for (const std::string& name : lecture_names()) {
    const Lecture lecture = load_lecture(name);
    for (std::size_t cue = 1; cue < lecture.cues.size(); ++cue) {
      if (!lecture.cues[cue].preset.empty()) continue;
      SCOPED_TRACE(name + ", cue " + std::to_string(cue + 1));
      begin(name, static_cast<int>(cue));
      const std::size_t opening = opening_cue(lecture, cue);
      double before = 0;
      for (std::size_t i = opening; i < cue; ++i) before += static_cast<double>(lecture.cues[i].steps.value_or(0));
      if (before < 2) continue;
      const auto listed = needs_of(lecture, cue).plots;
      if (!listed || listed->empty()) continue;
      const std::string& id = listed->front();
      const Plot* plot = window().plots().find(QString::fromStdString(id));
      ASSERT_TRUE(plot) << id;
      const auto recorded = [&] {
        return std::ranges::count_if(plot->series(0).values(),
                                     [&](const CurvePoint& point) { return point.at.steps <= before; });
      };
      EXPECT_TRUE(until([&] { return recorded() >= 2; })) << id << ": " << recorded() << " points";
      break;  // one of a lecture: reports of the others take their time
    }
  }
}

}  // namespace
}  // namespace ergo::presentation_test
