#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "core/settings/lecture.h"

class QLabel;

namespace ergo {

class MarkdownView;

/// The lecturer's own window, on another screen if there is one: caption, notes, the next cue and the time that has
/// passed.
class PresenterNotes : public QWidget {
  Q_OBJECT

 public:
  /// `window`: the audience's window.
  explicit PresenterNotes(QWidget* window);
  void open();
  void show_cue(const Lecture& lecture, int cue);
  /// Removes the text and resets the clock.
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
  /// Moves to a screen other than the audience's, if there is one.
  void stand_apart();

  QLabel *count_, *time_, *title_, *next_;
  MarkdownView *caption_, *notes_;
  QTimer tick_;
  bool placed_ = false;
  QElapsedTimer clock_;
};

}  // namespace ergo
