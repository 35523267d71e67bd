// What the pointer over a plot reads.
#include <qcustomplot.h>

#include <QToolTip>
#include <cmath>

#include "core/unit/registry.h"
#include "widgets/base/numbers.h"
#include "widgets/base/theme.h"
#include "widgets/plots/plot.h"

namespace ergo {

QString Plot::reading(double x) const {
  const QString place =
      tr("%1 at %2 %3")
          .arg(subject_.title, QString::fromStdString(significant(x, 4)), abscissa_name());
  QString rows = "<b>" + place.toHtmlEscaped() + "</b>";
  const auto add = [&](Estimate value, Colour colour, const QString& name) {
    if (std::isfinite(value.value))
      rows += QString("<br><span style='color:%1'>●</span> %2: %3")
                  .arg(to_qt(colour).name(), name.toHtmlEscaped(), value_words(value.value, value.error));
  };
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const CurvePoint* here = series_[i]->nearest(x);
    if (!here) continue;
    const bool other = palette_ && series_[i]->earlier(*here);
    add(series_[i]->shown(*here), other ? sampler_colour(series_[i]->maker(*here), *palette_) : runs_[i].colour,
        maker(static_cast<int>(i), *here));
  }
  for (const auto& ghost : ghosts_)
    if (const CurvePoint* here = ghost->nearest(x))
      add(ghost->shown(*here), palette_ ? palette_->secondary : 0, ghost->name());
  return rows + "<br>" + subject_.help.toHtmlEscaped();
}

QString Plot::maker(int run, const CurvePoint& value) const {
  const PlotSeries& shown = series(run);
  if (!shown.earlier(value)) return shown.name();
  return QString::fromStdString(sampler_unit(shown.maker(value)).descriptor.title);
}

void Plot::hover(QPoint at, QPoint on_screen) {
  if (canvas_->axisRect()->rect().contains(at))
    QToolTip::showText(on_screen, reading(axes_.horizontal().value(canvas_->xAxis->pixelToCoord(at.x()))), canvas_);
  else
    QToolTip::showText(on_screen, wrapped((heading_->legend() + QStringList(subject_.help)).join("\n\n")),
                       canvas_);
}

}  // namespace ergo
