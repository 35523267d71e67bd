#include "widgets/bars/scrub_bar.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/base/numbers.h"
#include "widgets/base/theme.h"

namespace ergo {

ScrubBar::ScrubBar(QWidget* parent) : QWidget(parent) {
  setObjectName("scrub");
  setFocusPolicy(Qt::TabFocus);
  setAccessibleName(tr("Timeline"));
  setCursor(Qt::PointingHandCursor);
}

void ScrubBar::set_theme(const Palette& palette, double factor) {
  palette_ = &palette;
  factor_ = factor;
  setFixedHeight(qRound(22 * factor));
  update();
}

void ScrubBar::show_timeline(const Timeline& tape) {
  if (tape == timeline_) return;
  timeline_ = tape;
  setAccessibleDescription(
      tr("%1 of %2 %3").arg(tape.now, 0, 'f', 0).arg(tape.end, 0, 'f', 0).arg(tape.unit));
  update();
}

void ScrubBar::toggle_bookmark() {
  if (bookmarks_.erase(timeline_.now) == 0) bookmarks_.insert(timeline_.now);
  update();
}

void ScrubBar::set_bookmarks(const std::vector<double>& moments) {
  bookmarks_ = {moments.begin(), moments.end()};
  update();
}

double ScrubBar::neighbour(bool later) const {
  std::set<double> stops(timeline_.edits.begin(), timeline_.edits.end());
  stops.insert(bookmarks_.begin(), bookmarks_.end());
  stops.insert({0.0, timeline_.end});
  if (later) {
    const auto next = stops.upper_bound(timeline_.now);
    return next == stops.end() ? timeline_.end : *next;
  }
  const auto here = stops.lower_bound(timeline_.now);
  return here == stops.begin() ? 0 : *std::prev(here);
}

double ScrubBar::moment_at(double x) const {
  return std::round(std::clamp((x - track_left()) / track_width(), 0.0, 1.0) * timeline_.end);
}

double ScrubBar::place_of(double moment) const {
  return track_left() + (timeline_.end > 0 ? moment / timeline_.end : 0) * track_width();
}

void ScrubBar::paintEvent(QPaintEvent*) {
  if (!palette_) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), to_qt(palette_->panel));
  const double middle = height() / 2.0, thick = 3 * factor_, now = place_of(timeline_.now);
  painter.setPen(Qt::NoPen);
  const auto track = [&](double from, double to, Colour colour) {
    painter.setBrush(to_qt(colour));
    painter.drawRoundedRect(QRectF(from, middle - thick / 2, to - from, thick), thick / 2, thick / 2);
  };
  track(track_left(), track_left() + track_width(), palette_->hairline);
  track(track_left(), now, palette_->secondary);
  painter.setBrush(to_qt(palette_->emphasis));
  for (const double edit : timeline_.edits)
    painter.drawRect(QRectF(place_of(edit) - 0.75 * factor_, middle + thick, 1.5 * factor_, 5 * factor_));
  painter.setBrush(to_qt(palette_->text));
  for (const double mark : bookmarks_) {
    if (mark > timeline_.end) continue;
    const double x = place_of(mark), foot = middle - thick;
    painter.drawPolygon(
        QPolygonF({{x, foot}, {x - 4 * factor_, foot - 6 * factor_}, {x + 4 * factor_, foot - 6 * factor_}}));
  }
  painter.setBrush(to_qt(hasFocus() ? palette_->emphasis : palette_->accent));
  painter.drawEllipse(QPointF(now, middle), 5.5 * factor_, 5.5 * factor_);
}

void ScrubBar::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit sought(moment_at(event->position().x()));
}

void ScrubBar::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) emit sought(moment_at(event->position().x()));
}

void ScrubBar::keyPressEvent(QKeyEvent* event) {
  const double page = std::max(1.0, timeline_.end / 20);
  if (event->key() == Qt::Key_PageDown || event->key() == Qt::Key_Up)
    emit sought(std::min(timeline_.end, std::round(timeline_.now + page)));
  else if (event->key() == Qt::Key_PageUp || event->key() == Qt::Key_Down)
    emit sought(std::max(0.0, std::round(timeline_.now - page)));
  else
    QWidget::keyPressEvent(event);
}

bool ScrubBar::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(
        help->globalPos(),
        tr("%1 of %2 %3. Click or drag to go to any step of the run, bit for bit.\n"
           "Ticks below: parameter changes. Flags above: bookmarks (Ctrl+B).")
            .arg(QString::fromStdString(grouped(static_cast<std::uint64_t>(moment_at(help->pos().x())))),
                 QString::fromStdString(grouped(static_cast<std::uint64_t>(timeline_.end))), timeline_.unit),
        this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace ergo
