#pragma once

#include <QLabel>

namespace ergo {

/// Words of the preset browser as they stand, in as many rows as it takes; the style goes by the name.
inline QLabel* preset_label(const char* name, const QString& text = {}) {
  auto* made = new QLabel(text);
  made->setObjectName(name);
  made->setWordWrap(true);
  made->setTextFormat(Qt::PlainText);
  return made;
}

}  // namespace ergo
