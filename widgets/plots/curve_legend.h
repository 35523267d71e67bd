#pragma once

#include <QFont>
#include <QWidget>
#include <vector>

#include "widgets/plots/plot.h"

class QPainter;

namespace ergo {

/// Legend with a stroke and a name for each run, in as many columns as fit the width.
struct CurveLegendDrawing {
  std::vector<PlottedRun> runs;
  const Palette* palette = nullptr;
  double factor = 1;  ///< scale of the design's lengths

  int height_for(int width) const;
  void paint(QPainter& painter, const QRect& place) const;

 private:
  QFont font() const;
  int columns(int width) const;
  int row_height() const;
  int stroke() const { return qRound(26 * factor); }
};

/// Legend above the plots, shown if several runs have the same colour or curves are kept.
class CurveLegend : public QWidget {
  Q_OBJECT

 public:
  explicit CurveLegend(QWidget* parent = nullptr);
  /// Hidden if colours distinguish the runs and no curves are kept.
  void show_runs(const std::vector<PlottedRun>& runs);
  void set_theme(const Palette& palette, double factor);

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override { fit(); }

 private:
  void fit();

  CurveLegendDrawing key_;
};

}  // namespace ergo
