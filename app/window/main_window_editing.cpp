// The density edited on the picture: what edit mode does to the runs, and how it is entered and left.
#include "app/window/main_window.h"
#include "core/config/own_density.h"

namespace ergo {
namespace {

std::string how_to_edit(const UnitChoice& target) {
  return is_painting(target) ? "Drag to paint. Esc ends."
                             : "Drag a handle. Double click: another Gaussian. Wheel on a handle: weight. Delete removes, "
                               "Esc ends.";
}

}  // namespace

void MainWindow::edit_density(bool on) {
  const Session& session = panes_->focused().session();
  panes_->end_edit();
  const UnitChoice& target = session.config().target;
  if (!on || is_gaussians(target) || is_painting(target)) {
    picture_.set_editing(on);
    picture_.toast(on ? how_to_edit(target) : "");
    return;
  }
  notice(session.target_descriptor().title +
             " is edited as Gaussians in its place, or as a picture (menu Run → Edit as picture).",
         "Edit as modes", [this] { edit_as(as_gaussians); });
}

/// One edit, so that one undo takes it back.
void MainWindow::edit_as(OwnDensity (*convert)(const Target&)) {
  const OwnDensity made = convert(panes_->focused().session().target());
  panes_->end_edit();
  edit(made.edits);
  panes_->end_edit();
  picture_.set_editing(true);
  notice(made.words + " " + how_to_edit(panes_->focused().session().config().target), "Undo", [this] { panes_->undo(); });
}

void MainWindow::take_density_edit() {
  const std::string words = picture_.take_editing_words();
  if (!words.empty()) picture_.toast(words);
  const auto change = picture_.take_density_edit();
  if (!change) return;
  if (!change->goes_on) panes_->end_edit();
  guarded([&] { edit(change->edits); });
}

/// Esc ends what was begun last.
void MainWindow::show_editing() {
  QAction &edits = *actions_.at("edit_density"), &interface = *actions_.at("interface");
  const bool on = picture_.editing();
  edits.setChecked(on);
  const QKeySequence escape(Qt::Key_Escape);
  if (interface.shortcuts().contains(escape) != on) return;
  QList<QKeySequence> keys = edits.shortcuts();
  on ? keys.push_back(escape) : void(keys.removeAll(escape));
  interface.setShortcuts(on ? QList<QKeySequence>() : QList<QKeySequence>{escape});
  edits.setShortcuts(keys);
}

}  // namespace ergo
