#include "widgets/plots/plot_heading.h"

#include <qcustomplot.h>

#include "widgets/base/theme.h"

namespace ergo {

PlotHeading::PlotHeading(QCustomPlot* canvas) : QObject(canvas), canvas_(canvas) {
  auto* row = new QCPLayoutGrid;
  canvas->plotLayout()->insertRow(0);
  canvas->plotLayout()->addElement(0, 0, row);
  canvas->plotLayout()->setRowSpacing(0);
  title_ = new QCPTextElement(canvas);
  title_->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
  value_ = new QCPTextElement(canvas);
  value_->setTextFlags(Qt::AlignRight | Qt::AlignVCenter);
  row->addElement(0, 0, title_);
  row->addElement(0, 1, value_);
  // The value takes the room it needs, the title the rest: neither makes the plot wider than its column.
  title_->setMinimumSize(1, 0);
  row->setColumnStretchFactor(1, 1e-3);
  legend_ = new QCPTextElement(canvas);
  legend_->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
  legend_->setMinimumSize(1, 0);
  canvas->plotLayout()->insertRow(1);
  canvas->plotLayout()->addElement(1, 0, legend_);
  canvas->installEventFilter(this);
}

bool PlotHeading::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fit();
  return QObject::eventFilter(watched, event);
}

void PlotHeading::set_title(const QString& title) {
  title_words_ = title;
  fit_title();
}

void PlotHeading::set_value(const QString& words) {
  if (words == value_->text()) return;
  value_->setText(words);
  fit_title();
}

void PlotHeading::set_brief(bool on) {
  brief_ = on;
  fit_legend();
}

QString PlotHeading::value() const { return value_->text(); }

void PlotHeading::set_legend(const QStringList& words) {
  legend_words_ = words;
  fit_legend();
}

void PlotHeading::fit() {
  fit_title();
  fit_legend();
}

void PlotHeading::fit_title() {
  const QFontMetrics bold(title_->font()), face(value_->font());
  const int margins = 3 * (title_->margins().left() + value_->margins().right());
  const int room = canvas_->width() - margins - face.horizontalAdvance(value_->text());
  title_->setText(bold.elidedText(title_words_, Qt::ElideRight, std::max(1, room)));
}

void PlotHeading::fit_legend() {
  const bool shown = !brief_ && !legend_words_.isEmpty();
  legend_->setVisible(shown);
  legend_->setMinimumSize(1, shown ? 0 : 1);  // 0 is that of the words
  legend_->setMaximumSize(QWIDGETSIZE_MAX, shown ? QWIDGETSIZE_MAX : 1);
  const QFontMetrics face(legend_->font());
  const QMargins margins = legend_->margins();
  const int room = canvas_->width() - margins.left() - margins.right();
  const QString all = legend_words_.join("   ");
  QStringList lines = face.horizontalAdvance(all) <= room ? QStringList(all) : legend_words_;
  for (QString& line : lines) line = face.elidedText(line, Qt::ElideRight, room);
  legend_->setText(lines.join('\n'));
}

void PlotHeading::set_theme(const Palette& palette, double factor, const QFont& face) {
  palette_ = &palette;
  QFont bold = face;
  bold.setPixelSize(qRound(12 * factor));
  bold.setWeight(QFont::DemiBold);
  title_->setFont(bold);
  title_->setTextColor(to_qt(palette.text));
  title_->setMargins(QMargins(4, 2, 0, 0) * factor);
  value_->setFont(face);
  value_->setTextColor(to_qt(palette.secondary));
  value_->setMargins(QMargins(0, 2, 4, 0) * factor);
  legend_->setFont(face);
  legend_->setTextColor(to_qt(palette.secondary));
  legend_->setMargins(QMargins(4, 0, 4, 0) * factor);
  fit();
}

void PlotHeading::set_highlighted(bool on) {
  if (palette_) title_->setTextColor(to_qt(on ? palette_->accent : palette_->text));
}

}  // namespace ergo
