#pragma once

#include <QString>

class QWidget;

namespace ergo {

/// Shows words to read and to copy; the dialog deletes itself when it closes.
void show_details(QWidget& parent, const QString& words);

}  // namespace ergo
