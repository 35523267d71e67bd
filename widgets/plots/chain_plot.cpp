#include "widgets/plots/chain_plot.h"

#include <qcustomplot.h>

#include <cmath>

#include "core/base/number_words.h"
#include "widgets/base/theme.h"

namespace ergo {
namespace {

using Maker = ChainFigure (*)(const TracedRuns&, const ChainSelection&);

Maker maker_of(const QString& id) {
  if (id == "chain_trace") return trace_figure;
  return id == "chain_ranks" ? rank_figure : autocorrelation_figure;
}

}  // namespace

ChainPlot::ChainPlot(const PlotSubject& subject, ChainView& view, QWidget* parent)
    : Plot(subject, parent), view_(view), low_(canvas().addGraph()), high_(canvas().addGraph()) {
  low_->setChannelFillGraph(high_);
  low_->setAntialiasedFill(false);
  low_->setPen(Qt::NoPen);
  high_->setPen(Qt::NoPen);
  connect(&view_, &ChainView::changed, this, [this] {
    stale_ = true;
    if (!isHidden()) refresh();
  });
}

const ChainTraces& ChainPlot::traces() const {
  static const ChainTraces none;
  return shown_runs().empty() ? none : shown_runs()[static_cast<std::size_t>(focus())].history->traces();
}

QString ChainPlot::name_of_run() const {
  return runs() > 1 ? shown_runs()[static_cast<std::size_t>(focus())].name : QString();
}

ChainSelection ChainPlot::selection(const Palette& palette) const {
  ChainSelection selection{.focus = static_cast<std::size_t>(focus()),
                           .quantity = view_.quantity(),
                           .burn_in = view_.burn_in(),
                           .abscissa = abscissa()};
  if (!exists(selection.quantity, traces().dim)) selection.quantity = ChainQuantity::x;
  for (std::size_t i = 0; i < traced_chains; ++i)
    selection.colours[i] = run_colour("", static_cast<double>(i) / (traced_chains - 1), palette);
  return selection;
}

ChainFigure ChainPlot::made(const Palette& palette) const {
  TracedRuns runs;
  for (const PlottedRun& run : shown_runs())
    runs.push_back({&run.history->traces(), run.name.toStdString(),
                    run.sampler.empty() ? run.colour : run_colour(run.sampler, run.place, palette), run.dash});
  return maker_of(subject().id)(runs, selection(palette));
}

QString ChainPlot::abscissa_name() const {
  // The base class asks for it before there is a figure.
  return figure_.panel.abscissa.empty() ? Plot::abscissa_name() : QString::fromStdString(figure_.panel.abscissa);
}

void ChainPlot::refresh() {
  if (palette() && !shown_runs().empty()) {
    Drawn now{focus(), abscissa(), {}};
    for (const PlottedRun& run : shown_runs()) now.revisions.push_back(run.history->traces().revision);
    if (stale_ || now != drawn_) {
      stale_ = false;
      drawn_ = now;
      figure_ = made(*palette());
      say();
      draw();
    }
  }
  Plot::refresh();
}

void ChainPlot::set_theme(const Palette& palette, double factor) {
  stale_ = true;
  Plot::set_theme(palette, factor);
}

void ChainPlot::say() {
  const QString quantity = QString::fromStdString(symbol_of(selection(*palette()).quantity));
  heading().set_title(tr("%1 of %2").arg(subject().title, quantity));
  const QString value = QString::fromStdString(figure_.value);
  heading().set_value(on_stage() ? value.section(" ± ", 0, 0) : value);
  QStringList words;
  if (!name_of_run().isEmpty()) words << name_of_run();  // of all runs only one is told of
  for (const std::string& each : figure_.words) words << QString::fromStdString(each);
  if (figure_.panel.reference.size() == 1) words << tr("dashed: %1").arg(QString::fromStdString(figure_.panel.reference_label));
  if (!figure_.panel.band.empty()) words << tr("grey: %1").arg(subject().band_label);
  if (view_.burn_in() > 0)
    words << tr("after %1 gradients").arg(QString::fromStdString(significant(view_.burn_in(), 4)));
  heading().set_legend(words);
  label_axes();
}

void ChainPlot::draw() {
  const auto place = [this](const std::vector<Position>& points, QCPGraph* graph) {
    QVector<double> x, y;
    for (const Position& p : points) {
      x << axes().horizontal().place(p.x);
      y << axes().vertical().place(p.y);
    }
    graph->setData(x, y, true);
  };
  const auto& curves = figure_.panel.curves;
  const double width = palette()->line_width * std::max(1.0, factor() / 1.2);
  while (curves_.size() < curves.size()) curves_.push_back(canvas().addGraph());
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    std::vector<Position> points;
    if (i < curves.size()) {
      for (const CurvePanel::Value& value : curves[i].values) points.push_back({value.x, value.value});
      curves_[i]->setPen(curve_pen(curves[i].colour, width, curves[i].dash));
    }
    place(points, curves_[i]);
  }
  std::vector<Position> low, high;
  for (const CurvePanel::Band& part : figure_.panel.band) {
    low.push_back({part.x, part.low});
    high.push_back({part.x, part.high});
  }
  if (low.size() == 1) {
    low.push_back({figure_.end, low.front().y});
    high.push_back({figure_.end, high.front().y});
  }
  place(low, low_);
  place(high, high_);
  QColor grey = to_qt(palette()->secondary);
  grey.setAlphaF(0.25);
  low_->setBrush(grey);
  draw_more();
}

