#pragma once

#include "widgets/plots/chain_plot.h"

class QCPItemRect;
class QCPItemStraightLine;
class QCPItemTracer;

namespace ergo {

/// Trace of the first chains with the burn-in line, which the mouse moves.
class TracePlot : public ChainPlot {
 public:
  TracePlot(const PlotSubject& subject, ChainView& view, QWidget* parent = nullptr);
  void set_theme(const Palette& palette, double factor) override;
  double line_pixel() const;  ///< where the line is on the canvas

 protected:
  double end() const override;
  void draw_more() override;

 private:
  double line_place() const;
  bool near_line(QPointF at) const;
  void move_line(double pixel);

  QCPItemStraightLine* line_;
  QCPItemRect* before_;  ///< veils the states that are not used
  QCPItemTracer* handle_;
  bool dragging_ = false, followed_ = true;
};

}  // namespace ergo
