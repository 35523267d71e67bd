// Plots after a pane was removed while all runs are paused.
#include <qcustomplot.h>

#include <map>
#include <set>

#include "core/diagnostics/quantities.h"
#include "tests/window/plots/plots_fixture.h"

namespace ergo::removed_pane_test {
namespace {

TEST_F(PlotsTest, NothingOfARemovedPaneStays) {
  panes().add("mala");
  frames(2);
  panes().running = true;
  ASSERT_TRUE(until([&] { return window().plots().find("mmd2")->series(1).points() >= 4; }));
  pause();
  settle();
  const auto mala = panes().histories().at(1);
  const auto words = [&] { return window().plots().find("mmd2")->told(); };
  ASSERT_EQ(panes().focus(), 1);
  const QString told = words();
  panes().set_focus(0);
  ASSERT_TRUE(until([&] { return words() != told; }));  // numbers are told a few times a second
  std::map<QString, int> replots;
  for (const Plot* plot : window().plots().all())
    QObject::connect(&const_cast<Plot*>(plot)->canvas(), &QCustomPlot::afterReplot, &window(),
                     [&replots, id = plot->subject().id] { ++replots[id]; });
  key(Qt::Key_W, Qt::ControlModifier);
  QApplication::processEvents();
  ASSERT_EQ(panes().count(), 1);
  ASSERT_FALSE(panes().running);
  EXPECT_EQ(panes().histories().front(), mala);
  std::set<std::string> of_mala;
  for (const Quantity& quantity : plotted_quantities(session().sampler_descriptor()))
    of_mala.insert(quantity.id);
  for (const Quantity& plot : chain_plots()) of_mala.insert(plot.id);
  for (Plot* plot : window().plots().all()) {
    const std::string id = plot->subject().id.toStdString();
    SCOPED_TRACE(id);
    EXPECT_TRUE(of_mala.contains(id)) << "a plot of the run that is gone";
    ASSERT_EQ(plot->runs(), 1);
    EXPECT_EQ(plot->shown_runs().front().sampler, "mala");
    EXPECT_EQ(&plot->series(0).values(), &mala->curve(id).points);
    if (plot->isVisible()) {
      EXPECT_GE(replots[plot->subject().id], 1);
    }
  }
  EXPECT_FALSE(window().plots().find("esh_kinetic_energy_gained"));
  EXPECT_EQ(window().plots().find("mmd2")->told(), told);
  screenshot("pane_removed");
}

}  // namespace
}  // namespace ergo::removed_pane_test
