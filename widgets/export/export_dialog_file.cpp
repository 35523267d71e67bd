// Where an export is written to.
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>

#include "core/figures/clip.h"
#include "widgets/export/export_dialog.h"

namespace ergo {
namespace {

using What = ExportRequest::What;

QString name_of(What what, const QString& plot) {
  const char* const names[] = {"picture", "figure", "clip", "window", "", "plots", "trajectory", "metrics", "runs"};
  return what == What::plot ? plot : names[static_cast<int>(what)];
}

/// Names without a folder are in the user's own.
QString absolute(const QString& name) {
  const QString home = QStandardPaths::writableLocation(QStandardPaths::HomeLocation);
  return QDir::cleanPath(QDir(home).absoluteFilePath(name.isEmpty() ? "ergoscope" : name));
}

}  // namespace

QString ExportDialog::path() const { return absolute(path_->text().trimmed()); }

void ExportDialog::follow_kind() {
  follow_look();
  const QString plot = what_->currentData().value<QPair<int, QString>>().second;
  const QFileInfo now(absolute(path_->text()));
  const QString ending = "." + kind_->currentText();
  frames_per_second_->setMaximum(kind_->currentText() == "gif" ? Clip::gif_rate_max : clip_rate_max);
  if (named_) return path_->setText(now.dir().filePath(now.completeBaseName() + ending));
  // A name that is not taken, so that an earlier export is not overwritten.
  const QString name = now.dir().filePath("ergoscope-" + name_of(what(), plot));
  QString proposed = name + ending;
  for (int i = 2; QFileInfo::exists(proposed); ++i)
    proposed = QString("%1-%2%3").arg(name).arg(i).arg(ending);
  path_->setText(proposed);
}

void ExportDialog::follow_name(const QString& name) {
  named_ = !name.isEmpty();
  const QSignalBlocker quiet(kind_);
  if (const int kind = kind_->findText(QFileInfo(name).suffix().toLower()); kind >= 0)
    kind_->setCurrentIndex(kind);
  follow_look();
}

/// If all runs are exported, each has a file with its number and sampler in the name.
bool ExportDialog::in_the_way() const {
  const QFileInfo file(path());
  if (file.exists()) return true;
  const QString each = file.completeBaseName() + ".[0-5]-*." + file.suffix();
  return all_runs_->isChecked() && what() == What::trajectory &&
         !file.dir().entryList({each}, QDir::Files).isEmpty();
}

void ExportDialog::begin() {
  if (path_->text().trimmed().isEmpty()) return show_result(tr("No file name. Type one or use Browse…."), false);
  if (!in_the_way()) return emit wanted(request());
  overwrite_->show();
  show_result(tr("%1 exists already. Overwrite it or type another name.").arg(path()), false);
}

void ExportDialog::stop_asking() {
  if (overwrite_->isHidden()) return;
  overwrite_->hide();
  result_->clear();
}

void ExportDialog::browse() {
  const QString kind = kind_->currentText();
  const QString path = QFileDialog::getSaveFileName(this, tr("Export"), path_->text(),
                                                    QString("%1 (*.%2)").arg(kind.toUpper(), kind));
  if (path.isEmpty()) return;
  const bool whole = !QFileInfo(path).suffix().isEmpty();
  path_->setText(whole ? path : path + "." + kind);
  follow_name(path_->text());
}

}  // namespace ergo
