// The proposal microscope: under the pointer, and on a pinned chain through a step.
#include "tests/window/window_fixture.h"

namespace ergo::microscope_test {
namespace {

class MicroscopeTest : public WindowTest {
 protected:
  MicroscopeTest() {
    panes().assign({{"target", "lattice8"}});
    pause();
    key(Qt::Key_0);
    key(Qt::Key_M);
  }
  Microscope& microscope() { return picture().microscope(); }
  QPointF screen(Position site) { return picture().navigation().to_screen(site, picture().size()); }
  bool says(const std::string& words) {
    return std::ranges::any_of(
        microscope().words(), [&](const std::string& line) { return line.find(words) != std::string::npos; });
  }
};

TEST_F(MicroscopeTest, ShowsTheSiteUnderThePointer) {
  QTest::mouseMove(&surface(), screen({5, 6}).toPoint());
  frames(4);
  EXPECT_TRUE(says("(5, 6)"));
  EXPECT_TRUE(says("mean acceptance from here"));
  screenshot("microscope");
  key(Qt::Key_M);
  EXPECT_TRUE(microscope().words().empty());
}

TEST_F(MicroscopeTest, FollowsAPinnedChainThroughAStep) {
  click(screen({1, 2}));
  ASSERT_TRUE(microscope().pinned());
  const std::uint32_t chain = *microscope().pinned();
  EXPECT_TRUE(says("next:"));
  key(Qt::Key_Right);
  EXPECT_TRUE(says("last:"));
  EXPECT_TRUE(says("log q forward") || says("outside"));
  EXPECT_EQ(*microscope().pinned(), chain);
  screenshot("microscope-pinned");
  click(screen(session().read().x(chain)));
  EXPECT_FALSE(microscope().pinned());
}

TEST_F(MicroscopeTest, LargeLatticesHaveRings) {
  panes().assign({{"target", "lattice_modes"}, {"sampler.alpha", "1000"}});
  key(Qt::Key_0);
  QTest::mouseMove(&surface(), screen({225, 225}).toPoint());
  frames(4);
  EXPECT_TRUE(says("(225, 225)"));
  screenshot("microscope-large");
}

// Where the picture is wide enough, the sites leave room for it beside them.
TEST_F(MicroscopeTest, IsPlacedBesideTheSites) {
  window().set_theme("projector");
  window().resize(1280, 720);
  window().open_lecture("lattice", 5);
  frames(40);
  ASSERT_FALSE(microscope().words().empty());
  const Projection shown = projection(session(), picture().view.coordinates);
  const QPointF corner = picture().navigation().to_screen(shown.sites.high, picture().cells().size());
  EXPECT_GE(microscope().place().left(), corner.x());
  EXPECT_TRUE(QRectF(QPointF(), picture().size()).contains(microscope().place()));
  screenshot("microscope-projector");
}

TEST_F(MicroscopeTest, HasNoWordsInThePlane) {
  panes().assign({{"target", "ring8"}});
  frames(4);
  EXPECT_TRUE(microscope().words().empty());
}

}  // namespace
}  // namespace ergo::microscope_test
