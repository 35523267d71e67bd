// Which plots stand in the window, chosen from their menu, and what they say.
#include <qcustomplot.h>
#include <QContextMenuEvent>
#include <QMenu>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/diagnostics/quantities.h"
#include "tests/window/window_fixture.h"
#include "widgets/numbers.h"

namespace ergo {
namespace {

class PlotsTest : public WindowTest {
 protected:
  bool shown(const QString& id) {
    const Plot* plot = window().plots().find(id);
    EXPECT_TRUE(plot) << id.toStdString();
    return plot && plot->isVisible();
  }
  QAction* entry(const QString& id) { return window().plots().menu().findChild<QAction*>("plot." + id); }
};

TEST_F(PlotsTest, BeginWithTheErrorAndThreeChannels) {
  for (const Quantity& quantity : plotted_quantities(session().sampler_descriptor()))
    EXPECT_EQ(shown(QString::fromStdString(quantity.id)), quantity.shown) << quantity.id;
  EXPECT_TRUE(shown("mmd2"));
  EXPECT_FALSE(shown("split_rhat"));
}

TEST_F(PlotsTest, APresetsOwnStandUntilTheNextPreset) {
  const auto names = preset_names();
  const auto open_named = [&](const char* name) {
    window().open_preset(static_cast<int>(std::ranges::find(names, name) - names.begin()));
    frames(4);
  };
  ASSERT_EQ(load_preset("failure-bias").plots,
            (std::vector<std::string>{"variance_x", "mmd2", "acceptance_rate"}));
  open_named("failure-bias");
  for (const Plot* plot : window().plots().all()) {
    const auto id = plot->subject().id;
    EXPECT_EQ(plot->isVisible(), id == "variance_x" || id == "mmd2" || id == "acceptance_rate")
        << id.toStdString();
  }
  entry("mmd2")->trigger();
  entry("energy")->trigger();
  EXPECT_FALSE(shown("mmd2"));
  EXPECT_TRUE(shown("energy"));
  open_named("ula-bias");
  EXPECT_TRUE(shown("mmd2"));
  EXPECT_FALSE(shown("variance_x"));
}

TEST_F(PlotsTest, ARunIsSeenAtRoundStepsHoweverFramesFall) {
  pause();
  panes().steps_per_frame = 5;
  const auto seen = [&] {
    panes().restart();
    settle();
    panes().running = true;
    const Plot& plot = *window().plots().find("kinetic_energy");
    EXPECT_TRUE(until([&] { return plot.points() >= 8; }));
    panes().running = false;
    std::map<double, double> values;  // by step
    for (const auto& value : plot.series(0).values()) values.emplace(value.at.steps, value.value);
    return values;
  };
  const auto first = seen(), second = seen();
  for (const auto& [step, value] : first) {
    EXPECT_EQ(std::fmod(step, 8), 0) << step;
    if (const auto again = second.find(step); again != second.end())
      EXPECT_EQ(value, again->second) << "step " << step;
  }
}

TEST_F(PlotsTest, AreChosenFromTheMenuForAllSamplers) {
  ASSERT_TRUE(entry("occupancy_tv"));
  entry("occupancy_tv")->trigger();
  entry("mmd2")->trigger();
  EXPECT_TRUE(shown("occupancy_tv"));
  EXPECT_FALSE(shown("mmd2"));
  // What was recorded while it was hidden is there.
  ASSERT_TRUE(until([&] { return window().plots().find("ess_per_gradient")->points() >= 3; }));
  entry("ess_per_gradient")->trigger();
  EXPECT_GE(window().plots().find("ess_per_gradient")->points(), 3);
  panes().assign({parse_assignment("sampler=mala")});
  ASSERT_TRUE(until([&] { return window().plots().find("acceptance_rate") != nullptr; }));
  EXPECT_TRUE(shown("occupancy_tv"));
  EXPECT_FALSE(shown("mmd2"));
  EXPECT_TRUE(shown("acceptance_rate"));
  EXPECT_TRUE(entry("occupancy_tv")->isChecked());
  ASSERT_TRUE(until([&] { return window().plots().find("occupancy_tv")->points() >= 2; }));
  screenshot("plots_chosen");
}

// The same quantity has another symbol and another reference for another sampler.
// Alone it has plots of its own for them.
TEST_F(PlotsTest, BesideOthersACycleShowsItsMeans) {
  panes().assign({{"target", "lattice8"}, {"sampler", "acs"}});
  ASSERT_TRUE(until([&] { return window().plots().find("cycle_acceptance") != nullptr; }));
  EXPECT_TRUE(shown("cycle_acceptance"));
  EXPECT_FALSE(shown("acceptance_rate"));
  panes().duplicate();
  panes().assign({{"sampler", "dmala"}});
  ASSERT_TRUE(until([&] { return !window().plots().find("cycle_acceptance")->isVisible(); }));
  for (const char* id : {"acceptance_rate", "jump"}) EXPECT_TRUE(shown(id)) << id;
  for (const char* id : {"cycle_acceptance", "cycle_jump"}) EXPECT_FALSE(shown(id)) << id;
  const auto values = [&](const char* id) { return window().plots().find(id)->past().front().values; };
  ASSERT_TRUE(until([&] { return values("cycle_acceptance").size() >= 6; }));
  const auto mean = values("cycle_acceptance"), drawn = values("acceptance_rate");
  for (std::size_t back = 1; back <= 3; ++back)
    EXPECT_EQ(drawn[drawn.size() - back].value, mean[mean.size() - back].value);
}

TEST_F(PlotsTest, TheWordsFollowTheSampler) {
  for (const char* id : {"esh", "hmc", "sgnht", "esh"}) {
    panes().assign({{"sampler", id}});
    frames(8);
    const Descriptor& sampler = sampler_unit(id).descriptor;
    const Channel& kinetic =
        sampler.channels.at(static_cast<std::size_t>(find_channel(sampler, "kinetic_energy")));
    Plot* plot = window().plots().find("kinetic_energy");
    ASSERT_TRUE(until([&] { return plot->subject().title == QString::fromStdString(kinetic.title); })) << id;
    EXPECT_TRUE(plot->canvas().yAxis->label().contains(QString::fromStdString(kinetic.symbol))) << id;
    EXPECT_EQ(plot->reference_words(), QString::fromStdString(kinetic.reference_label)) << id;
  }
}

TEST_F(PlotsTest, ARightClickOpensTheMenu) {
  Plot* plot = window().plots().find("mmd2");
  QContextMenuEvent click(QContextMenuEvent::Mouse, plot->canvas().rect().center(),
                          plot->canvas().mapToGlobal(plot->canvas().rect().center()));
  QApplication::sendEvent(&plot->canvas(), &click);
  EXPECT_TRUE(until([&] { return window().plots().menu().isVisible(); }));
  window().plots().menu().close();
}

// Its axes and its export without the mouse.
TEST_F(PlotsTest, TheMenuKeyOpensThePlotThatTheTabKeyReaches) {
  QWidget& canvas = window().plots().find("mmd2")->canvas();
  EXPECT_TRUE(canvas.focusPolicy() & Qt::TabFocus);
  EXPECT_FALSE(canvas.accessibleName().isEmpty());
  canvas.setFocus();
  ASSERT_TRUE(until([&] { return canvas.hasFocus(); }));
  const QPoint middle = canvas.rect().center();
  QContextMenuEvent menu_key(QContextMenuEvent::Keyboard, middle, canvas.mapToGlobal(middle));
  QApplication::sendEvent(&canvas, &menu_key);
  EXPECT_TRUE(until([&] { return window().plots().menu().isVisible(); }));
  QAction* logarithmic = window().plots().menu().findChild<QAction*>("logarithmic_x");
  ASSERT_TRUE(logarithmic);
  logarithmic->trigger();
  EXPECT_TRUE(window().plots().find("mmd2")->logarithmic_x());
  window().plots().menu().close();
}

TEST_F(PlotsTest, SayWhatTheReportSays) {
  pause();
  settle();
  ASSERT_GT(session().step(), 0u);
  for (const Metric& metric : metrics(*window().report())) {
    const Plot* plot = window().plots().find(QString::fromStdString(metric.id));
    if (!plot || std::isnan(metric.value)) continue;
    EXPECT_EQ(plot->last_value(), metric.value) << metric.id;
  }
}

// Gone back, the number beside a title is that of where the run is, as the read-outs are.
TEST_F(PlotsTest, TheNumberBesideATitleIsThatOfTheMoment) {
  ASSERT_TRUE(until([&] { return window().plots().find("energy")->points() > 4; }));
  pause();
  settle();
  const Plot& plot = *window().plots().find("energy");
  const QString late = plot.told();
  key(Qt::Key_Home);
  settle();
  EXPECT_EQ(session().step(), 0u);
  EXPECT_NE(plot.told(), late);
  const std::vector<Metric> told = metrics(*window().report());
  const auto energy = std::ranges::find(told, "energy", &Metric::id);
  ASSERT_NE(energy, told.end());
  EXPECT_EQ(plot.told().toStdString(), with_error(energy->value, energy->error));
}

}  // namespace
}  // namespace ergo
