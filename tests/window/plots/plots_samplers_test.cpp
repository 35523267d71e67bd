// Plots of a run whose sampler changes.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "core/unit/registry.h"
#include "tests/window/plots/plots_fixture.h"

namespace ergo::plots_samplers_test {
namespace {

std::vector<double> values_of(const Plot& plot) {
  std::vector<double> values;
  for (const CurvePoint& value : plot.series(0).values()) values.push_back(value.value);
  return values;
}

// One sampler after the other, run by run anew, at any size of text.
TEST_F(PlotsTest, AnyNumberOfSamplersFollowsAnother) {
  for (const char* id : {"ula", "mala", "hmc", "esh"}) {
    ASSERT_TRUE(until([&] { return window().plots().find("mmd2")->points() > 1; }));
    panes().assign({{"sampler", id}});
    window().set_theme(id[0] == 'm' ? "light" : "dark");
  }
  key(Qt::Key_G);
  key(Qt::Key_R);
  panes().assign({{"sampler", "ula"}});
  window().set_theme("projector");
  EXPECT_TRUE(until([&] {
    const PlotSeries& series = window().plots().find("mmd2")->series(0);
    return series.points() > 0 && series.maker(series.values().back()) == "ula";
  }));
}

// Back where a sampler began, no title has a number of its later steps.
TEST_F(PlotsTest, QuantityWithoutAValueShowsNoNumber) {
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
TEST_F(PlotsTest, CurvesOfARunsEarlierSamplerStay) {
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

// A sampler put on where the run stands: what it has to say there is a point in sight, on a linear axis and
// on a logarithmic one, and so is the one point of a sampler before.
TEST_F(PlotsTest, APointAloneIsSeen) {
  const auto discs = [](Plot& plot) {
    int count = 0;
    for (int i = 0; i < plot.canvas().graphCount(); ++i) {
      const QCPGraph& graph = *plot.canvas().graph(i);
      const QCPScatterStyle style = graph.scatterStyle();
      if (graph.dataCount() > 0 && style.shape() == QCPScatterStyle::ssDisc &&
          style.size() > 2 * graph.pen().widthF())
        ++count;
    }
    return count;
  };
  ASSERT_TRUE(until([&] { return session().step() > 40; }));
  pause();
  settle();
  panes().assign({{"sampler", "langevin"}});
  settle();
  Plot& plot = *window().plots().find("kinetic_energy");
  ASSERT_TRUE(until([&] { return plot.points() == 1; }));
  const double x = plot.series(0).values().front().at.gradients, y = plot.last_value();
  for (const bool logarithmic : {false, true}) {
    plot.set_logarithmic_y(logarithmic);
    EXPECT_EQ(discs(plot), 1) << logarithmic;
    EXPECT_TRUE(plot.canvas().xAxis->range().contains(x));
    EXPECT_GT(x, 0.5 * plot.canvas().xAxis->range().upper);
    EXPECT_TRUE(plot.canvas().yAxis->range().contains(plot.axes().vertical().place(y)));
  }
  plot.set_logarithmic_y(false);
  frames(6);
  screenshot("plots-point-alone");
  panes().assign({{"sampler", "sghmc"}});
  EXPECT_TRUE(until([&] { return discs(*window().plots().find("kinetic_energy")) == 2; }, 5000));
}

// Its counter begins at nothing, the run's does not; beside it another run waits for none of its steps.
TEST_F(PlotsTest, ASamplerThatCountsItsGradientsGoesOnFromTheRuns) {
  panes().assign({{"sampler", "mala"}});
  panes().add("ula");
  frames(3);
  const auto gradients = [&](int run) { return panes().at(run).gradient_evaluations(); };
  panes().running = true;
  ASSERT_TRUE(until([&] { return gradients(1) >= 200; }));
  pause();
  settle();
  const double before = gradients(1);
  const std::uint64_t step = panes().at(1).session().step();
  panes().assign({{"sessions.1.sampler", "nuts"}});
  frames(3);
  EXPECT_EQ(gradients(1), before);
  panes().running = true;
  ASSERT_TRUE(until([&] { return panes().at(1).session().step() > step + 20; }));
  pause();
  settle();
  const double most = panes().at(1).session().gradients_per_step();  // of a step of NUTS
  EXPECT_NEAR(gradients(1), gradients(0), most);
  const std::vector<CurvePoint>& values = window().plots().find("mmd2")->series(1).values();
  EXPECT_TRUE(std::ranges::is_sorted(values, {}, [](const auto& value) { return value.at.gradients; }));
  EXPECT_GT(values.back().at.gradients, before);
  panes().assign({{"sessions.1.sampler", "ula"}});
  frames(3);
  EXPECT_NEAR(gradients(1), gradients(0), most);
}

}  // namespace
}  // namespace ergo::plots_samplers_test