void ChainPlot::follow_data() {
  AxisContents shown;
  const auto add = [&](double value) {
    if (const double at = axes().vertical().place(value); std::isfinite(at)) shown.add(at);
  };
  for (const CurvePanel::Curve& curve : figure_.panel.curves)
    for (const CurvePanel::Value& value : curve.values) add(value.value);
  if (figure_.panel.reference.size() == 1) shown.reference = figure_.panel.reference.front().y;
  if (!figure_.panel.band.empty()) shown.band = {figure_.panel.band.back().low, figure_.panel.band.back().high};
  const Interval y = ordinate_range(shown, axes().vertical());
  canvas().yAxis->setRange(y.low, y.high);
  const double end = figure_.end > 0 ? figure_.end : 10;
  canvas().xAxis->setRange(axes().horizontal().place(logarithmic_x() ? end / 1e3 : 0), axes().horizontal().place(end));
}

CurvePanel ChainPlot::panel(const Palette& palette) const {
  CurvePanel panel = made(palette).panel;
  panel.title = subject().title.toStdString();
  panel.band_label = subject().band_label.toStdString();
  panel.logarithmic_x = logarithmic_x();
  panel.logarithmic_y = logarithmic_y();
  keep_ranges(panel);
  return panel;
}

std::vector<PlotRow> ChainPlot::rows() const {
  std::vector<PlotRow> rows;
  for (const auto& [curve, at, value] : figure_.rows) {
    rows.push_back({QString::fromStdString(curve), at, value, Estimate{}.error});
  }
  return rows;
}

QString ChainPlot::reading(double x) const {
  QString text = "<b>" + tr("%1 at %2 %3")
                             .arg(subject().title, QString::fromStdString(significant(x, 4)), abscissa_name())
                             .toHtmlEscaped() + "</b>";
  for (const CurvePanel::Curve& curve : figure_.panel.curves) {
    const CurvePanel::Value* nearest = nullptr;
    for (const CurvePanel::Value& value : curve.values)
      if (!nearest || std::abs(value.x - x) < std::abs(nearest->x - x)) nearest = &value;
    if (nearest)
      text += QString("<br><span style='color:%1'>●</span> %2: %3")
                  .arg(to_qt(curve.colour).name(), QString::fromStdString(curve.name).toHtmlEscaped(),
                       QString::fromStdString(significant(nearest->value, 4)));
  }
  return text + "<br>" + subject().help.toHtmlEscaped();
}

}  // namespace ergo
