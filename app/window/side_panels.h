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
                 picture_width = 380;  ///< at scale 1; the least that is useful of a picture

/// The docks of the window: presets on the left, with the lecture's words below them, and plots on the right.
/// Each shows where the user wants it and the window leaves the picture room; opened where it does not, it
/// stays, one of the two at a time. In the projector theme, and
/// where the left one is not there, the lecture's words are a strip below the picture.
class SidePanels : public QObject {
  Q_OBJECT

 public:
  /// Lists the built-in presets of these names, and the built-in lectures.
  SidePanels(QMainWindow& window, const std::vector<std::string>& presets, LecturePane& lecture);
  PresetBrowser& presets() { return *presets_; }
  Plots& plots() { return *plots_; }
  QList<QAction*> toggles() const;
  /// Hides what will not fit at `scale`, before its text grows and the window would have to.
  void make_room(double scale);
  /// Widths for text `scale` times the design's size; `projector`: for the back row.
  void set_scale(double scale, bool projector);
  void fit();
  void show_presets(bool shown);
  void show_plots(bool shown);
  /// Shows the presets, where there is no room in the place of the plots until one is chosen or the keys go
  /// elsewhere, and hands their search the keys.
  void search();
  /// Presets get small pictures as they come into sight.
  void make_thumbnails();
  void set_theme(const std::string& id);
  /// Whether the lecture's words are on screen.
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
  QDockWidget* opened_ = nullptr;  ///< by the user, where there is no room for both
  bool presets_wanted_ = true, plots_wanted_ = true, lecture_shown_ = false, projector_ = false;
  bool searching_ = false;
  double scale_ = 1;
};

}  // namespace ergo
