#pragma once

#include <QAction>
#include <QString>
#include <functional>
#include <map>
#include <string>

class QMainWindow;

namespace ergo {

/// Makes the actions of the menu Help open their dialogs. `theme` tells the window's present theme.
void connect_help(QMainWindow& window, const std::map<QString, QAction*>& actions,
                  const std::function<std::string()>& theme);

}  // namespace ergo
