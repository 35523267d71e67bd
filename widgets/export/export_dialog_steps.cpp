// Which steps of the runs an export takes.
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>

#include "widgets/base/numbers.h"
#include "widgets/export/export_dialog.h"

namespace ergo {

void ExportDialog::follow_runs() {
  const auto& [first, reached, per_frame, bytes] = all_runs_->isChecked() ? runs_.all : runs_.one;
  first_step_->setText(QString::number(first));
  steps_->setText(QString::number(reached));
  steps_per_frame_->setText(QString::number(per_frame));
  show_extent();
}

void ExportDialog::follow(const RunsOnScreen& runs) {
  const auto proposed = [this] {
    return QString::number((all_runs_->isChecked() ? runs_.all : runs_.one).reached);
  };
  const bool typed = steps_->text() != proposed();
  runs_.one.reached = runs.one.reached;
  runs_.all.reached = runs.all.reached;
  if (!busy_ && !typed) steps_->setText(proposed());
}

void ExportDialog::show_extent() {
  const ExportRequest asked = request();
  const std::uint64_t draws = asked.steps / asked.every + 1;
  const auto bytes = static_cast<double>(draws) *
                     static_cast<double>((asked.all_runs ? runs_.all : runs_.one).bytes_of_draw);
  extent_->setText(tr("%1 draws per chain: %2 as binary, more as text")
                       .arg(QString::fromStdString(grouped(draws)),
                            QLocale::c().formattedDataSize(static_cast<qint64>(std::min(bytes, 9e18)), 1,
                                                           QLocale::DataSizeSIFormat)));
}

}  // namespace ergo
