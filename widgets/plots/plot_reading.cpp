// What a plot tells in words: the value beside its title, and what is under the pointer.
#include <qcustomplot.h>

#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/unit/registry.h"
#include "widgets/base/numbers.h"
#include "widgets/base/theme.h"
#include "widgets/plots/plot.h"

namespace ergo {

QString Plot::value_words(double value, double error) const {
  if (!std::isfinite(value)) return {};
  return QString::fromStdString(!std::isfinite(error) ? significant(value, 4)
                                : logarithmic_y_      ? scientific_with_error(value, error)
                                                      : with_error(value, error));
}

void Plot::show_value() {
  const PlotSeries& shown = series(focus_);
  const PlotSeries::Value* here = now_->visible() ? shown.nearest(now_->point1->coords().x()) : nullptr;
  value_->setText(here ? value_words(here->value, here->error)
                       : value_words(shown.last_value(), shown.last_error()));
}

void Plot::tell(double value, double error) { value_->setText(value_words(value, error)); }

QString Plot::told() const { return value_->text(); }

void Plot::show_now(const Moment& at) {
  const double x = at.on(abscissa_);
  const bool behind = x < series(focus_).end() * (1 - 1e-9);
  if (behind == now_->visible() && (!behind || now_->point1->coords().x() == x)) return;
  now_->point1->setCoords(x, 1);
  now_->point2->setCoords(x, 2);
  now_->setVisible(behind);
  show_value();
  canvas_->replot(QCustomPlot::rpQueuedReplot);
}

QString Plot::reading(double x) const {
  const QString place =
      tr("%1 at %2 %3")
          .arg(subject_.title, QString::fromStdString(significant(x, 4)), canvas_->xAxis->label());
  QString rows = "<b>" + place.toHtmlEscaped() + "</b>";
  const auto add = [&](const PlotSeries::Value* here, Colour colour, const QString& name) {
    if (here && std::isfinite(here->value))
      rows += QString("<br><span style='color:%1'>●</span> %2: %3")
                  .arg(to_qt(colour).name(), name.toHtmlEscaped(), value_words(here->value, here->error));
  };
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const PlotSeries::Value* here = series_[i]->nearest(x);
    if (!here) continue;
    const bool other = palette_ && series_[i]->earlier(*here);
    add(here, other ? sampler_colour(series_[i]->maker(*here), *palette_) : runs_[i].colour,
        maker(static_cast<int>(i), *here));
  }
  for (const auto& ghost : ghosts_) add(ghost->nearest(x), palette_ ? palette_->secondary : 0, ghost->name());
  return rows + "<br>" + subject_.help.toHtmlEscaped();
}

bool Plot::recorded() const {
  return std::ranges::any_of(series_, [](const auto& series) { return series->points() > 0; });
}

QString Plot::maker(int run, const PlotSeries::Value& value) const {
  const PlotSeries& shown = series(run);
  if (!shown.earlier(value)) return shown.name();
  return QString::fromStdString(sampler_unit(shown.maker(value)).descriptor.title);
}

void Plot::hover(QPoint at, QPoint on_screen) {
  if (canvas_->axisRect()->rect().contains(at))
    QToolTip::showText(on_screen, reading(canvas_->xAxis->pixelToCoord(at.x())), canvas_);
  else
    QToolTip::showText(on_screen, wrapped((legend_words_ + QStringList(subject_.help)).join("\n\n")),
                       canvas_);
}

}  // namespace ergo
