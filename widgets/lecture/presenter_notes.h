#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "core/settings/lecture.h"

class QLabel;

namespace ergo {

class MarkdownView;

/// What the lecturer alone reads, in a window of its own, on another screen where there is one: the caption,
/// the notes, what comes next and how much time has passed.
class PresenterNotes : public QWidget {
  Q_OBJECT

 public:
  /// `window`: the one that the audience sees.
  explicit PresenterNotes(QWidget* window);
  void open();
  void show_cue(const Lecture& lecture, int cue);
  /// No lecture: no words, and the clock begins anew.
  void clear();
  void set_scale(double scale);
  const MarkdownView& notes() const { return *notes_; }
  QString next_title() const;

 signals:
  void closed();

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  void show_time();
  /// On a screen that is not the audience's, where there is one.
  void stand_apart();

  QLabel *count_, *time_, *title_, *next_;
  MarkdownView *caption_, *notes_;
  QTimer tick_;
  bool placed_ = false;
  QElapsedTimer clock_;
};

}  // namespace ergo
