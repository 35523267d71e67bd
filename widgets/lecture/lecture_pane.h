#pragma once

#include <QWidget>

#include "core/settings/lecture.h"

class QBoxLayout;
class QLabel;
class QPushButton;

namespace ergo {

class MarkdownView;

/// The text of a lecture for the audience: number of the cue, title and caption. It is a column beside the picture,
/// a strip below it in larger letters, or in a presentation a strip without buttons.
class LecturePane : public QWidget {
  Q_OBJECT

 public:
  explicit LecturePane(QWidget* parent = nullptr);
  void show_cue(const Lecture& lecture, int cue);
  enum class Form { column, strip, stage };
  /// Lays it out for text at `scale` times the design's size; on a stage `scale` pixels are one of 1280x720.
  void arrange(Form form, double scale);
  bool strip() const { return form_ != Form::column; }
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
  void name_cue();

  Form form_ = Form::column;
  double scale_ = 0;
  int cue_ = 0, cues_ = 0;
};

}  // namespace ergo
