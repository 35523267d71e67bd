#pragma once

#include <string>
#include <vector>

#include "core/figures/cairo_surface.h"

namespace ergo {

/// The face of all words on figures.
void set_face(cairo_t* context, double size, bool bold);
/// Of the words on one row.
double length_of(cairo_t* context, const std::string& words, double size, bool bold);
/// Words parted at commas with two spaces, as many in each row as `room` has place for. A part that is longer
/// has a row of its own.
std::vector<std::string> rows_of(cairo_t* context, const std::string& words, double size, double room);

}  // namespace ergo
