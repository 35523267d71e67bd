#pragma once

#include <QString>
#include <functional>
#include <map>

#include "widgets/export/export_dialog.h"

class QAction;
class QMenu;

namespace ergo {

/// The menu of a right click on the picture: exports of the picture and of its runs, and actions to share or save them.
/// `ask` opens the dialog of an export, for all runs or for the one in focus. The menu deletes itself when it closes.
QMenu* make_picture_menu(QWidget& parent, const std::map<QString, QAction*>& actions, int runs,
                         const std::function<void(ExportRequest::What what, bool all_runs)>& ask);

}  // namespace ergo
