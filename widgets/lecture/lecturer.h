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

/// Leads through a lecture: which cue it is, and the windows and panes that show its words. What a cue does
/// to the run and the picture is the window's part.
class Lecturer : public QObject {
  Q_OBJECT

 public:
  /// Takes over those of the window's actions that are about lectures.
  Lecturer(QWidget& window, const std::map<QString, QAction*>& actions);
  LecturePane& pane() { return *pane_; }
  PresenterNotes& notes() { return *notes_; }
  BlackoutWidget& blank() { return *blank_; }
  const std::optional<Lecture>& lecture() const { return lecture_; }
  int cue() const { return cue_; }

  /// Begins a lecture, at its first cue or another.
  void open(Lecture lecture, int cue = 0);
  void next() { lecture_ ? go_to(cue_ + 1) : none_open(); }
  void previous() { lecture_ ? go_to(cue_ - 1) : none_open(); }
  /// Nothing where there is no such cue.
  void go_to(int cue);
  void end();

 signals:
  /// Another cue is wanted, but of no lecture.
  void none_open();
  /// A lecture is opened; its first cue to be shown follows.
  void begun();
  /// A cue begins: out of the one before it (`onward`), or from elsewhere.
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
