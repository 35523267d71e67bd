#pragma once

#include <QWidget>
#include <optional>

class QLabel;

namespace ergo {

/// A sentence below the picture that says what to look for, and keys to begin with. Without a sentence it is hidden.
class QuestionBar : public QWidget {
  Q_OBJECT

 public:
  explicit QuestionBar(QWidget* parent = nullptr);
  void ask(const QString& question);
  QString question() const;
  /// Height of the sentence's letters in pixels; nothing: that of the theme. `hint`: whether there is room for the keys.
  void set_letters(std::optional<int> pixels, bool hint);

 private:
  QLabel *question_, *hint_;
  std::optional<int> letters_;
};

}  // namespace ergo
