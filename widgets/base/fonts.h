#pragma once

#include <QString>

namespace ergo {

/// Font files for the overlay; empty where the machine has none.
struct FontFiles {
  QString text;      ///< proportional
  QString semibold;  ///< titles
  QString mono;      ///< numbers that change
  QString fallback;  ///< proportional with mathematics and arrows, for what the others lack
};

/// Looks in the system's font folders for Inter and DejaVu, then asks fontconfig.
FontFiles find_fonts();

}  // namespace ergo
