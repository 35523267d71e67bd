// The words at the ends of curves of runs of one sampler.
#include <qcustomplot.h>

#include "tests/window/window_fixture.h"

namespace ergo::end_labels_test {
namespace {

class EndLabelsTest : public WindowTest {
 protected:
  void open(const char* name) {
    const auto names = preset_names();
    window().open_preset(static_cast<int>(std::ranges::find(names, name) - names.begin()));
    frames(4);
  }
  Plot& plot(const char* id) { return *window().plots().find(id); }
};

TEST_F(EndLabelsTest, RunsOfOneSamplerAreNamedAtTheirCurves) {
  window().resize(1280, 720);
  open("classroom-3-step");
  ASSERT_TRUE(until([&] { return plot("mmd2").end_labels().labels().size() == 4; }, 5000));
  for (const char* id : {"mmd2", "variance_x"}) {
    SCOPED_TRACE(id);
    const EndLabels& ends = plot(id).end_labels();
    ASSERT_TRUE(until([&] { return ends.places().size() == 4 && ends.places().front().left() > 0; }, 3000));
    const QRect axes = plot(id).canvas().axisRect()->rect();
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(ends.labels()[i].words, plot(id).shown_runs()[i].distinction);
      EXPECT_EQ(ends.labels()[i].colour.rgb() & 0xffffff, plot(id).shown_runs()[i].colour);
      const QRectF place = ends.places()[i];
      EXPECT_GT(place.left(), axes.right());
      EXPECT_LE(place.right(), plot(id).canvas().width());
      EXPECT_GE(place.top(), 0);
      EXPECT_LE(place.bottom(), plot(id).canvas().height());
      if (i > 0) {
        EXPECT_GE(place.top(), ends.places()[i - 1].bottom() - 1);
      }
    }
  }
  screenshot("end-labels");
}

TEST_F(EndLabelsTest, WordsThatWouldBeCutAlikeAreLeftOut) {
  window().resize(1280, 720);
  open("classroom-8-leapfrog");
  ASSERT_TRUE(until([&] { return plot("mmd2").series(3).points() > 0; }, 5000));
  EXPECT_NE(plot("mmd2").shown_runs()[2].distinction, plot("mmd2").shown_runs()[3].distinction);
  EXPECT_TRUE(plot("mmd2").end_labels().labels().empty());
}

TEST_F(EndLabelsTest, RunsOfDifferentSamplersHaveNone) {
  open("esh-14-compare");
  ASSERT_TRUE(until([&] { return plot("mmd2").points() > 0; }, 5000));
  EXPECT_TRUE(plot("mmd2").end_labels().labels().empty());
}

}  // namespace
}  // namespace ergo::end_labels_test
