#pragma once

#include <QAction>
#include <functional>
#include <map>
#include <string>

class QMainWindow;
class QMenu;
class QMenuBar;

namespace ergo {

/// Fills the menu bar from the window's actions; `choose_theme` gets a palette's id, `open_lecture` the name
/// of a built-in lecture. The theme entries are added to `actions` as "theme.<id>".
void build_menus(QMainWindow& window, std::map<QString, QAction*>& actions, const QList<QAction*>& panels,
                 QMenu& plots, QMenu& compare, const std::function<void(const std::string&)>& choose_theme,
                 const std::function<void(const std::string&)>& open_lecture);

/// Leaves the window's name out if there is no room beside the menus.
void fit_menus(QMenuBar& bar);

}  // namespace ergo
