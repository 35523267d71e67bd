#include "widgets/plots/plot_series.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "widgets/base/theme.h"

namespace ergo {
namespace {

constexpr std::size_t points_kept = 4000;
constexpr double tick_height = 0.05;  // of the plot's
constexpr double log_zero = 1e-30;    // zero, on a logarithmic axis
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

template <class Values>
void keep_every_second(Values& values) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); i += 2) values[kept++] = values[i];
  values.resize(kept);
}

template <class Values>
void erase_after(Values& values, double gradients) {
  while (!values.empty() && values.back().at.gradients > gradients) values.pop_back();
}

}  // namespace

PlotSeries::PlotSeries(QCustomPlot* canvas, QString name) : canvas_(canvas), name_(std::move(name)) {
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
  for (const Mark& mark : marks_) canvas_->removeItem(mark.line);
  for (QCPGraph* graph : graphs()) canvas_->removeGraph(graph);
}

QPen curve_pen(Colour colour, double width, int dash) {
  // In widths of the line.
  static const QList<qreal> dashes[] = {{}, {4, 2, 1, 2}, {1, 2}, {4, 2, 1, 2, 1, 2}, {8, 3}, {8, 2, 3, 2}};
  QPen pen(to_qt(colour), width, dash == kept_dash ? Qt::DashLine : Qt::SolidLine);
  if (dash % 6 > 0) pen.setDashPattern(dashes[dash % 6]);
  return pen;
}

std::vector<QCPGraph*> PlotSeries::graphs() const {
  std::vector<QCPGraph*> all = {curve_, low_, high_, below_, spread_low_, spread_high_};
  for (const auto& [sampler, curve] : earlier_) all.push_back(curve);
  return all;
}

void PlotSeries::set_makers(std::vector<std::string> samplers) {
  for (const auto& [sampler, curve] : earlier_) canvas_->removeGraph(curve);
  earlier_.clear();  // they went by the old numbers
  samplers_ = std::move(samplers);
}

void PlotSeries::set_sampler(const std::string& id) {
  if (values_.empty() && spreads_.empty()) set_makers({id});
  const auto found = std::ranges::find(samplers_, id);
  const auto number = static_cast<int>(found - samplers_.begin());
  if (found == samplers_.end()) samplers_.push_back(id);
  if (std::exchange(present_, number) != number) redraw();
}

const std::string& PlotSeries::maker(const Value& value) const {
  return samplers_.at(static_cast<std::size_t>(value.sampler));
}

QCPGraph* PlotSeries::curve_of(int sampler) {
  if (sampler == present_) return curve_;
  QCPGraph*& curve = earlier_[sampler];
  if (!curve) {
    curve = canvas_->addGraph();
    paint_earlier(sampler, curve);
  }
  return curve;
}

void PlotSeries::paint_earlier(int sampler, QCPGraph* curve) const {
  const bool own = !style_.ghost && style_.colour_of_sampler;
  const Colour colour =
      own ? style_.colour_of_sampler(samplers_.at(static_cast<std::size_t>(sampler))) : style_.colour;
  curve->setPen(QPen(to_qt(colour), style_.width, style_.ghost ? Qt::DashLine : Qt::SolidLine));
}

void PlotSeries::set_style(const Style& style) {
  style_ = style;
  const auto& [colour, width, dash, ghost, beside, colour_of_sampler] = style_;
  const QColor line = to_qt(colour);
  curve_->setPen(curve_pen(colour, width, ghost ? kept_dash : dash));
  for (const auto& [sampler, curve] : earlier_) paint_earlier(sampler, curve);
  below_->setPen(QPen(line, std::max(1.0, 0.6 * width)));
  for (QCPGraph* graph : {spread_low_, spread_high_}) graph->setPen(below_->pen());
  QColor soft = line;
  // So that all of them over each other still let through half of what is behind.
  soft.setAlphaF(std::min(0.22, 1 - std::pow(0.5, 1.0 / std::max(1, beside))));
  low_->setBrush(ghost ? QBrush(Qt::NoBrush) : QBrush(soft));
  for (QCPGraph* graph : {spread_low_, spread_high_}) graph->setVisible(!ghost);
  for (const Mark& mark : marks_) draw_mark(mark);
  set_axes(abscissa_, logarithmic_x_, logarithmic_y_);
}

void PlotSeries::set_axes(Abscissa abscissa, bool logarithmic_x, bool logarithmic_y) {
  abscissa_ = abscissa;
  logarithmic_x_ = logarithmic_x;
  logarithmic_y_ = logarithmic_y;
  redraw();
}

void PlotSeries::redraw() {
  for (QCPGraph* graph : graphs()) graph->data()->clear();
  for (const Value& value : values_) draw(value);
  for (const Value& spread : spreads_) draw_spread(spread);
  for (const Mark& mark : marks_) draw_mark(mark);
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

/// A point alone has no line, nor has one between two gaps of a logarithmic plot.
void PlotSeries::show_points(QCPGraph* curve) const {
  const double width = curve->pen().widthF();
  constexpr int few = 4;  // values and gaps: more are a line
  if (curve->dataCount() <= few && one_point(*curve))
    curve->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 3.5 * width));
  else
    curve->setScatterStyle(logarithmic_y_ && curve == curve_
                               ? QCPScatterStyle(QCPScatterStyle::ssDisc, width + 0.4)
                               : QCPScatterStyle());
}

