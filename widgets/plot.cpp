#include "widgets/plot.h"

#include <qcustomplot.h>

#include <cmath>
#include <limits>

#include "widgets/numbers.h"

namespace ergo {
namespace {

constexpr double shown_below = 30;  // how far below the band's upper end a logarithmic axis reaches
constexpr int points_kept = 4000;
constexpr double tick_height = 0.05;  // of the plot's
constexpr double far_below = 1e-30;   // zero, on a logarithmic axis
constexpr double gap = std::numeric_limits<double>::quiet_NaN();

QCPItemStraightLine* straight(QCustomPlot* canvas, QPointF a, QPointF b) {
  auto* line = new QCPItemStraightLine(canvas);
  line->point1->setCoords(a);
  line->point2->setCoords(b);
  line->setSelectable(false);
  return line;
}

QCPItemText* note(QCustomPlot* canvas, const QString& words, Qt::Alignment side) {
  auto* text = new QCPItemText(canvas);
  text->setText(words);
  text->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
  text->position->setTypeY(QCPItemPosition::ptPlotCoords);
  text->setSelectable(false);
  text->setLayer("overlay");
  text->setPositionAlignment(side | Qt::AlignBottom);
  text->setPadding({4, 0, 4, 1});
  return text;
}

}  // namespace

Plot::Plot(PlotSubject subject, QWidget* parent) : QWidget(parent), subject_(std::move(subject)) {
  setObjectName("plot." + subject_.id);
  canvas_ = new QCustomPlot(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(canvas_);
  canvas_->setToolTip(subject_.help +
                      tr("\nDrag pans, the wheel zooms, a double click follows the data again."));
  add_title();
  add_items();
  label_axes();
  canvas_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  const auto taken = [this] { following_ = false; };
  connect(canvas_, &QCustomPlot::mouseWheel, this, taken);
  connect(canvas_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) following_ = false;
  });
  connect(canvas_, &QCustomPlot::mouseDoubleClick, this, [this] {
    following_ = true;
    refresh();
  });
}

void Plot::add_title() {
  auto* row = new QCPLayoutGrid;
  canvas_->plotLayout()->insertRow(0);
  canvas_->plotLayout()->addElement(0, 0, row);
  canvas_->plotLayout()->setRowSpacing(0);
  title_ = new QCPTextElement(canvas_, subject_.title);
  title_->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
  value_ = new QCPTextElement(canvas_);
  value_->setTextFlags(Qt::AlignRight | Qt::AlignVCenter);
  row->addElement(0, 0, title_);
  row->addElement(0, 1, value_);
  // The value takes the room it needs, the title the rest: neither makes the plot wider than its column.
  title_->setMinimumSize(1, 0);
  row->setColumnStretchFactor(1, 1e-3);
}

void Plot::label_axes() {
  canvas_->xAxis->setLabel(tr("gradient evaluations"));
  canvas_->yAxis->setLabel(subject_.ordinate);
  if (subject_.logarithmic) {
    canvas_->yAxis->setScaleType(QCPAxis::stLogarithmic);
    canvas_->yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>(new QCPAxisTickerLog));
    canvas_->yAxis->setNumberFormat("eb");
    canvas_->yAxis->setNumberPrecision(0);
  }
}

void Plot::add_items() {
  low_ = canvas_->addGraph();
  high_ = canvas_->addGraph();
  curve_ = canvas_->addGraph();
  canvas_->yAxis2->setRange(0, 1);
  below_ = canvas_->addGraph(canvas_->xAxis, canvas_->yAxis2);
  below_->setLineStyle(QCPGraph::lsImpulse);
  low_->setChannelFillGraph(high_);
  low_->setAntialiasedFill(false);
  canvas_->setPlottingHint(QCP::phFastPolylines);
  low_->setPen(Qt::NoPen);
  high_->setPen(Qt::NoPen);
  band_ = new QCPItemRect(canvas_);
  band_->setSelectable(false);
  band_->setVisible(false);
  band_->setLayer("background");
  for (auto* corner : {band_->topLeft, band_->bottomRight})
    corner->setTypeX(QCPItemPosition::ptAxisRectRatio);
  spread_low_ = canvas_->addGraph();
  spread_high_ = canvas_->addGraph();
  band_text_ = note(canvas_, subject_.band_label, Qt::AlignRight);
  band_text_->setVisible(false);
  reference_ = straight(canvas_, {0, 0}, {1, 0});
  reference_text_ = note(canvas_, {}, Qt::AlignRight);
  reference_->setVisible(false);
  reference_text_->setVisible(false);
  if (subject_.reference) set_reference(*subject_.reference, subject_.reference_label);
  if (subject_.band) set_band(subject_.band->low, subject_.band->high);
}

