// Runs that learn, in the window.
#include <set>
#include <tuple>

#include "core/models/run_learning.h"
#include "core/view/outline.h"
#include "tests/window/window_fixture.h"

namespace ergo::learning_window_test {
namespace {

class LearningWindow : public WindowTest {
 protected:
  std::set<QString> shown_plots() {
    std::set<QString> shown;
    for (Plot* plot : window().plots().all())
      if (!plot->isHidden()) shown.insert(plot->subject().id);
    return shown;
  }
  /// A small network on a ring, with 100 chains.
  void learn() {
    panes().assign({{"target", "ring8"},
                    {"chains", "100"},
                    {"learn.model", "network"},
                    {"learn.hidden", "8"},
                    {"learn.second", "6"},
                    {"learn.nodes", "16"},
                    {"learn.batch", "100"},
                    {"learn.every", "4"}});
    frames(3);
  }
};

TEST_F(LearningWindow, HasControlsAndPlots) {
  panes().assign({{"target", "ring8"}});
  frames(2);
  EXPECT_FALSE(shown_plots().empty());
  EXPECT_EQ(window().plots().find("learned_tv"), nullptr);
  learn();
  EXPECT_EQ(shown_plots(), (std::set<QString>{"learned_log_likelihood", "learned_tv", "mmd2"}));
  EXPECT_TRUE(until([&] { return window().plots().find("learned_tv")->points() >= 3; }));
  EXPECT_FALSE(window().plots().find("learned_log_likelihood")->reference_words().isEmpty());
  screenshot("learning-network");
  panes().assign({{"learn.model", "none"}});
  frames(2);
  EXPECT_EQ(window().plots().find("learned_tv"), nullptr);
}

TEST_F(LearningWindow, OffersTheModelsThatCanLearnTheTarget) {
  const auto choose = [&](const std::string& model) { click(control("learn.model=" + model)); };
  for (const auto& [target, legal, other] :
       {std::tuple{"ring8", "network", "rbm"}, {"pictures", "rbm", "network"}}) {
    panes().assign({{"target", target}, {"chains", "50"}});
    frames(4);
    if (!picture().panel().places().contains("learn.model")) click(control("heading.Learning"));
    click(control("learn.model"));
    choose(other);
    EXPECT_EQ(session().learning(), nullptr) << target;
    choose(legal);
    EXPECT_NE(session().learning(), nullptr) << target;
    panes().assign({{"learn.model", "none"}});
  }
}

TEST_F(LearningWindow, GoesBackToTheModelOfAStep) {
  learn();
  EXPECT_TRUE(until([&] { return session().learning()->state().iterations >= 3; }));
  pause();
  const double then = panes().clock();
  const std::vector<double> weights = session().learning()->state().weights;
  key(Qt::Key_Space);
  EXPECT_TRUE(until([&] { return session().learning()->state().iterations >= 12; }));
  pause();
  EXPECT_NE(session().learning()->state().weights, weights);
  panes().seek(then);
  frames(3);
  EXPECT_EQ(panes().clock(), then);
  EXPECT_EQ(session().learning()->state().weights, weights);
}

TEST_F(LearningWindow, AMachineHasFilters) {
  panes().assign({{"target", "pictures"}, {"learn.model", "rbm"}, {"chains", "50"}, {"learn.hidden", "12"}});
  frames(6);
  const SitesPanel& panel = picture().sites_panel();
  ASSERT_EQ(panel.filters().size(), 12u);
  for (const QRectF& filter : panel.filters()) EXPECT_TRUE(panel.covered().contains(filter));
  EXPECT_TRUE(QRectF({0, 0}, picture().size()).contains(panel.covered()));
  EXPECT_EQ(shown_plots(), (std::set<QString>{"learned_log_likelihood", "learned_tv", "site_tv"}));
  screenshot("learning-machine");
}

}  // namespace
}  // namespace ergo::learning_window_test
