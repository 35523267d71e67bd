#include "widgets/plots/trace_plot.h"

#include <qcustomplot.h>

#include <cmath>

#include "widgets/base/theme.h"

namespace ergo {
namespace {

constexpr double reach = 6;  // pixels from the line, at scale 1

}  // namespace

TracePlot::TracePlot(const PlotSubject& subject, ChainView& view, QWidget* parent)
    : ChainPlot(subject, view, parent),
      line_(new QCPItemStraightLine(&canvas())),
      before_(new QCPItemRect(&canvas())),
      handle_(new QCPItemTracer(&canvas())) {
  before_->topLeft->setTypeX(QCPItemPosition::ptAxisRectRatio);
  for (auto* corner : {before_->topLeft, before_->bottomRight}) corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
  before_->setPen(Qt::NoPen);
  handle_->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  handle_->setStyle(QCPItemTracer::tsSquare);
  handle_->setClipToAxisRect(false);
  for (QCPAbstractItem* item : {static_cast<QCPAbstractItem*>(line_), static_cast<QCPAbstractItem*>(before_),
                                static_cast<QCPAbstractItem*>(handle_)})
    item->setSelectable(false);
  connect(&canvas(), &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
    dragging_ = event->button() == Qt::LeftButton && near_line(event->position());
    if (!dragging_) return;
    followed_ = following();
    canvas().setInteraction(QCP::iRangeDrag, false);
  });
  connect(&canvas(), &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
    canvas().setCursor(dragging_ || near_line(event->position()) ? Qt::SplitHCursor : Qt::ArrowCursor);
    if (!dragging_) return;
    set_following(followed_);
    move_line(event->position().x());
  });
  connect(&canvas(), &QCustomPlot::mouseRelease, this, [this] {
    if (std::exchange(dragging_, false)) canvas().setInteraction(QCP::iRangeDrag, true);
  });
  connect(&view, &ChainView::half_wanted, this, [this] {
    this->view().set_burn_in(moment_at(traces(), abscissa(), figure().end / 2).gradients);
  });
}

double TracePlot::line_place() const {
  const double at = moment_at(traces(), Abscissa::gradients, view().burn_in()).on(abscissa());
  const double place = axes().horizontal().place(at);
  return std::isnan(place) ? far_below : place;
}

double TracePlot::line_pixel() const { return canvas().xAxis->coordToPixel(line_place()); }

double TracePlot::end() const { return traces().points.empty() ? 0 : traces().points.back().at.on(abscissa()); }

bool TracePlot::near_line(QPointF at) const {
  return canvas().axisRect()->rect().adjusted(-9, -9, 9, 0).contains(at.toPoint()) &&
         std::abs(at.x() - line_pixel()) <= reach * factor();
}

void TracePlot::move_line(double pixel) {
  const double value = axes().horizontal().value(canvas().xAxis->pixelToCoord(pixel));
  view().set_burn_in(value > 0 ? moment_at(traces(), abscissa(), value).gradients : 0);
}

void TracePlot::set_theme(const Palette& palette, double factor) {
  line_->setPen(QPen(to_qt(palette.accent), 1.5 * std::max(1.0, factor / 1.2)));
  QColor veil = to_qt(palette.panel);
  veil.setAlphaF(0.6);
  before_->setBrush(veil);
  handle_->setPen(Qt::NoPen);
  handle_->setBrush(to_qt(palette.accent));
  handle_->setSize(7 * factor);
  ChainPlot::set_theme(palette, factor);
}

void TracePlot::draw_more() {
  const double place = line_place();
  line_->point1->setCoords(place, 1);
  line_->point2->setCoords(place, 2);
  handle_->position->setCoords(place, 0);
  before_->topLeft->setCoords(0, 0);
  before_->bottomRight->setCoords(place, 1);
}

}  // namespace ergo