void Plot::set_reference(double value, const QString& label) {
  subject_.reference = value;
  reference_->point1->setCoords(0, value);
  reference_->point2->setCoords(1, value);
  reference_text_->position->setCoords(1, value);
  reference_text_->setText(label);
  reference_->setVisible(true);
  reference_text_->setVisible(true);
}

void Plot::append(double gradients, double value, double error) {
  last_value_ = value;
  value_->setText({});
  if (!std::isfinite(value)) return;
  value_->setText(QString::fromStdString(!std::isfinite(error)  ? significant(value, 4)
                                         : subject_.logarithmic ? scientific_with_error(value, error)
                                                                : with_error(value, error)));
  const double spread = std::isfinite(error) ? error : 0, low = value - spread, high = value + spread;
  const bool logarithmic = subject_.logarithmic;
  curve_->addData(gradients, logarithmic && value <= 0 ? gap : value);
  low_->addData(gradients, logarithmic && high <= 0 ? gap : logarithmic ? std::max(low, far_below) : low);
  high_->addData(gradients, logarithmic && high <= 0 ? gap : high);
  if (logarithmic && value <= 0) below_->addData(gradients, tick_height);
  if (points() > points_kept) thin();
}

void Plot::append_spread(double gradients, double mean, double sd) {
  if (!std::isfinite(mean) || !std::isfinite(sd)) return;
  spread_low_->addData(gradients, mean - sd);
  spread_high_->addData(gradients, mean + sd);
}

void Plot::thin() {
  for (QCPGraph* graph : graphs()) {
    QVector<QCPGraphData> every_second;
    for (int i = 0; i < graph->dataCount(); i += 2)
      every_second.push_back(*(graph->data()->constBegin() + i));
    graph->data()->set(every_second, true);
  }
}

void Plot::set_band(double low, double high) {
  if (banded_ && low == band_low_ && high == band_high_) return;
  banded_ = true;
  band_low_ = low;
  band_high_ = high;
  band_->topLeft->setCoords(0, high);
  band_->bottomRight->setCoords(1, subject_.logarithmic ? std::max(low, far_below) : low);
  band_text_->position->setCoords(1, high);
  band_->setVisible(high > low);
  band_text_->setVisible(high > low);
}

void Plot::mark(double gradients) {
  marks_.push_back({gradients, straight(canvas_, {gradients, 1}, {gradients, 2})});
  tint();
}

void Plot::move_last_mark(double gradients) {
  if (marks_.empty()) return mark(gradients);
  marks_.back().gradients = gradients;
  marks_.back().line->point1->setCoords(gradients, 1);
  marks_.back().line->point2->setCoords(gradients, 2);
}

void Plot::truncate(double gradients) {
  for (QCPGraph* graph : graphs()) graph->data()->removeAfter(gradients);
  while (!marks_.empty() && marks_.back().gradients > gradients) {
    canvas_->removeItem(marks_.back().line);
    marks_.pop_back();
  }
}

void Plot::clear() {
  truncate(-1);
  value_->setText({});
  banded_ = false;
  band_->setVisible(false);
  band_text_->setVisible(false);
  if (subject_.band) set_band(subject_.band->low, subject_.band->high);
  following_ = true;
}

int Plot::points() const { return curve_->dataCount(); }

void Plot::follow_data() {
  const double end = curve_->dataCount() ? (curve_->data()->constEnd() - 1)->key : 0;
  canvas_->xAxis->setRange(0, std::max(end, 10.0));
  bool found = false;
  QCPRange y = curve_->getValueRange(found, subject_.logarithmic ? QCP::sdPositive : QCP::sdBoth);
  if (!found) y = subject_.logarithmic ? QCPRange(1e-4, 1) : QCPRange(-1, 1);
  for (const QCPGraph* graph : {spread_low_, spread_high_}) {
    bool any = false;
    const QCPRange range = graph->getValueRange(any);
    if (any) y.expand(range);
  }
  const auto hold = [&](double value) { y.expand(QCPRange(value, value)); };
  if (subject_.reference) hold(*subject_.reference);
  if (banded_) hold(band_high_);
  if (banded_ && !subject_.logarithmic) hold(band_low_);
  if (subject_.logarithmic) {
    const double floor = banded_ ? band_high_ / shown_below : y.upper * 1e-6;
    y = QCPRange(banded_ ? floor : std::max(y.lower / 1.5, floor), y.upper * 2);
  } else {
    const double margin = std::max(0.08 * y.size(), 1e-9 + 1e-3 * std::abs(y.center()));
    // The band's label stands on its upper edge.
    y = QCPRange(y.lower - margin, y.upper + (banded_ ? 3 : 1) * margin);
  }
  canvas_->yAxis->setRange(y);
}

void Plot::refresh() {
  if (following_) follow_data();
  canvas_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace ergo
