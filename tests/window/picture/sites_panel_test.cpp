// The panel with the configurations of chains on a target of sites.
#include "core/site_plane/site_plane.h"
#include "tests/window/window_fixture.h"

namespace ergo::sites_panel_test {
namespace {

class SitesPanelTest : public WindowTest {
 protected:
  SitesPanel& panel() { return picture().sites_panel(); }
  Configuration configuration(std::size_t chain) {
    return session().target().sites()->configuration(session().backend().read_chain(chain).state_row(0));
  }
};

TEST_F(SitesPanelTest, ShowsTheChainsAsTheyAre) {
  panes().assign({{"target", "ising"}, {"target.side", "8"}});
  pause();
  frames(3);
  ASSERT_EQ(panel().configurations().size(), 1 + SitesPanel::small_tiles);
  ASSERT_EQ(panel().places().size(), 1 + SitesPanel::small_tiles);
  for (std::size_t chain = 0; chain <= SitesPanel::small_tiles; ++chain)
    EXPECT_EQ(panel().configurations()[chain], configuration(chain));
  panes().follow(9u);
  frames(3);
  EXPECT_EQ(panel().configurations().front(), configuration(9));
  const QRectF inside({0, 0}, picture().size());
  EXPECT_TRUE(inside.contains(panel().covered()));
  for (const QRectF& tile : panel().places()) EXPECT_TRUE(panel().covered().contains(tile));
  for (std::size_t i = 0; i < panel().places().size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(panel().places()[i].intersects(panel().places()[j])) << i << ", " << j;
}

TEST_F(SitesPanelTest, MarksWhatAStepHasChanged) {
  panes().assign({{"target", "ising"}, {"target.side", "8"}, {"sampler", "dula_sites"}, {"sampler.alpha", "2"}});
  pause();
  for (int k = 0; k < 5; ++k) {
    const Configuration before = configuration(0);
    key(Qt::Key_Right);
    const Configuration after = configuration(0);
    std::vector<std::size_t> changed;
    for (std::size_t site = 0; site < after.size(); ++site)
      if (after[site] != before[site]) changed.push_back(site);
    EXPECT_EQ(panel().marked(), changed);
  }
  screenshot("sites-panel");
}

TEST_F(SitesPanelTest, LeavesEveryTargetOfSitesClearAndGoesWithThem) {
  for (const TargetUnit& unit : targets(Space::sites)) {
    SCOPED_TRACE(unit.descriptor.id);
    panes().assign({{"target", unit.descriptor.id}});
    frames(4);
    EXPECT_FALSE(panel().places().empty());
    const QRectF covered = settled([this] { return panel().covered(); });
    EXPECT_TRUE(QRectF({0, 0}, picture().size()).contains(covered));
    EXPECT_FALSE(covered.intersects(picture().clear()));
    screenshot(QString("sites-") + unit.descriptor.id.c_str());
  }
  key(Qt::Key_I);
  EXPECT_TRUE(panel().places().empty());
  key(Qt::Key_I);
  EXPECT_FALSE(panel().places().empty());
  panes().assign({{"target", "ring8"}});
  frames(3);
  EXPECT_TRUE(panel().places().empty());
  key(Qt::Key_I);
  EXPECT_NE(picture().toast_words().find("needs a target of sites"), std::string::npos) << picture().toast_words();
}

TEST_F(SitesPanelTest, StandsInItsOwnPictureAndLeavesTheTargetClear) {
  open({.preset = light(load_preset("acs-6-pictures"))});
  pause();
  for (int run = 0; run < panes().count(); ++run) {
    panes().set_focus(run);
    const QRectF panel = settled([this] { return this->panel().covered(); });
    const QRectF cell(picture().cells().corner(run), picture().cells().size());
    EXPECT_TRUE(cell.contains(panel)) << run;
    EXPECT_FALSE(panel.translated(-cell.topLeft()).intersects(picture().clear())) << run;
  }
  screenshot("sites-panel-comparison");
}

}  // namespace
}  // namespace ergo::sites_panel_test
