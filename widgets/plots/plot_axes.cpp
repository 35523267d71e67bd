#include "widgets/plots/plot_axes.h"

#include <qcustomplot.h>

#include <cmath>
#include <utility>

#include "widgets/base/theme.h"

namespace ergo {

/// Chooses the numbers of an axis by the room that their words need.
class RoundTicker : public QCPAxisTicker {
 public:
  explicit RoundTicker(const QCPAxis& axis) : axis_(axis) {}
  ValueScale scale;

  void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* sub_ticks,
                QVector<QString>* labels) override {
    const QFontMetrics face(axis_.tickLabelFont());
    const auto fits = [&](const std::vector<AxisTick>& all) { return all.size() <= most && apart(all, face); };
    ticks.clear();
    if (sub_ticks) sub_ticks->clear();
    if (labels) labels->clear();
    for (const AxisTick& tick : axis_ticks(scale, range.lower, range.upper, fits)) {
      if (!upright() && cut(tick, face)) continue;
      ticks << tick.place;
      if (labels) *labels << QString::fromStdString(tick.label);
    }
  }

 private:
  static constexpr std::size_t most = 5;
  bool upright() const { return axis_.orientation() == Qt::Vertical; }

  static double width(const AxisTick& tick, const QFontMetrics& face) {
    return face.horizontalAdvance(QString::fromStdString(tick.label));
  }

  bool apart(const std::vector<AxisTick>& all, const QFontMetrics& face) const {
    for (std::size_t i = 1; i < all.size(); ++i) {
      const double between = std::abs(axis_.coordToPixel(all[i].place) - axis_.coordToPixel(all[i - 1].place));
      const double words = (width(all[i], face) + width(all[i - 1], face)) / 2 + face.height() / 2;
      if (between < (upright() ? 1.2 * face.height() : words)) return false;
    }
    return true;
  }

  /// Whether the number's words would reach over the edge of the plot.
  bool cut(const AxisTick& tick, const QFontMetrics& face) const {
    const double at = axis_.coordToPixel(tick.place), half = width(tick, face) / 2;
    return at - half < 0 || at + half > axis_.parentPlot()->width();
  }

  const QCPAxis& axis_;
};

PlotAxes::PlotAxes(QCustomPlot& canvas)
    : x_(canvas.xAxis), y_(canvas.yAxis), x_ticker_(new RoundTicker(*x_)), y_ticker_(new RoundTicker(*y_)) {
  x_->setTicker(x_ticker_);
  y_->setTicker(y_ticker_);
  // Numbers are chosen before the layout: they have to be chosen again where it changed.
  QObject::connect(&canvas, &QCustomPlot::afterLayout, &canvas, [&canvas, laid_out = QSize()]() mutable {
    const QSize now = canvas.axisRect()->size();
    if (std::exchange(laid_out, now) != now) canvas.replot(QCustomPlot::rpQueuedReplot);
  });
}

void PlotAxes::set_scales(const ValueScale& horizontal, const ValueScale& vertical) {
  x_ticker_->scale = horizontal_ = horizontal;
  y_ticker_->scale = vertical_ = vertical;
}

void PlotAxes::set_labels(const QString& abscissa, const QString& ordinate) {
  x_->setLabel(abscissa);
  y_->setLabel(ordinate);
}

void PlotAxes::set_theme(const Palette& palette, double factor, const QFont& face) {
  const QColor words = to_qt(palette.secondary), grid = to_qt(palette.hairline);
  for (QCPAxis* axis : {x_, y_}) {
    axis->setTickLabelFont(face);
    axis->setLabelFont(face);
    axis->setTickLabelColor(words);
    axis->setLabelColor(words);
    for (const auto set : {&QCPAxis::setBasePen, &QCPAxis::setTickPen, &QCPAxis::setSubTickPen})
      (axis->*set)(Qt::NoPen);
    axis->setTickLength(0);
    axis->setTickLabelPadding(qRound(4 * factor));
    axis->setLabelPadding(qRound((axis == y_ ? 7 : 2) * factor));
    axis->grid()->setPen(QPen(grid, 1));
    axis->grid()->setZeroLinePen(Qt::NoPen);
  }
  x_->grid()->setVisible(false);
}

}  // namespace ergo
