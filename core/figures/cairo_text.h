#pragma once

#include <string>
#include <vector>

#include "core/figures/cairo_surface.h"

namespace ergo {

/// The face of all words on figures.
void set_face(cairo_t* context, double size, bool bold);
/// Length of the words on one row.
double length_of(cairo_t* context, const std::string& words, double size, bool bold);
/// Breaks words into rows no longer than `room`, only at a comma followed by two spaces. A longer part has a
/// row of its own.
std::vector<std::string> rows_of(cairo_t* context, const std::string& words, double size, double room);

}  // namespace ergo
