#include <qcustomplot.h>

#include "widgets/base/theme.h"
#include "widgets/plots/plot.h"

namespace ergo {

void Plot::set_theme(const Palette& palette, double factor) {
  palette_ = &palette;
  factor_ = factor;
  const QColor text = to_qt(palette.text), secondary = to_qt(palette.secondary),
               hairline = to_qt(palette.hairline);
  QFont face("Inter");
  face.setPixelSize(qRound(11 * factor));
  QFont bold = face;
  bold.setPixelSize(qRound(12 * factor));
  bold.setWeight(QFont::DemiBold);
  canvas_->setBackground(QBrush(to_qt(palette.panel)));
  title_->setFont(bold);
  title_->setTextColor(text);
  title_->setMargins(QMargins(4, 2, 0, 0) * factor);
  value_->setFont(face);
  value_->setTextColor(secondary);
  value_->setMargins(QMargins(0, 2, 4, 0) * factor);
  tint_axes(face, secondary, hairline, factor);
  QColor truth = secondary;
  truth.setAlphaF(0.25);
  band_->setBrush(truth);
  band_->setPen(Qt::NoPen);
  QColor dashes = secondary;
  dashes.setAlphaF(0.7);
  reference_->setPen(QPen(dashes, 1, Qt::DashLine));
  now_->setPen(QPen(to_qt(palette.accent), 1.5));
  legend_->setFont(face);
  legend_->setTextColor(secondary);
  legend_->setMargins(QMargins(4, 0, 4, 0) * factor);
  fit_legend();
  tint();
  setMinimumHeight(qRound(144 * factor));
  canvas_->replot(QCustomPlot::rpQueuedReplot);
}

void Plot::label_axes() {
  const QString words[] = {tr("gradient evaluations"), tr("steps"), tr("seconds of stepping")};
  canvas_->xAxis->setLabel(words[static_cast<int>(abscissa_)]);
  canvas_->yAxis->setLabel(subject_.ordinate);
  const auto scale = [](QCPAxis* axis, bool logarithmic) {
    axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                                : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    axis->setNumberFormat(logarithmic ? "eb" : "gb");
    axis->setNumberPrecision(logarithmic ? 0 : 6);
  };
  scale(canvas_->xAxis, logarithmic_x_);
  scale(canvas_->yAxis, logarithmic_y_);
}

void Plot::set_axes() {
  label_axes();
  for (const Series* all : {&series_, &ghosts_})
    for (const auto& series : *all) series->set_axes(abscissa_, logarithmic_x_, logarithmic_y_);
  if (palette_) set_theme(*palette_, factor_);
  refresh();
}

void Plot::set_abscissa(Abscissa abscissa) {
  abscissa_ = abscissa;
  set_axes();
}

void Plot::set_logarithmic_x(bool on) {
  logarithmic_x_ = on;
  set_axes();
}

void Plot::set_logarithmic_y(bool on) {
  logarithmic_y_ = on;
  set_axes();
}

void Plot::tint_axes(const QFont& face, const QColor& words, const QColor& grid, double factor) {
  for (QCPAxis* axis : {canvas_->xAxis, canvas_->yAxis}) {
    axis->setTickLabelFont(face);
    axis->setLabelFont(face);
    axis->setTickLabelColor(words);
    axis->setLabelColor(words);
    axis->setBasePen(Qt::NoPen);
    axis->setTickPen(Qt::NoPen);
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLength(0);
    axis->setTickLabelPadding(qRound(4 * factor));
    axis->setLabelPadding(qRound((axis == canvas_->yAxis ? 7 : 2) * factor));
    axis->grid()->setPen(QPen(grid, 1));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->ticker()->setTickCount(axis == canvas_->yAxis && logarithmic_y_ ? 3 : 4);
  }
  canvas_->xAxis->grid()->setVisible(false);
}

void Plot::tint() {
  if (!palette_) return;
  const double width = palette_->line_width * std::max(1.0, factor_ / 1.2);
  const auto of_sampler = [palette = palette_](const std::string& id) {
    return sampler_colour(id, *palette);
  };
  for (std::size_t i = 0; i < series_.size(); ++i)
    series_[i]->set_style(
        {runs_[i].colour, width, runs_[i].dash, false, static_cast<int>(series_.size()), of_sampler});
  for (const auto& ghost : ghosts_) ghost->set_style({palette_->secondary, width, 0, true, 1, {}});
}

}  // namespace ergo
