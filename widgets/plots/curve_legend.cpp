#include "widgets/plots/curve_legend.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "widgets/base/theme.h"
#include "widgets/plots/plot_series.h"

namespace ergo {

QFont CurveLegendDrawing::font() const {
  QFont face("Inter");
  face.setPixelSize(qRound(11 * factor));
  return face;
}

int CurveLegendDrawing::columns(int width) const {
  const QFontMetrics words(font());
  int widest = 1;
  for (const PlottedRun& run : runs) widest = std::max(widest, words.horizontalAdvance(run.name));
  return std::clamp(width / (widest + 2 * stroke()), 1, std::max(1, static_cast<int>(runs.size())));
}

int CurveLegendDrawing::row_height() const { return QFontMetrics(font()).height(); }

int CurveLegendDrawing::height_for(int width) const {
  const int across = columns(width), rows = (static_cast<int>(runs.size()) + across - 1) / across;
  return rows * row_height() + qRound(8 * factor);
}

void CurveLegendDrawing::paint(QPainter& painter, const QRect& place) const {
  painter.fillRect(place, to_qt(palette->panel));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(font());
  const int across = columns(place.width()), wide = place.width() / across;
  const double thickness = palette->line_width * std::max(1.0, factor / 1.2);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const int at = static_cast<int>(i), left = place.left() + at % across * wide + qRound(8 * factor);
    const QRect words(left + stroke() + qRound(6 * factor),
                      place.top() + qRound(4 * factor) + at / across * row_height(),
                      wide - stroke() - qRound(14 * factor), row_height());
    painter.setPen(curve_pen(runs[i].colour, thickness, runs[i].dash));
    painter.drawLine(left, words.center().y(), left + stroke(), words.center().y());
    painter.setPen(to_qt(palette->text));
    painter.drawText(words, Qt::AlignVCenter,
                     QFontMetrics(font()).elidedText(runs[i].name, Qt::ElideRight, words.width()));
  }
}

CurveLegend::CurveLegend(QWidget* parent) : QWidget(parent) {
  setObjectName("run_key");
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  hide();
}

void CurveLegend::show_runs(const std::vector<PlottedRun>& shown) {
  std::vector<PlottedRun>& runs = key_.runs = shown;
  // A beginning that all names share is left out.
  const QString first = runs.empty() ? QString() : runs.front().name.section(", ", 0, 0) + ", ";
  if (std::ranges::all_of(runs, [&](const PlottedRun& run) { return run.name.startsWith(first); }))
    for (PlottedRun& run : runs) run.name.remove(0, first.size());
  setVisible(std::ranges::any_of(runs, [](const PlottedRun& run) { return run.dash != 0; }));
  fit();
}

void CurveLegend::fit() {
  setFixedHeight(key_.height_for(width()));
  update();
}

void CurveLegend::set_theme(const Palette& palette, double factor) {
  key_.palette = &palette;
  key_.factor = factor;
  fit();
}

void CurveLegend::paintEvent(QPaintEvent*) {
  if (!key_.palette) return;
  QPainter painter(this);
  key_.paint(painter, rect());
}

}  // namespace ergo
