#pragma once

#include <functional>

#include "core/live/chain_figures.h"
#include "widgets/plots/chain_view.h"
#include "widgets/plots/plot.h"

class QCPGraph;

namespace ergo {

/// Plot of single chains of the run in focus: a trace, an autocorrelation or ranks.
class ChainPlot : public Plot {
 public:
  /// `view` must outlive the plot.
  ChainPlot(const PlotSubject& subject, ChainView& view, QWidget* parent = nullptr);
  const ChainFigure& figure() const { return figure_; }
  void tell(double, double) override {}  // its numbers come from the chains
  void refresh() override;
  void set_theme(const Palette& palette, double factor) override;
  CurvePanel panel(const Palette& palette) const override;
  std::vector<PlotRow> rows() const override;
  QString reading(double x) const override;
  QList<QAction*> own_entries() const override { return view_.entries(); }

 protected:
  void follow_data() override;
  QString abscissa_name() const override;
  bool has_own_abscissa() const override { return subject().id != "chain_trace"; }
  QString ordinate_name() const override { return QString::fromStdString(figure_.panel.ordinate); }
  const ChainTraces& traces() const;
  ChainView& view() { return view_; }
  const ChainView& view() const { return view_; }
  /// Draws what a kind of plot has besides curves and band.
  virtual void draw_more() {}

 private:
  ChainSelection selection(const Palette& palette) const;
  ChainFigure made(const Palette& palette) const;
  QString name_of_run() const;
  void draw();
  void say();

  ChainView& view_;
  ChainFigure figure_;
  QCPGraph *low_, *high_;  ///< edges of the band
  std::vector<QCPGraph*> curves_;
  bool stale_ = true;
  /// That the figure is made of.
  struct Drawn {
    int focus = 0;
    Abscissa abscissa = Abscissa::gradients;
    std::vector<std::uint64_t> revisions;  ///< of the runs' traces
    bool operator==(const Drawn&) const = default;
  };
  Drawn drawn_;
};

}  // namespace ergo
