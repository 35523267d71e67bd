// Which plots stand in the window, chosen from their menu, and what they say.
#include <qcustomplot.h>
#include <QContextMenuEvent>
#include <QLineEdit>
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
    if (const auto again = second.find(step); again != second.end()) {
      EXPECT_EQ(value, again->second) << "step " << step;
    }
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
    const auto words = [&] { return window().plots().find("kinetic_energy")->subject().title; };
    ASSERT_TRUE(until([&] { return words() == QString::fromStdString(kinetic.title); })) << id;
    Plot* plot = window().plots().find(QString::fromStdString(quantity_of(kinetic)));
    ASSERT_TRUE(plot) << id;
    EXPECT_TRUE(plot->canvas().yAxis->label().contains(QString::fromStdString(kinetic.symbol))) << id;
    EXPECT_EQ(plot->reference_words(), QString::fromStdString(kinetic.reference_label)) << id;
  }
}

// Both samplers call a channel kinetic_energy: K - K0 of ESH grows without end, K/d of a thermostat is 1/2.
TEST_F(PlotsTest, SamplersSharePlotsOfOneQuantityAlone) {
  panes().add("sgnht");
  ASSERT_TRUE(until([&] { return window().plots().runs() == 2; }));
  window().plots().propose({{"kinetic_energy", "energy"}});
  panes().running = true;
  const auto points = [&](const char* id, int run) {
    return window().plots().find(id)->series(run).points();
  };
  ASSERT_TRUE(
      until([&] { return points("esh_kinetic_energy_gained", 0) >= 3 && points("kinetic_energy", 1) >= 3; }));
  EXPECT_EQ(points("esh_kinetic_energy_gained", 1), 0);
  EXPECT_EQ(points("kinetic_energy", 0), 0);
  EXPECT_GE(points("energy", 0), 3);
  EXPECT_GE(points("energy", 1), 3);
  for (const char* id : {"esh_kinetic_energy_gained", "kinetic_energy", "energy"})
    EXPECT_TRUE(shown(id)) << id;
  entry("kinetic_energy")->trigger();
  EXPECT_FALSE(shown("kinetic_energy"));
  EXPECT_TRUE(shown("esh_kinetic_energy_gained"));
}

TEST_F(PlotsTest, TheMenuIsGroupedAndSearchedByTyping) {
  QMenu& menu = window().plots().menu();
  int groups = 0;
  for (const QAction* each : menu.actions()) groups += each->menu() != nullptr;
  EXPECT_GE(groups, 4);
  EXPECT_LE(menu.actions().size(), 12);
  menu.popup(window().mapToGlobal(QPoint(100, 100)));
  auto* field = menu.findChild<QLineEdit*>("search_plots");
  ASSERT_TRUE(field);
  EXPECT_TRUE(until([&] { return menu.activeAction() && field->isVisible(); }));
  QTest::keyClicks(field, "r-HAT");
  EXPECT_TRUE(menu.actions().contains(entry("split_rhat")));
  EXPECT_TRUE(menu.actions().contains(entry("nested_rhat")));
  EXPECT_FALSE(menu.actions().contains(entry("mmd2")));
  for (const QAction* each : menu.actions()) EXPECT_FALSE(each->menu() && each->isVisible());
  ASSERT_FALSE(shown("split_rhat"));
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(shown("split_rhat"));
  menu.close();
  field->clear();
  EXPECT_FALSE(menu.actions().contains(entry("split_rhat")));
}

// What theory says stands under the title: curves come near to it, and words there would hide them.
TEST_F(PlotsTest, LineAndBandAreExplainedOutsideTheAxes) {
  panes().assign({{"sampler", "hmc"}});
  ASSERT_TRUE(until([&] { return window().plots().find("acceptance_rate") != nullptr; }));
  EXPECT_TRUE(until([&] { return window().plots().find("acceptance_rate")->legend().contains("0.651"); }));
  for (const Plot* plot : window().plots().all()) {
    const QString words = plot->reference_words();
    EXPECT_TRUE(words.isEmpty() || plot->legend().contains(words)) << plot->subject().id.toStdString();
  }
}

