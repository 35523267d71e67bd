#pragma once

class QMainWindow;

namespace ergo {

/// Lists every key under the title of its menu, and every gesture.
void show_help(QMainWindow* window);

}  // namespace ergo
