#pragma once

#include <QString>
#include <functional>
#include <map>

#include "widgets/export/export_dialog.h"

class QAction;
class QMenu;

namespace ergo {

/// What a right click on the picture offers: exports of it and of its runs, and the actions that share or
/// save them. `ask` opens the dialog of an export, of all runs or of the one in focus. The menu deletes
/// itself when it closes.
QMenu* make_picture_menu(QWidget& parent, const std::map<QString, QAction*>& actions, int runs,
                         const std::function<void(ExportRequest::What what, bool all_runs)>& ask);

}  // namespace ergo
