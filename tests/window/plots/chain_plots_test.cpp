// Trace, autocorrelation and ranks of chains in the window.
#include <qcustomplot.h>

#include "core/diagnostics/quantities.h"
#include "tests/window/export/export_fixture.h"
#include "widgets/plots/chain_view.h"
#include "widgets/plots/trace_plot.h"

namespace ergo::chain_plots_test {
namespace {

class ChainPlotsTest : public ExportWindowTest {
 protected:
  void show_all() {
    for (const Quantity& plot : chain_plots()) {
      auto* entry = window().plots().menu().findChild<QAction*>("plot." + QString::fromStdString(plot.id));
      ASSERT_TRUE(entry) << plot.id;
      entry->trigger();
    }
    ASSERT_TRUE(until([&] { return trace().figure().rows.size() > 150; }));
    pause();
    settle();
  }
  ChainPlot& chain_plot(const char* id) { return dynamic_cast<ChainPlot&>(*window().plots().find(id)); }
  TracePlot& trace() { return dynamic_cast<TracePlot&>(*window().plots().find("chain_trace")); }
  ChainView& view() { return window().plots().chains(); }
};

TEST_F(ChainPlotsTest, TheMouseMovesTheLineAndTheNumbersFollow) {
  show_all();
  EXPECT_EQ(view().burn_in(), 0);
  const QString rhat = trace().told(), ess = chain_plot("chain_autocorrelation").told(),
                draws = chain_plot("chain_ranks").told();
  EXPECT_TRUE(rhat.startsWith("R-hat "));
  EXPECT_TRUE(ess.startsWith("ESS "));
  QCustomPlot& canvas = trace().canvas();
  canvas.replot();
  const QRect axes = canvas.axisRect()->rect();
  const QCPRange before = canvas.xAxis->range();
  QTest::mousePress(&canvas, Qt::LeftButton, {}, QPoint(qRound(trace().line_pixel()) + 2, axes.center().y()));
  QTest::mouseMove(&canvas, axes.center());
  QMouseEvent move(QEvent::MouseMove, axes.center(), canvas.mapToGlobal(axes.center()), Qt::NoButton, Qt::LeftButton, {});
  QApplication::sendEvent(&canvas, &move);
  QTest::mouseRelease(&canvas, Qt::LeftButton, {}, axes.center());
  EXPECT_NEAR(trace().line_pixel(), axes.center().x(), 1);
  EXPECT_EQ(canvas.xAxis->range(), before);
  EXPECT_TRUE(trace().following());
  EXPECT_NEAR(view().burn_in(), trace().figure().end / 2, 0.02 * trace().figure().end);
  EXPECT_NE(trace().told(), rhat);
  EXPECT_NE(chain_plot("chain_autocorrelation").told(), ess);
  EXPECT_NE(chain_plot("chain_ranks").told(), draws);
  screenshot("chain_plots");
  view().set_burn_in(0);
  EXPECT_EQ(trace().told(), rhat);
  EXPECT_EQ(chain_plot("chain_autocorrelation").told(), ess);
}

TEST_F(ChainPlotsTest, TheirMenuChoosesTheQuantity) {
  show_all();
  for (QAction* entry : view().entries()) {
    entry->trigger();
    const QString symbol = QString::fromStdString(symbol_of(view().quantity()));
    EXPECT_EQ(trace().canvas().yAxis->label(), symbol);
    for (const char* id : {"chain_trace", "chain_autocorrelation", "chain_ranks"})
      EXPECT_FALSE(chain_plot(id).figure().panel.curves.empty()) << id;
  }
  EXPECT_EQ(view().quantity(), ChainQuantity::energy);
  EXPECT_EQ(view().burn_in(), 0);
}

TEST_F(ChainPlotsTest, AreExportedAsTheyAre) {
  show_all();
  view().set_burn_in(20);
  for (const char* kind : {"csv", "svg", "pdf"})
    EXPECT_EQ(carry_out({.what = ExportRequest::What::plots, .path = QString("plots.") + kind}), "") << kind;
  const std::string table = text("plots.csv");
  for (const char* words : {"chain_trace,chain 3,", "chain_autocorrelation,", "chain_ranks,"})
    EXPECT_NE(table.find(words), std::string::npos) << words;
  EXPECT_NE(text("plots.svg").find("svg"), std::string::npos);
}

// Of the run in focus; going back and other samplers change what they show, and starting anew begins with nothing.
TEST_F(ChainPlotsTest, FollowTheRunInFocus) {
  show_all();
  const auto revision = trace().figure().rows.size();
  key(Qt::Key_Home);
  settle();
  EXPECT_EQ(trace().figure().rows.size(), revision);
  panes().add("mala");
  frames(3);
  panes().running = true;
  ASSERT_TRUE(until([&] { return window().plots().runs() == 2 && trace().figure().rows.size() > 60; }));
  pause();
  settle();
  const QString of_mala = trace().told();
  EXPECT_EQ(trace().figure().panel.curves.size(), 2u);
  EXPECT_EQ(chain_plot("chain_autocorrelation").figure().panel.curves.size(), 2u);
  panes().set_focus(0);
  EXPECT_TRUE(until([&] { return trace().told() != of_mala; }));
  panes().restart();
  settle();
  EXPECT_LE(trace().figure().rows.size(), 3u);
}

}  // namespace
}  // namespace ergo::chain_plots_test
