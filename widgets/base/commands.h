#pragma once

#include <QAction>
#include <QString>
#include <map>
#include <vector>

class QWidget;

namespace ergo {

/// What can be done by key: menus, tooltips and the help page are made from this one list.
struct Command {
  const char* id;
  const char* text;      ///< menu and button
  const char* keys;      ///< QKeySequence texts, separated by one space; the first is shown
  const char* sentence;  ///< tooltip and help
  bool checkable = false;
};
const std::vector<Command>& commands();

/// One action per command, by id, belonging to `owner`, whose shortcuts work anywhere in its window.
std::map<QString, QAction*> make_actions(QWidget* owner);

}  // namespace ergo
