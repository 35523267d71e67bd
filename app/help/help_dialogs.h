#pragma once

#include <string>

class QMainWindow;
class QWidget;

namespace ergo {

/// Opens the list of every symbol and every diagnostic, with a search field.
void show_glossary(QWidget& parent);

/// Opens the guide for the first ten minutes. Its pictures are parts of the window as they are now, and runs that
/// `ergo render` draws in this theme while the guide is open. Without `ergo` beside this program these are left out.
void show_guide(QMainWindow& window, const std::string& theme);

/// Opens version and licences.
void show_about(QWidget& parent);

}  // namespace ergo
