#pragma once

#include <QLabel>

namespace ergo {

/// Label of the preset browser: plain text, wrapped over several lines. `name` selects its style.
inline QLabel* preset_label(const char* name, const QString& text = {}) {
  auto* made = new QLabel(text);
  made->setObjectName(name);
  made->setWordWrap(true);
  made->setTextFormat(Qt::PlainText);
  return made;
}

}  // namespace ergo
