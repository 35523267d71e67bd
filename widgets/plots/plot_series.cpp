#include "widgets/plots/plot_series.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "widgets/base/theme.h"

namespace ergo {
namespace {

constexpr double tick_height = 0.05;  // of the plot's
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

}  // namespace

PlotSeries::PlotSeries(QCustomPlot* canvas, std::string quantity)
    : canvas_(canvas), quantity_(std::move(quantity)) {
  low_ = canvas->addGraph();
  high_ = canvas->addGraph();
  curve_ = canvas->addGraph();
  spread_low_ = canvas->addGraph();
  spread_high_ = canvas->addGraph();
  below_ = canvas->addGraph(canvas->xAxis, canvas->yAxis2);
  below_->setLineStyle(QCPGraph::lsImpulse);
  low_->setChannelFillGraph(high_);
  low_->setAntialiasedFill(false);
  low_->setPen(Qt::NoPen);
  high_->setPen(Qt::NoPen);
}

PlotSeries::~PlotSeries() {
  for (QCPItemStraightLine* line : mark_lines_) canvas_->removeItem(line);
  for (QCPGraph* graph : graphs()) canvas_->removeGraph(graph);
}

QPen curve_pen(Colour colour, double width, int dash) {
  const std::vector<double>& pattern = dash_pattern(dash);
  QPen pen(to_qt(colour), width);
  if (!pattern.empty()) pen.setDashPattern(QList<qreal>(pattern.begin(), pattern.end()));
  return pen;
}

std::vector<QCPGraph*> PlotSeries::graphs() const {
  std::vector<QCPGraph*> all = {curve_, low_, high_, below_, spread_low_, spread_high_};
  for (const auto& [sampler, curve] : earlier_) all.push_back(curve);
  return all;
}

void PlotSeries::show(std::shared_ptr<const RunHistory> history, const QString& name,
                      const std::string& sampler) {
  name_ = name;
  if (history == history_ && sampler == present_) return;
  history_ = std::move(history);
  present_ = sampler;
  beginning_ = history_->beginning();
  stale_ = true;
}

bool PlotSeries::has_begun_anew() {
  return std::exchange(beginning_, history_->beginning()) != history_->beginning();
}

QCPGraph* PlotSeries::curve_of(int sampler) {
  if (!is_earlier(sampler)) return curve_;
  QCPGraph*& graph = earlier_[history_->sampler(sampler)];
  if (!graph) {
    graph = canvas_->addGraph();
    paint_earlier(history_->sampler(sampler), graph);
  }
  return graph;
}

void PlotSeries::paint_earlier(const std::string& sampler, QCPGraph* graph) const {
  const bool own = !style_.ghost && style_.colour_of_sampler;
  const Colour colour = own ? style_.colour_of_sampler(sampler) : style_.colour;
  graph->setPen(QPen(to_qt(colour), style_.width, style_.ghost ? Qt::DashLine : Qt::SolidLine));
}

void PlotSeries::set_style(const Style& style) {
  style_ = style;
  const auto& [colour, width, dash, ghost, beside, colour_of_sampler] = style_;
  const QColor line = to_qt(colour);
  curve_->setPen(curve_pen(colour, width, ghost ? kept_dash : dash));
  below_->setPen(QPen(line, std::max(1.0, 0.6 * width)));
  for (QCPGraph* graph : {spread_low_, spread_high_}) graph->setPen(below_->pen());
  QColor soft = line;
  // All of them on top of each other still show half of what is behind.
  soft.setAlphaF(std::min(0.22, 1 - std::pow(0.5, 1.0 / std::max(1, beside))));
  low_->setBrush(ghost ? QBrush(Qt::NoBrush) : QBrush(soft));
  for (QCPGraph* graph : {spread_low_, spread_high_}) graph->setVisible(!ghost);
  stale_ = true;
}

void PlotSeries::set_axes(Abscissa abscissa, const ValueScale& horizontal, const ValueScale& vertical,
                          bool over_a_cycle) {
  auto axes = std::tie(abscissa_, horizontal_, vertical_, over_a_cycle_);
  const auto wanted = std::tie(abscissa, horizontal, vertical, over_a_cycle);
  if (axes == wanted) return;
  axes = wanted;
  stale_ = true;
}

void PlotSeries::clear() {
  for (const auto& [sampler, graph] : earlier_) canvas_->removeGraph(graph);
  earlier_.clear();
  for (QCPGraph* graph : graphs()) graph->data()->clear();
  points_drawn_ = spreads_drawn_ = 0;
  last_drawn_ = -1;
  revision_ = curve().revision;
  draw_marks();
}

void PlotSeries::update() {
  if (std::exchange(stale_, false) || curve().revision != revision_) clear();
  const Curve& known = curve();
  for (; points_drawn_ < known.points.size(); ++points_drawn_) draw(known.points[points_drawn_]);
  for (; spreads_drawn_ < known.spreads.size(); ++spreads_drawn_) draw_spread(known.spreads[spreads_drawn_]);
  const auto same = [](const Moment& a, const Moment& b) { return a.gradients == b.gradients; };
  if (!std::ranges::equal(history_->marks(), marks_drawn_, same)) draw_marks();
}

Estimate PlotSeries::shown(const CurvePoint& point) const {
  return over_a_cycle_ ? point.over_a_cycle : Estimate{point.value, point.error};
}

namespace {
bool one_point(const QCPGraph& curve) {
  const auto drawn = [](const QCPGraphData& point) { return std::isfinite(point.value); };
  return std::count_if(curve.data()->constBegin(), curve.data()->constEnd(), drawn) == 1;
}
}  // namespace

bool PlotSeries::alone() const {
  return std::ranges::any_of(graphs(), [this](const QCPGraph* graph) {
    return graph != low_ && graph != high_ && graph != below_ && one_point(*graph);
  });
}

/// Shows points if there is no line: for a single value, or one between two gaps of a logarithmic plot.
void PlotSeries::show_points(QCPGraph* curve) const {
  const double width = curve->pen().widthF();
  constexpr int few = 4;  // values and gaps: more are a line
  if (curve->dataCount() <= few && one_point(*curve))
    curve->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 3.5 * width));
  else
    curve->setScatterStyle(below_->dataCount() > 0 && curve == curve_
                               ? QCPScatterStyle(QCPScatterStyle::ssDisc, width + 0.4)
                               : QCPScatterStyle());
}

