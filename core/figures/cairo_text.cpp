#include "core/figures/cairo_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/base/number_text.h"

namespace ergo {
namespace {

const char* const face_name = "Inter";
const char* const other_face = "DejaVu Sans";  // has the brackets and operators of mathematics

void select_face(cairo_t* context, const char* name, double size, bool bold) {
  cairo_select_font_face(context, name, CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, size);
}

/// Whether the context's face has this letter.
bool has_letter(cairo_t* context, const std::string& letter) {
  cairo_glyph_t* glyphs = nullptr;
  int count = 0;
  cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(context), 0, 0, letter.data(),
                                   static_cast<int>(letter.size()), &glyphs, &count, nullptr, nullptr, nullptr);
  const bool found = std::all_of(glyphs, glyphs + count, [](const cairo_glyph_t& g) { return g.index != 0; });
  cairo_glyph_free(glyphs);
  return found;
}

/// Words of one face.
struct WordsPart {
  std::string words;
  const char* face;
};

/// Splits UTF-8 words where the face changes.
std::vector<WordsPart> parts_of(cairo_t* context, const std::string& words) {
  const auto begins = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; };
  select_face(context, face_name, 12, false);
  std::vector<WordsPart> parts;
  for (std::size_t from = 0; from < words.size();) {
    std::size_t end = from + 1;
    while (end < words.size() && !begins(words[end])) ++end;
    const std::string letter = words.substr(from, end - from);
    const char* face = letter.size() == 1 || has_letter(context, letter) ? face_name : other_face;
    if (parts.empty() || parts.back().face != face) parts.push_back({"", face});
    parts.back().words += letter;
    from = end;
  }
  return parts;
}

double sum_of_lengths(cairo_t* context, const std::vector<WordsPart>& parts, double size, bool bold) {
  double length = 0;
  for (const WordsPart& part : parts) {
    select_face(context, part.face, size, bold);
    cairo_text_extents_t extents;
    cairo_text_extents(context, part.words.c_str(), &extents);
    length += extents.x_advance;
  }
  return length;
}

const cairo_user_data_key_t lettering_key = {};

Lettering* lettering_of(cairo_t* context) {
  return static_cast<Lettering*>(cairo_surface_get_user_data(cairo_get_target(context), &lettering_key));
}

/// A number with three decimals at most.
std::string svg_number(double value) { return number_text(std::round(value * 1000) / 1000); }

}  // namespace

double length_of(cairo_t* context, const std::string& words, double size, bool bold) {
  return sum_of_lengths(context, parts_of(context, words), size, bold);
}

double write_words(cairo_t* context, double x, double y, const std::string& words, Colour ink, double size,
                   bool bold, double share) {
  const std::vector<WordsPart> parts = parts_of(context, words);
  const double length = sum_of_lengths(context, parts, size, bold);
  Lettering* const lettering = lettering_of(context);
  if (lettering && lettering->apart_) {
    lettering->keep(context, {x, y}, words, ink, size, bold, share);
    return length;
  }
  set_colour(context, ink);
  cairo_new_path(context);
  cairo_move_to(context, x - share * length, y);
  for (const WordsPart& part : parts) {
    select_face(context, part.face, size, bold);
    (lettering && lettering->form_ == TextForm::outlines ? cairo_text_path : cairo_show_text)(context,
                                                                                              part.words.c_str());
  }
  if (lettering && lettering->form_ == TextForm::outlines) cairo_fill(context);
  cairo_new_path(context);
  return length;
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

Lettering::Lettering(cairo_surface_t* surface, TextForm form, bool apart)
    : surface_(surface), form_(form), apart_(apart && form == TextForm::text) {
  cairo_surface_set_user_data(surface_, &lettering_key, this, nullptr);
}

Lettering::~Lettering() { cairo_surface_set_user_data(surface_, &lettering_key, nullptr, nullptr); }

void Lettering::keep(cairo_t* context, Position place, const std::string& words, Colour ink, double size,
                     bool bold, double share) {
  cairo_user_to_device(context, &place.x, &place.y);
  Position along{1, 0};
  cairo_user_to_device_distance(context, &along.x, &along.y);
  const double zoom = std::hypot(along.x, along.y), angle = std::atan2(along.y, along.x) * 180 / std::numbers::pi;
  const std::string x = svg_number(place.x), y = svg_number(place.y);
  char colour[8];
  std::snprintf(colour, sizeof colour, "#%06x", static_cast<unsigned>(ink));
  elements_ += "<text x=\"" + x + "\" y=\"" + y + "\" font-family=\"" + face_name + ", " + other_face +
               ", sans-serif\" font-size=\"" + svg_number(zoom * size) + "\" fill=\"" + colour + "\"";
  // Cairo's normal weight is the medium one of faces that have it.
  elements_ += std::string(" font-weight=\"") + (bold ? "bold" : "500") + "\"";
  if (share > 0) elements_ += std::string(" text-anchor=\"") + (share < 1 ? "middle" : "end") + "\"";
  if (std::abs(angle) > 1e-6)
    elements_ += " transform=\"rotate(" + svg_number(angle) + " " + x + " " + y + ")\"";
  elements_ += " xml:space=\"preserve\">" + xml_escaped(words) + "</text>\n";
}

std::string xml_escaped(const std::string& text) {
  std::string xml;
  for (const char letter : text) {
    if (letter == '&')
      xml += "&amp;";
    else if (letter == '<')
      xml += "&lt;";
    else
      xml += letter;
  }
  return xml;
}

}  // namespace ergo
