// Files that are opened, dropped or chosen for a target: runs, and data that become one's own density.
#include <QDropEvent>
#include <QFileDialog>
#include <QMimeData>

#include "app/window/main_window.h"
#include "core/config/own_density.h"
#include "core/files/described_runs.h"
#include "core/run/session.h"

namespace ergo {
namespace {

/// The first file on this machine that is dragged; empty if there is none.
QString dragged_file(const QDropEvent& event) {
  for (const QUrl& url : event.mimeData()->urls())
    if (url.isLocalFile()) return url.toLocalFile();
  return {};
}

}  // namespace

void MainWindow::open_file() {
  const QString path = QFileDialog::getOpenFileName(
      this, tr("Open preset, session, exported run or data"), {},
      tr("All that can be opened (*.json *.npz *.csv *.gif *.npy *.png *.jpg *.jpeg);;"
         "Presets, sessions, exported runs (*.json *.npz *.csv *.gif);;"
         "Data and images (*.csv *.npy *.png *.jpg *.jpeg);;All files (*)"));
  if (!path.isEmpty()) open_path(path.toStdString());
}

void MainWindow::open_path(const std::string& path) {
  post([this, path] {
    const std::vector<Assignment> density = density_from(path);
    if (density.empty())
      open_run(load_runs(path));
    else
      assign(density);
  });
}

void MainWindow::open_run(const Preset& preset) {
  panes_->open(preset);
  panes_->running = panes_->running && preset.step == 0 && !preset.paused;
  show_preset(preset, -1);
}

void MainWindow::choose_file(const std::string& path) {
  const Descriptor& target = panes_->focused().session().target_descriptor();
  const int index = find_parameter(target, path.substr(path.find('.') + 1));
  const bool table = index >= 0 && target.parameters[static_cast<std::size_t>(index)].kind == Kind::table;
  const QString file = QFileDialog::getOpenFileName(
      this, table ? tr("Open data") : tr("Open image"), {},
      table ? tr("Data (*.csv *.tsv *.txt *.npy *.npz);;All files (*)")
            : tr("Images (*.png *.jpg *.jpeg);;All files (*)"));
  if (!file.isEmpty()) assign({{path, file.toStdString()}});
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!dragged_file(*event).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString path = dragged_file(*event);
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  open_path(path.toStdString());
}

}  // namespace ergo
