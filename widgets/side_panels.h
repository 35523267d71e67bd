#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "widgets/plots.h"
#include "widgets/preset_browser.h"

class QAction;
class QDockWidget;
class QMainWindow;

namespace ergo {

/// The docks of the window: presets on the left, plots on the right. Each shows where the user wants it and
/// the window leaves the picture room.
class SidePanels : public QObject {
  Q_OBJECT

 public:
  /// Lists the built-in presets of these names.
  SidePanels(QMainWindow& window, const std::vector<std::string>& presets);
  PresetBrowser& presets() { return *presets_; }
  Plots& plots() { return *plots_; }
  QList<QAction*> toggles() const;
  /// Hides what will not fit at `scale`, before its text grows and the window would have to.
  void make_room(double scale);
  /// Widths for text `scale` times the design's size.
  void set_scale(double scale);
  void fit(int window_width);

 private:
  QDockWidget* dock(const QString& title, QWidget* content, Qt::DockWidgetArea area, bool& wanted);

  QMainWindow& window_;
  PresetBrowser* presets_;
  Plots* plots_;
  QDockWidget *preset_dock_, *plot_dock_;
  bool presets_wanted_ = true, plots_wanted_ = true;
  double scale_ = 1;
};

}  // namespace ergo
