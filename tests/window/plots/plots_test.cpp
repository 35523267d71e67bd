// Plots in the window: choosing them from the menu, and the values that they show.
#include <qcustomplot.h>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/diagnostics/quantities.h"
#include "core/live/report_grid.h"
#include "tests/window/plots/plots_fixture.h"
#include "widgets/base/numbers.h"

namespace ergo::plots_test {
namespace {

TEST_F(PlotsTest, BeginWithTheErrorAndTwoChannels) {
  const auto defaults = default_quantities({session().config().sampler.id});
  for (const Quantity& quantity : plotted_quantities(session().sampler_descriptor()))
    EXPECT_EQ(shown(QString::fromStdString(quantity.id)), std::ranges::count(defaults, quantity.id) > 0)
        << quantity.id;
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

TEST_F(PlotsTest, ARunIsSeenAtTheSameStepsHoweverFramesFall) {
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
    for (const auto& value : plot.series(0).values())
      if (!value.at_rest) values.emplace(value.at.steps, value.value);
    return values;
  };
  const auto first = seen(), second = seen();
  const ReportGrid grid(session().config().chains);
  double step = 0;
  for (auto one = first.begin(), other = second.begin(); one != first.end() && other != second.end();
       ++one, ++other) {
    EXPECT_EQ(*one, *other);
    EXPECT_EQ(one->first, step);  // a step of ESH takes one gradient
    step = grid.next(step, ReportGrid::channels);
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

// On more sites than chains even exact draws are far from the target in total variation.
TEST_F(PlotsTest, LargeLatticesAreMeasuredByTheirModes) {
  panes().assign({{"target", "lattice_modes"}, {"sampler", "lattice_gibbs"}});
  EXPECT_TRUE(until([&] { return shown("occupancy_tv") && !shown("site_tv"); }));
  const Plot *modes = window().plots().find("occupancy_tv"), *jump = window().plots().find("jump");
  EXPECT_TRUE(until([&] { return modes->y() < jump->y(); }));
  screenshot("plots_large_lattice");
  panes().assign({{"target", "lattice8"}});
  EXPECT_TRUE(until([&] { return shown("site_tv") && !shown("occupancy_tv"); }));
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
  const auto values = [&](const char* id) { return window().plots().find(id)->series(0).values(); };
  ASSERT_TRUE(until([&] { return values("cycle_acceptance").size() >= 6; }));
  const auto mean = values("cycle_acceptance"), drawn = values("acceptance_rate");
  for (std::size_t back = 1; back <= 3; ++back)
    EXPECT_EQ(window().plots().find("acceptance_rate")->series(0).shown(drawn[drawn.size() - back]).value,
              mean[mean.size() - back].value);
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
  panes().assign({{"target", "gaussian"}, {"sampler", "mala"}});
  const auto legend = [&] {
    const Plot* plot = window().plots().find("acceptance_rate");
    return plot ? plot->legend() : QString();
  };
  EXPECT_TRUE(until([&] { return legend().contains("best for MALA on this target ± 0.05"); }));
  panes().assign({{"target", "ring8"}});
  EXPECT_TRUE(until([&] { return legend().isEmpty(); }));
  panes().assign({{"target", "gaussian"}});
  for (const Plot* plot : window().plots().all()) {
    const QString words = plot->reference_words();
    EXPECT_TRUE(words.isEmpty() || plot->legend().contains(words)) << plot->subject().id.toStdString();
  }
}

// An edit takes the band away until that of the new target is known.
TEST_F(PlotsTest, TheScaleOfABandStaysUntilTheNextOne) {
  Plot& plot = *window().plots().find("mmd2");
  plot.set_band(-1e-4, 2e-4);
  EXPECT_EQ(plot.axes().vertical().bend, 2e-4);
  plot.set_band(0, 0);
  EXPECT_EQ(plot.axes().vertical().bend, 2e-4);
  plot.set_band(-1e-3, 1e-3);
  EXPECT_EQ(plot.axes().vertical().bend, 1e-3);
}

// However narrow: in rows of their own, then with dots for what is left out.
TEST_F(PlotsTest, LinesAndBandsWordsFitTheirPlot) {
  panes().assign({{"sampler", "sgnht"}});
  window().set_theme("projector");
  ASSERT_TRUE(
      until([&] { return window().plots().find("xi") && window().plots().find("xi")->points() > 0; }));
  Plot& plot = *window().plots().find("xi");
  const QString whole = plot.legend();
  EXPECT_FALSE(whole.isEmpty());
  bool dots = false;
  for (const int width : {plot.canvas().width(), 400, 200}) {
    plot.canvas().resize(width, plot.canvas().height());
    const auto* words = qobject_cast<QCPTextElement*>(plot.canvas().plotLayout()->element(1, 0));
    ASSERT_TRUE(words);
    for (const QString& line : words->text().split('\n'))
      EXPECT_LE(QFontMetrics(words->font()).horizontalAdvance(line), width) << line.toStdString();
    dots = words->text().contains(QChar(0x2026));
    EXPECT_EQ(plot.legend(), whole);
  }
  EXPECT_TRUE(dots);
}

// One value alone has no range: the axis is then as wide as the value is large, not as rounding.
TEST_F(PlotsTest, AnAxisOfOneValueHasASensibleRange) {
  Plot plot({.id = "mean_x", .title = "One"});
  const auto history = std::make_shared<RunHistory>();
  plot.show_runs({{.name = "run", .colour = 0x112233, .history = history}});
  for (const double value : {0.0, 3.0}) {
    history->cut(-1);
    DiagnosticReport report;
    report.sampler = "esh";
    report.mean.x = value;
    history->add(report);
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

TEST_F(PlotsTest, ShowTheValuesOfTheReport) {
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

TEST_F(PlotsTest, NumbersDoNotDependOnTheLocale) {
  ASSERT_EQ(QLocale::system().toString(2.5), QString::fromUtf8("۲٫۵"))
      << "the user's locale has other numbers";
  EXPECT_EQ(QLocale().toString(1234.5), "1234.5");
  ASSERT_TRUE(until([&] { return window().plots().find("mmd2")->points() > 2; }));
  int labels = 0;
  for (QCustomPlot* plot : window().findChildren<QCustomPlot*>()) {
    plot->replot();
    for (const QCPAxis* axis : {plot->xAxis, plot->yAxis})
      for (const QString& label : axis->tickVectorLabels()) {
        ++labels;
        for (const QChar letter : label)
          EXPECT_TRUE(letter != ',' && (!letter.isDigit() || letter.unicode() < 128)) << label.toStdString();
      }
  }
  EXPECT_GT(labels, 5);
}

}  // namespace
}  // namespace ergo::plots_test
