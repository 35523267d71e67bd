#pragma once

#include <QTextBrowser>

namespace ergo {

/// Markdown as tall as its text needs, with code in the monospaced font at the text's size; it scrolls where
/// it gets less room. Keys pass it by.
class MarkdownView : public QTextBrowser {
  Q_OBJECT

 public:
  explicit MarkdownView(QWidget* parent = nullptr);
  void show_text(const QString& markdown);
  /// Height of the text in pixels.
  void set_text_size(int pixels);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void lay_out();

  QString markdown_;
  int pixels_ = 13;
};

}  // namespace ergo
