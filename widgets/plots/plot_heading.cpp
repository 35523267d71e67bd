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
  if (event->type() == QEvent::Resize) fit_legend();
  return QObject::eventFilter(watched, event);
}

void PlotHeading::set_title(const QString& title) { title_->setText(title); }

void PlotHeading::set_value(const QString& words) { value_->setText(words); }

QString PlotHeading::value() const { return value_->text(); }

void PlotHeading::set_legend(const QStringList& words) {
  legend_words_ = words;
  fit_legend();
}

void PlotHeading::fit_legend() {
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
  fit_legend();
}

void PlotHeading::set_highlighted(bool on) {
  if (palette_) title_->setTextColor(to_qt(on ? palette_->accent : palette_->text));
}

}  // namespace ergo
