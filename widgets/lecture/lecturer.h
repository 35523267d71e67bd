#pragma once

#include <QAction>
#include <QObject>
#include <map>
#include <optional>

#include "core/settings/lecture.h"

class QWidget;

namespace ergo {

class BlackoutWidget;
class LecturePane;
class PresenterNotes;

/// Leads through a lecture: keeps the present cue, and the panes and windows that show its text. The main window
/// carries out what a cue does to the run and the picture.
class Lecturer : public QObject {
  Q_OBJECT

 public:
  /// Connects the window's actions for lectures.
  Lecturer(QWidget& window, const std::map<QString, QAction*>& actions);
  LecturePane& pane() { return *pane_; }
  PresenterNotes& notes() { return *notes_; }
  BlackoutWidget& blank() { return *blank_; }
  const std::optional<Lecture>& lecture() const { return lecture_; }
  int cue() const { return cue_; }

  /// Opens a lecture at this cue.
  void open(Lecture lecture, int cue = 0);
  void next() { lecture_ ? go_to(cue_ + 1) : none_open(); }
  void previous() { lecture_ ? go_to(cue_ - 1) : none_open(); }
  /// Does nothing if there is no such cue.
  void go_to(int cue);
  void end();

 signals:
  /// Another cue was asked for, but no lecture is open.
  void none_open();
  /// A lecture was opened; reached() for its first cue comes next.
  void begun();
  /// A cue begins. `onward`: the cue before it was shown.
  void reached(int cue, bool onward);
  void ended();

 private:
  void connect_actions(const std::map<QString, QAction*>& actions);

  LecturePane* pane_;
  PresenterNotes* notes_;
  BlackoutWidget* blank_;
  std::optional<Lecture> lecture_;
  int cue_ = -1;
};

}  // namespace ergo
