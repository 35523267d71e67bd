#pragma once

#include <QEvent>
#include <QLabel>
#include <map>

namespace ergo {

/// Label of the preset browser: plain text, wrapped over several lines. `name` selects its style. Layouts ask a hundred
/// of them for the same heights again and again: each is found once.
class PresetLabel : public QLabel {
 public:
  explicit PresetLabel(const char* name, const QString& text = {}) : QLabel(text) {
    setObjectName(name);
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
  }

  int heightForWidth(int width) const override {
    if (text() != measured_) heights_.clear();
    measured_ = text();
    const auto found = heights_.find(width);
    return found == heights_.end() ? heights_[width] = QLabel::heightForWidth(width) : found->second;
  }

 protected:
  bool event(QEvent* event) override {
    const auto kind = event->type();
    if (kind == QEvent::FontChange || kind == QEvent::StyleChange || kind == QEvent::Polish ||
        kind == QEvent::ContentsRectChange)
      heights_.clear();
    return QLabel::event(event);
  }

 private:
  mutable QString measured_;
  mutable std::map<int, int> heights_;  // by width, of this text in this font
};

}  // namespace ergo