void PlotSeries::draw(const CurvePoint& point) {
  const auto [value, error] = shown(point);
  const double x = horizontal_.place(point.at.on(abscissa_));
  if (!std::isfinite(value) || std::isnan(x)) return;
  const double spread = std::isfinite(error) ? error : 0, y = vertical_.place(value);
  const double low = vertical_.place(value - spread), high = vertical_.place(value + spread);
  QCPGraph* const graph = curve_of(point.sampler);
  const int before = std::exchange(last_drawn_, point.sampler);
  if (before >= 0 && before != point.sampler)     // a sampler's line does not reach over another's
    for (QCPGraph* each : {graph, low_, high_})   // a line that begins with a gap has no first pixel
      if (!each->data()->isEmpty()) each->addData(x, no_value);
  graph->addData(x, y);
  if (std::isnan(y) && !earlier(point)) below_->addData(x, tick_height);
  show_points(graph);
  if (earlier(point)) return;
  low_->addData(x, std::isnan(low) && !std::isnan(high) ? far_below : low);
  high_->addData(x, high);
}

void PlotSeries::draw_spread(const SpreadPoint& point) {
  const double x = horizontal_.place(point.at.on(abscissa_));
  if (is_earlier(point.sampler) || std::isnan(x)) return;
  spread_low_->addData(x, vertical_.place(point.mean - point.sd));
  spread_high_->addData(x, vertical_.place(point.mean + point.sd));
}

void PlotSeries::draw_marks() {
  for (QCPItemStraightLine* line : mark_lines_) canvas_->removeItem(line);
  mark_lines_.clear();
  marks_drawn_ = history_->marks();
  if (style_.ghost) return;
  QColor colour = to_qt(style_.colour);
  colour.setAlphaF(0.75);
  for (const Moment& at : marks_drawn_) {
    const double x = horizontal_.place(at.on(abscissa_));
    if (std::isnan(x)) continue;
    auto* line = mark_lines_.emplace_back(new QCPItemStraightLine(canvas_));
    line->setSelectable(false);
    line->setPen(QPen(colour, 1, Qt::DotLine));
    line->point1->setCoords(x, 1);
    line->point2->setCoords(x, 2);
  }
}

int PlotSeries::points() const {
  return static_cast<int>(
      std::ranges::count_if(values(), [this](const CurvePoint& p) { return std::isfinite(shown(p).value); }));
}

Estimate PlotSeries::last() const {
  for (auto point = values().rbegin(); point != values().rend(); ++point)
    if (const Estimate value = shown(*point); std::isfinite(value.value)) return value;
  return {};
}

double PlotSeries::end() const { return values().empty() ? 0 : values().back().at.on(abscissa_); }

const CurvePoint* PlotSeries::nearest(double x) const {
  const auto away = [&](const CurvePoint& point) { return std::abs(point.at.on(abscissa_) - x); };
  const auto nearest = std::ranges::min_element(values(), {}, away);
  return nearest == values().end() ? nullptr : &*nearest;
}

bool PlotSeries::range(double& low, double& high) const {
  bool any = false;
  for (const QCPGraph* graph : graphs()) {
    if (graph == low_ || graph == high_ || graph == below_ || !graph->visible()) continue;
    bool found = false;
    const QCPRange y = graph->getValueRange(found);
    if (!found) continue;
    low = any ? std::min(low, y.lower) : y.lower;
    high = any ? std::max(high, y.upper) : y.upper;
    any = true;
  }
  return any;
}

}  // namespace ergo
