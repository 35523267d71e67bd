#pragma once

#include <QWidget>

#include "core/settings/lecture.h"

class QBoxLayout;
class QLabel;
class QPushButton;

namespace ergo {

class MarkdownView;

/// The text of a lecture for the audience: number of the cue, title and caption. It is a column beside the picture,
/// or a strip below it in larger letters.
class LecturePane : public QWidget {
  Q_OBJECT

 public:
  explicit LecturePane(QWidget* parent = nullptr);
  void show_cue(const Lecture& lecture, int cue);
  /// Lays it out as a strip or as a column, for text at `scale` times the design's size.
  void arrange(bool strip, double scale);
  bool strip() const { return strip_; }
  const MarkdownView& caption() const { return *caption_; }
  QString title() const;
  QString count() const;

 signals:
  void next();
  void previous();
  void end();

 protected:
  void resizeEvent(QResizeEvent*) override { fit(); }

 private:
  /// Leaves out the number of the cue if a strip has no room for it beside the title.
  void fit();
  QPushButton* button(const QString& text, const QString& tooltip, void (LecturePane::*pressed)());

  QBoxLayout *all_, *head_;
  QWidget* controls_;
  QLabel *count_, *title_;
  MarkdownView* caption_;
  QPushButton *previous_, *next_, *end_;
  bool strip_ = false;
  double scale_ = 0;
};

}  // namespace ergo
