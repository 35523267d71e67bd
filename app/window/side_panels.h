#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "widgets/plots/plots.h"
#include "widgets/presets/preset_browser.h"

class QAction;
class QDockWidget;
class QMainWindow;
class QVBoxLayout;

namespace ergo {

class LecturePane;
class Thumbnails;

constexpr double plots_width = 300,
                 picture_width = 380;  ///< least useful width of a picture, at scale 1

/// The docks of the window: presets on the left, with the lecture's text below them, and plots on the right. A dock
/// is shown if the user wants it and the picture has room beside it. If there is no room, one dock at a time can be
/// opened. In the projector theme, and while the left dock is hidden, the lecture's text is a strip below the
/// picture.
class SidePanels : public QObject {
  Q_OBJECT

 public:
  /// Lists the built-in presets of these names, and the built-in lectures.
  SidePanels(QMainWindow& window, const std::vector<std::string>& presets, LecturePane& lecture);
  PresetBrowser& presets() { return *presets_; }
  Plots& plots() { return *plots_; }
  QList<QAction*> toggles() const;
  /// Hides docks that do not fit at `scale`. Call it before the text grows, which could enlarge the window.
  void make_room(double scale);
  /// Sets widths for text at `scale` times the design's size. `projector`: larger, for the back row.
  void set_scale(double scale, bool projector);
  void fit();
  void show_presets(bool shown);
  void show_plots(bool shown);
  bool plots_wanted() const { return plots_wanted_; }
  /// In a presentation the plots are a child of `stage` and the lecture's words, unless folded, a strip below it; the
  /// presets are hidden. Null: as before.
  void present(QWidget* stage, bool folded);
  /// Shows the presets and gives their search the keyboard focus. If there is no room, they replace the plots until one
  /// is chosen or the focus goes elsewhere.
  void search();
  /// Renders thumbnails of presets when they become visible.
  void make_thumbnails();
  void set_theme(const std::string& id);
  /// Whether the lecture's text is on screen.
  void show_lecture(bool shown);
  void end_lecture();

 private:
  QDockWidget* dock(const QString& title, QWidget* content, Qt::DockWidgetArea area, bool& wanted);
  void list(const std::vector<std::string>& presets);
  bool room_for(const QDockWidget* dock) const;
  void place_lecture();
  void end_search();

  QMainWindow& window_;
  PresetBrowser* presets_;
  Plots* plots_;
  LecturePane& lecture_;
  Thumbnails* thumbnails_ = nullptr;
  QVBoxLayout *left_, *strip_;
  QDockWidget *preset_dock_, *plot_dock_, *strip_dock_;
  QDockWidget* opened_ = nullptr;  ///< the dock that the user opened though there is no room for both
  bool presets_wanted_ = true, plots_wanted_ = true, lecture_shown_ = false, projector_ = false;
  bool searching_ = false;
  bool presenting_ = false, folded_ = false;
  double scale_ = 1;
};

}  // namespace ergo
