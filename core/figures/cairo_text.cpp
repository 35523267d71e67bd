#include "core/figures/cairo_text.h"

namespace ergo {

void set_face(cairo_t* context, double size, bool bold) {
  cairo_select_font_face(context, "Inter", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, size);
}

double length_of(cairo_t* context, const std::string& words, double size, bool bold) {
  set_face(context, size, bold);
  cairo_text_extents_t extents;
  cairo_text_extents(context, words.c_str(), &extents);
  return extents.x_advance;
}

std::vector<std::string> rows_of(cairo_t* context, const std::string& words, double size, double room) {
  const std::string comma = ",  ";
  std::vector<std::string> rows;
  for (std::size_t from = 0; from < words.size();) {
    const std::size_t end = std::min(words.find(comma, from), words.size());
    const std::string part = words.substr(from, end - from);
    if (!rows.empty() && length_of(context, rows.back() + comma + part, size, false) <= room)
      rows.back() += comma + part;
    else
      rows.push_back(part);
    from = end + comma.size();
  }
  return rows;
}

}  // namespace ergo
