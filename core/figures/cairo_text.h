#pragma once

#include <string>
#include <vector>

#include "core/figures/cairo_surface.h"
#include "core/figures/figure_style.h"

namespace ergo {

/// Length of the words on one row, in the context's units as `size` is.
double length_of(cairo_t* context, const std::string& words, double size, bool bold);

/// Writes words on the base line y; the point `share` of the way along them stands at x. Letters that the face lacks
/// come from another one. Returns their length.
double write_words(cairo_t* context, double x, double y, const std::string& words, Colour ink, double size,
                   bool bold = false, double share = 0);

/// Breaks words into rows no longer than `room`, only at a comma followed by two spaces. A longer part has a
/// row of its own.
std::vector<std::string> rows_of(cairo_t* context, const std::string& words, double size, double room);

/// Decides how words are written on a surface, as long as it lives. Without one they are glyphs of their font: text
/// in a PDF, but outlines in an SVG of cairo's.
class Lettering {
 public:
  /// `apart`: text is not drawn but kept as elements of an SVG whose units are the surface's.
  Lettering(cairo_surface_t* surface, TextForm form, bool apart);
  ~Lettering();
  Lettering(const Lettering&) = delete;
  /// The text kept so far, in the order in which it was written.
  const std::string& elements() const { return elements_; }

 private:
  friend double write_words(cairo_t*, double, double, const std::string&, Colour, double, bool, double);
  void keep(cairo_t* context, Position place, const std::string& words, Colour ink, double size, bool bold,
            double share);

  cairo_surface_t* surface_;
  TextForm form_;
  bool apart_;
  std::string elements_;
};

/// Text as it stands in XML.
std::string xml_escaped(const std::string& text);

}  // namespace ergo
