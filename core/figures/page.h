#pragma once

#include <functional>
#include <string>

#include "core/figures/cairo_text.h"
#include "core/unit/position.h"
#include "core/view/view.h"

namespace ergo {

/// A page to be written as SVG, PDF or PNG.
struct Page {
  Position size;              ///< in the units of what is drawn
  double points = 1;          ///< points per unit, in SVG and PDF
  double pixels = 1;          ///< pixels per unit, in PNG
  double resolution = 0;      ///< pixels per inch that a PNG says it has; 0: nothing is said
  std::string title, settings;  ///< for the file's metadata; settings: JSON of provenance()
  TextForm text = TextForm::text;
  bool transparent = false;   ///< without what `draw` leaves bare; a PNG is opaque otherwise
  std::function<void(cairo_t*)> draw;
};

/// The page as a PNG has it.
Image pixels_of(const Page& page);

/// Writes SVG (title and desc), PDF (title, subject, creator) or PNG (texts) by the path's end. Atomic; throws Error
/// as AtomicFile does, and for pages that are too large.
void write_page(const std::string& path, const Page& page);

}  // namespace ergo