// One value alone has no range: the axis is then as wide as the value is large, not as rounding.
TEST_F(PlotsTest, AnAxisOfOneValueHasASensibleRange) {
  Plot plot({.id = "one", .title = "One"});
  plot.show_runs({{"run", 0x112233, 0}});
  for (const double value : {0.0, 3.0}) {
    plot.cut(0, -1);
    plot.append(0, {0, 0, 0}, value, 0);
    plot.refresh();
    const QCPRange range = plot.canvas().yAxis->range();
    EXPECT_TRUE(range.contains(value));
    EXPECT_GE(range.size(), value > 0 ? 0.1 * value : 1) << value;
    EXPECT_LE(range.size(), value > 0 ? value : 2) << value;
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

std::vector<double> values_of(const Plot& plot) {
  std::vector<double> values;
  for (const PlotSeries::Value& value : plot.series(0).values()) values.push_back(value.value);
  return values;
}

// One sampler after the other, run by run anew, at any size of text.
TEST_F(PlotsTest, AnyNumberOfSamplersFollowsAnother) {
  for (const char* id : {"ula", "mala", "hmc", "esh"}) {
    ASSERT_TRUE(until([&] { return window().plots().find("mmd2")->points() > 1; }));
    panes().assign({{"sampler", id}});
    window().set_theme(id[0] == 'm' ? "light" : "dark");
  }
  window().plots().freeze();
  key(Qt::Key_R);
  panes().assign({{"sampler", "ula"}});
  window().set_theme("projector");
  EXPECT_TRUE(until([&] {
    const PlotSeries& series = window().plots().find("mmd2")->series(0);
    return series.points() > 0 && series.maker(series.values().back()) == "ula";
  }));
}

// Back where a sampler began, no title has a number of its later steps.
TEST_F(PlotsTest, WhatHasNoValueYetHasNoNumber) {
  ASSERT_TRUE(until([&] { return session().step() > 4; }));
  pause();
  settle();
  panes().assign({{"sampler", "mala"}});
  settle();
  key(Qt::Key_Space);
  const Plot& plot = *window().plots().find("acceptance_rate");
  ASSERT_TRUE(until([&] { return plot.points() > 1; }));
  pause();
  settle();
  EXPECT_FALSE(plot.told().isEmpty());
  key(Qt::Key_Left, Qt::ShiftModifier);
  settle();
  EXPECT_EQ(session().step(), session().journal().front().step);
  EXPECT_EQ(plot.told(), QString());
}

// A run has one time, whoever steps it: what its sampler showed before stays, with a mark where it was taken
// off, also in plots that the new one has no use for; taken back, all is as it was.
TEST_F(PlotsTest, WhatARunsEarlierSamplerShowedStays) {
  Plots& plots = window().plots();
  ASSERT_TRUE(until([&] { return plots.find("mmd2")->points() > 4; }));
  pause();
  settle();
  const std::vector<double> distance = values_of(*plots.find("mmd2"));
  const std::vector<double> kinetic = values_of(*plots.find("kinetic_energy"));
  ASSERT_GT(kinetic.size(), 4u);
  const double end = plots.find("mmd2")->series(0).end();
  panes().assign({{"sampler", "ula"}});
  settle();
  EXPECT_FALSE(plots.find("kinetic_energy"));
  EXPECT_EQ(plots.find("mmd2")->marks(), 1);
  key(Qt::Key_Space);
  ASSERT_TRUE(until([&] { return plots.find("mmd2")->series(0).end() > 1.5 * end; }));
  pause();
  settle();
  const Plot& plot = *plots.find("mmd2");
  std::vector<double> both = values_of(plot);
  ASSERT_GT(both.size(), distance.size());
  both.resize(distance.size());
  EXPECT_EQ(both, distance);
  const auto& esh = plot.series(0).values().front();
  const auto& ula = plot.series(0).values().back();
  EXPECT_EQ(plot.maker(0, esh).toStdString(), sampler_unit("esh").descriptor.title);
  EXPECT_EQ(plot.maker(0, ula), plot.series(0).name());
  EXPECT_TRUE(plot.reading(esh.at.gradients).contains(plot.maker(0, esh)));
  EXPECT_FALSE(plot.reading(ula.at.gradients).contains(plot.maker(0, esh)));
  QCustomPlot& canvas = plots.find("energy")->canvas();  // MMD² may be below 0, which is a gap
  for (int i = 0; i < canvas.graphCount(); ++i) {
    const auto line = canvas.graph(i)->data();
    EXPECT_TRUE(line->isEmpty() || std::isfinite(line->constBegin()->value)) << "no first pixel";
  }
  screenshot("plots-earlier-sampler");

  ASSERT_TRUE(panes().undo());
  settle();
  frames(4);
  EXPECT_EQ(plots.find("mmd2")->marks(), 0);
  std::vector<double> again = values_of(*plots.find("mmd2"));
  again.resize(std::min(again.size(), distance.size()));
  EXPECT_EQ(again, distance);
  ASSERT_TRUE(plots.find("kinetic_energy"));
  EXPECT_TRUE(shown("kinetic_energy"));
  again = values_of(*plots.find("kinetic_energy"));
  again.resize(std::min(again.size(), kinetic.size()));
  EXPECT_EQ(again, kinetic);
  EXPECT_FALSE(plots.find("kinetic_energy")
                   ->series(0)
                   .earlier(plots.find("kinetic_energy")->series(0).values().front()));
}

}  // namespace
}  // namespace ergo
