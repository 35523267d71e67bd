#include "widgets/run_key.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "widgets/plot_series.h"
#include "widgets/theme.h"

namespace ergo {

RunKey::RunKey(QWidget* parent) : QWidget(parent) {
  setObjectName("run_key");
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  hide();
}

void RunKey::show_runs(const std::vector<PlottedRun>& runs) {
  runs_ = runs;
  // What all names begin with tells none apart.
  const QString first = runs_.empty() ? QString() : runs_.front().name.section(", ", 0, 0) + ", ";
  if (std::ranges::all_of(runs_, [&](const PlottedRun& run) { return run.name.startsWith(first); }))
    for (PlottedRun& run : runs_) run.name.remove(0, first.size());
  setVisible(std::ranges::any_of(runs_, [](const PlottedRun& run) { return run.dash > 0; }));
  fit();
}

void RunKey::fit() {
  setFixedHeight(height_for(width()));
  update();
}

void RunKey::set_theme(const Palette& palette, double factor) {
  palette_ = &palette;
  factor_ = factor;
  QFont face("Inter");
  face.setPixelSize(qRound(11 * factor));
  setFont(face);
  fit();
}

int RunKey::columns(int width) const {
  int widest = 1;
  for (const PlottedRun& run : runs_) widest = std::max(widest, fontMetrics().horizontalAdvance(run.name));
  return std::clamp(width / (widest + 2 * stroke()), 1, std::max(1, static_cast<int>(runs_.size())));
}

int RunKey::height_for(int width) const {
  const int across = columns(width), rows = (static_cast<int>(runs_.size()) + across - 1) / across;
  return rows * row_height() + qRound(8 * factor_);
}

void RunKey::paintEvent(QPaintEvent*) {
  if (!palette_) return;
  QPainter painter(this);
  painter.fillRect(rect(), to_qt(palette_->panel));
  painter.setRenderHint(QPainter::Antialiasing);
  const int across = columns(width()), wide = width() / across;
  const double thickness = palette_->line_width * std::max(1.0, factor_ / 1.2);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const int at = static_cast<int>(i), left = at % across * wide + qRound(8 * factor_);
    const QRect words(left + stroke() + qRound(6 * factor_), qRound(4 * factor_) + at / across * row_height(),
                      wide - stroke() - qRound(14 * factor_), row_height());
    painter.setPen(curve_pen(runs_[i].colour, thickness, runs_[i].dash));
    painter.drawLine(left, words.center().y(), left + stroke(), words.center().y());
    painter.setPen(to_qt(palette_->text));
    painter.drawText(words, Qt::AlignVCenter,
                     fontMetrics().elidedText(runs_[i].name, Qt::ElideRight, words.width()));
  }
}

}  // namespace ergo