void PlotSeries::draw(const Value& v) {
  const double x = v.at.on(abscissa_);
  if (logarithmic_x_ && x <= 0) return;
  const double spread = std::isfinite(v.error) ? v.error : 0, low = v.value - spread, high = v.value + spread;
  const bool lost = logarithmic_y_ && v.value <= 0, bandless = logarithmic_y_ && high <= 0;
  QCPGraph* const curve = curve_of(v.sampler);
  if (std::exchange(drawn_, v.sampler) != v.sampler)  // a sampler's line does not reach over another's
    for (QCPGraph* graph : {curve, low_, high_})      // a line that begins with a gap has no first pixel
      if (!graph->data()->isEmpty()) graph->addData(x, no_value);
  curve->addData(x, lost ? no_value : v.value);
  show_points(curve);
  if (earlier(v)) return;
  low_->addData(x, bandless ? no_value : logarithmic_y_ ? std::max(low, log_zero) : low);
  high_->addData(x, bandless ? no_value : high);
  if (lost) below_->addData(x, tick_height);
}

void PlotSeries::draw_spread(const Value& v) {
  const double x = v.at.on(abscissa_);
  if (earlier(v) || (logarithmic_x_ && x <= 0)) return;
  spread_low_->addData(x, v.value - v.error);
  spread_high_->addData(x, v.value + v.error);
}

void PlotSeries::draw_mark(const Mark& mark) {
  QColor colour = to_qt(style_.colour);
  colour.setAlphaF(0.75);
  mark.line->setPen(QPen(colour, 1, Qt::DotLine));
  const double x = mark.at.on(abscissa_);
  mark.line->point1->setCoords(x, 1);
  mark.line->point2->setCoords(x, 2);
  mark.line->setVisible(!logarithmic_x_ || x > 0);
}

void PlotSeries::append(const Moment& at, double value, double error) {
  values_.push_back({at, value, error, present_});
  draw(values_.back());
  if (values_.size() <= points_kept) return;
  keep_every_second(values_);
  redraw();
}

void PlotSeries::append_spread(const Moment& at, double mean, double sd) {
  if (!std::isfinite(mean) || !std::isfinite(sd)) return;
  if (!spreads_.empty() && at.steps <= spreads_.back().at.steps - (earlier(spreads_.back()) ? 1 : 0)) return;
  spreads_.push_back({at, mean, sd, present_});
  draw_spread(spreads_.back());
  if (spreads_.size() <= points_kept) return;
  keep_every_second(spreads_);
  redraw();
}

bool PlotSeries::lacks(double gradients) const {
  return values_.empty() || (values_.back().at.gradients == gradients && earlier(values_.back()));
}

void PlotSeries::mark(const Moment& at) {
  // A tape that is met again brings its edits again.
  const auto here = [&](const Mark& mark) { return mark.at.gradients == at.gradients; };
  if (std::ranges::any_of(marks_, here)) return;
  auto* line = new QCPItemStraightLine(canvas_);
  line->setSelectable(false);
  marks_.push_back({at, line});
  draw_mark(marks_.back());
}

void PlotSeries::truncate(double gradients) {
  erase_after(values_, gradients);
  erase_after(spreads_, gradients);
  for (; !marks_.empty() && marks_.back().at.gradients > gradients; marks_.pop_back())
    canvas_->removeItem(marks_.back().line);
  redraw();
}

PlotSeries::Past PlotSeries::past() const {
  Past past{values_, spreads_, {}, samplers_};
  for (const Mark& mark : marks_) past.marks.push_back(mark.at);
  return past;
}

void PlotSeries::set_past(const Past& past) {
  truncate(-1);
  const std::string present = samplers_.at(static_cast<std::size_t>(present_));
  values_ = past.values;
  spreads_ = past.spreads;
  set_makers(past.samplers);
  present_ = -1;  // of other numbers
  set_sampler(present);
  for (const Moment& at : past.marks) mark(at);
  redraw();
}

void PlotSeries::copy(const PlotSeries& other) {
  values_ = other.values_;
  set_makers(other.samplers_);
  present_ = other.present_;
  set_axes(other.abscissa_, other.logarithmic_x_, other.logarithmic_y_);
}

double PlotSeries::last_value() const { return values_.empty() ? no_value : values_.back().value; }

double PlotSeries::last_error() const { return values_.empty() ? no_value : values_.back().error; }

double PlotSeries::end() const { return values_.empty() ? 0 : values_.back().at.on(abscissa_); }

const PlotSeries::Value* PlotSeries::nearest(double x) const {
  const auto away = [&](const Value& v) { return std::abs(v.at.on(abscissa_) - x); };
  const auto nearest = std::ranges::min_element(values_, {}, away);
  return nearest == values_.end() ? nullptr : &*nearest;
}

bool PlotSeries::range(double& low, double& high) const {
  bool any = false;
  for (const QCPGraph* graph : graphs()) {
    if (graph == low_ || graph == high_ || graph == below_ || !graph->visible()) continue;
    bool found = false;
    const QCPRange y = graph->getValueRange(found, logarithmic_y_ ? QCP::sdPositive : QCP::sdBoth);
    if (!found) continue;
    low = any ? std::min(low, y.lower) : y.lower;
    high = any ? std::max(high, y.upper) : y.upper;
    any = true;
  }
  return any;
}

}  // namespace ergo
