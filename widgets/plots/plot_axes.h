#pragma once

#include <QFont>
#include <QSharedPointer>
#include <QString>

#include "core/figures/value_scale.h"
#include "core/view/palette.h"

class QCPAxis;
class QCustomPlot;

namespace ergo {

class RoundTicker;

/// The two axes of a plot. Curves are drawn at the places of their values. As many round numbers stand along an axis
/// as have room.
class PlotAxes {
 public:
  explicit PlotAxes(QCustomPlot& canvas);
  void set_scales(const ValueScale& horizontal, const ValueScale& vertical);
  const ValueScale& horizontal() const { return horizontal_; }
  const ValueScale& vertical() const { return vertical_; }
  void set_labels(const QString& abscissa, const QString& ordinate);
  void set_theme(const Palette& palette, double factor, const QFont& face);

 private:
  QCPAxis *x_, *y_;
  ValueScale horizontal_, vertical_;
  QSharedPointer<RoundTicker> x_ticker_, y_ticker_;
};

}  // namespace ergo
