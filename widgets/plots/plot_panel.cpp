// A plot as a figure for paper.
#include <qcustomplot.h>

#include <cmath>

#include "core/figures/metrics_curves.h"
#include "core/view/colour_vision.h"
#include "widgets/plots/plot.h"

namespace ergo {
namespace {

CurvePanel::Curve curve_of(const PlotSeries& series, Abscissa abscissa, const Palette& palette) {
  CurvePanel::Curve curve{.name = series.name().toStdString()};
  const CurvePoint* before = nullptr;
  for (const CurvePoint& point : series.values()) {
    const auto [value, error] = series.shown(point);
    if (!std::isfinite(value)) continue;
    const bool earlier = series.earlier(point);
    curve.values.push_back({.x = point.at.on(abscissa),
                            .value = value,
                            .error = error,
                            .begins = before && before->sampler != point.sampler,
                            .colour = earlier ? sampler_colour(series.maker(point), palette) : 0,
                            .recoloured = earlier});
    before = &point;
  }
  for (const SpreadPoint& point : series.curve().spreads) {
    if (series.earlier(point)) continue;
    curve.low.push_back({point.at.on(abscissa), point.mean - point.sd});
    curve.high.push_back({point.at.on(abscissa), point.mean + point.sd});
  }
  for (const Moment& mark : series.marked()) curve.marks.push_back(mark.on(abscissa));
  return curve;
}

}  // namespace

CurvePanel Plot::panel(const Palette& palette) const {
  CurvePanel panel{.title = subject_.title.toStdString(),
                   .abscissa = abscissa_name().toStdString(),
                   .ordinate = subject_.ordinate.toStdString(),
                   .logarithmic_x = logarithmic_x_,
                   .logarithmic_y = logarithmic_y_,
                   .base = subject_.base,
                   .bend = subject_.bend};
  std::vector<Colour> colours;
  for (const PlottedRun& run : runs_)
    colours.push_back(run.sampler.empty() ? run.colour : run_colour(run.sampler, run.place, palette));
  const std::vector<int> dashes = curve_dashes(colours);  // colours told apart on screen need not be in these
  for (std::size_t i = 0; i < series_.size(); ++i) {
    CurvePanel::Curve& curve = panel.curves.emplace_back(curve_of(*series_[i], abscissa_, palette));
    curve.colour = colours[i];
    curve.dash = dashes[i];
  }
  for (const auto& ghost : ghosts_) {
    CurvePanel::Curve& curve = panel.curves.emplace_back(curve_of(*ghost, abscissa_, palette));
    curve.colour = palette.secondary;
    curve.kept = true;
    for (CurvePanel::Value& value : curve.values) value.recoloured = false;
  }
  if (banded_) panel.band = {{0, band_low_, band_high_}};
  if (reference_->visible()) panel.reference = {{0, *subject_.reference}};
  panel.band_label = band_words().toStdString();
  panel.thin_label = thin_words(subject_.id.toStdString());
  panel.reference_label = subject_.reference_label.toStdString();
  keep_ranges(panel);
  return panel;
}

void Plot::keep_ranges(CurvePanel& panel) const {
  if (following_) return;
  const QCPRange x = canvas_->xAxis->range(), y = canvas_->yAxis->range();
  panel.x_places = {x.lower, x.upper};
  panel.y_places = {y.lower, y.upper};
}

std::vector<PlotRow> Plot::rows() const {
  std::vector<PlotRow> all;
  const auto add = [&](const PlotSeries& series, const auto& name_of) {
    for (const CurvePoint& point : series.values())
      if (const auto [value, error] = series.shown(point); std::isfinite(value))
        all.push_back({name_of(point), point.at, value, error});
  };
  for (int run = 0; run < runs(); ++run)
    add(series(run), [&](const CurvePoint& point) { return maker(run, point); });
  for (const auto& ghost : ghosts_) add(*ghost, [&](const CurvePoint&) { return ghost->name(); });
  return all;
}

}  // namespace ergo
