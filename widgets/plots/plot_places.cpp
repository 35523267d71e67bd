// Where a plot's values stand: its axes and their ranges.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "widgets/plots/plot.h"

namespace ergo {
QString Plot::abscissa_name() const {
  const QString words[] = {tr("gradient evaluations"), tr("steps"), tr("compute time (s)")};
  return words[static_cast<int>(abscissa_)];
}

void Plot::label_axes() {
  axes_.set_labels(names_abscissa_ || has_own_abscissa() ? abscissa_name() : QString(), ordinate_name());
}

void Plot::set_axes() {
  // Within the band values differ by chance: a logarithm would magnify the small ones. The last band counts until there is
  // another one, as after an edit.
  const double bend = std::max(subject_.bend, band_high_ - subject_.base);
  axes_.set_scales({.logarithmic = logarithmic_x_},
                   {.logarithmic = logarithmic_y_, .bend = bend, .base = subject_.base});
  label_axes();
  place_items();
  set_series_axes();
  refresh();
}

void Plot::set_series_axes() {
  for (const Series* all : {&series_, &ghosts_})
    for (const auto& series : *all)
      series->set_axes(abscissa_, axes_.horizontal(), axes_.vertical(), over_a_cycle_);
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

void Plot::place_items() {
  const auto y = [this](double value) {
    const double place = axes_.vertical().place(value);
    return std::isnan(place) ? far_below : place;
  };
  band_->topLeft->setCoords(0, y(band_high_));
  band_->bottomRight->setCoords(1, y(band_low_));
  const double now = axes_.horizontal().place(now_at_);
  now_->point1->setCoords(now, 1);
  now_->point2->setCoords(now, 2);
  if (!subject_.reference) return;
  reference_->point1->setCoords(0, y(*subject_.reference));
  reference_->point2->setCoords(1, y(*subject_.reference));
}

void Plot::follow_data() {
  double end = 0;
  AxisContents shown;
  for (const Series* all : {&series_, &ghosts_})
    for (const auto& series : *all) {
      end = std::max(end, series->end());
      Interval places;
      if (series->range(places.low, places.high)) shown.add(places);
    }
  const double least = abscissa_ == Abscissa::seconds ? 0.01 : 10;
  // Room for a single point, which would else be cut by the edge.
  const double room =
      std::ranges::any_of(series_, [](const auto& series) { return series->alone(); }) ? 1.04 : 1;
  const auto x = [this](double value) { return axes_.horizontal().place(value); };
  canvas_->xAxis->setRange(x(logarithmic_x_ ? least / 10 : 0), x(room * std::max(end, least)));
  shown.reference = subject_.reference;
  if (banded_) shown.band = {band_low_, band_high_};
  const Interval y = ordinate_range(shown, axes_.vertical());
  canvas_->yAxis->setRange(y.low, y.high);
}

}  // namespace ergo
