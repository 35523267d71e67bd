#pragma once

#include <QFont>
#include <QWidget>
#include <vector>

#include "widgets/plots/plot.h"

class QPainter;

namespace ergo {

/// Which curve is whose: a stroke and a name for each run, in as many columns as the width has room for.
struct CurveLegendDrawing {
  std::vector<PlottedRun> runs;
  const Palette* palette = nullptr;
  double factor = 1;  ///< of the design's lengths

  int height_for(int width) const;
  void paint(QPainter& painter, const QRect& place) const;

 private:
  QFont font() const;
  int columns(int width) const;
  int row_height() const;
  int stroke() const { return qRound(26 * factor); }
};

/// The key above the plots, where several runs have one colour or curves of earlier ones are kept.
class CurveLegend : public QWidget {
  Q_OBJECT

 public:
  explicit CurveLegend(QWidget* parent = nullptr);
  /// Hidden where colours tell the runs apart and nothing is kept.
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
