#include "core/unit/lettering.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/unit/position.h"

namespace ergo {
namespace {

/// Strokes are polylines, separated by '|'; a corner is two digits, x from 0 to 4 and y from 0 to 6, y upwards.
struct Glyph {
  char letter;
  std::string_view strokes;
};

constexpr Glyph glyphs[] = {{' ', ""},
                            {'A', "00 26 40|12 32"},
                            {'B', "00 06 36 45 44 33 42 41 30 00|03 33"},
                            {'C', "45 36 16 05 01 10 30 41"},
                            {'D', "00 06 26 44 42 20 00"},
                            {'E', "46 06 00 40|03 33"},
                            {'F', "46 06 00|03 33"},
                            {'G', "45 36 16 05 01 10 30 41 43 23"},
                            {'H', "00 06|40 46|03 43"},
                            {'I', "16 36|26 20|10 30"},
                            {'J', "46 41 30 10 01"},
                            {'K', "00 06|46 03 40"},
                            {'L', "06 00 40"},
                            {'M', "00 06 23 46 40"},
                            {'N', "00 06 40 46"},
                            {'O', "16 05 01 10 30 41 45 36 16"},
                            {'P', "00 06 36 45 44 33 03"},
                            {'Q', "16 05 01 10 30 41 45 36 16|22 40"},
                            {'R', "00 06 36 45 44 33 03|23 40"},
                            {'S', "45 36 16 05 04 13 33 42 41 30 10 01"},
                            {'T', "06 46|26 20"},
                            {'U', "06 01 10 30 41 46"},
                            {'V', "06 20 46"},
                            {'W', "06 10 23 30 46"},
                            {'X', "00 46|06 40"},
                            {'Y', "06 23 46|23 20"},
                            {'Z', "06 46 00 40"},
                            {'0', "16 05 01 10 30 41 45 36 16|12 34"},
                            {'1', "15 26 20|10 30"},
                            {'2', "05 16 36 45 44 00 40"},
                            {'3', "05 16 36 45 44 33 42 41 30 10 01|13 33"},
                            {'4', "30 36 02 42"},
                            {'5', "46 06 03 33 42 41 30 10 01"},
                            {'6', "45 36 16 05 01 10 30 41 42 33 03"},
                            {'7', "06 46 10"},
                            {'8', "13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33"},
                            {'9', "01 10 30 41 45 36 16 05 04 13 43"},
                            {'-', "13 33"},
                            {'+', "13 33|22 24"},
                            {'=', "12 32|14 34"},
                            {'.', "20 20"},
                            {':', "21 21|24 24"},
                            {'!', "26 22|20 20"},
                            {'?', "05 16 36 45 44 22|20 20"},
                            {'/', "00 46"}};

constexpr int unit = 4, letter_width = 4 * unit, letter_height = 6 * unit, advance = 6 * unit, margin = 2 * unit;
constexpr double half_stroke = 1.5;  // pixels

struct Segment {
  Position from, to;
};

double distance(Position p, const Segment& s) {
  const Position along = s.to - s.from;
  const double length2 = dot(along, along);
  const double share = length2 > 0 ? std::clamp(dot(p - s.from, along) / length2, 0.0, 1.0) : 0;
  return norm(p - (s.from + share * along));
}

/// Of a glyph with its lower left corner at 0, in pixels.
std::vector<Segment> segments(std::string_view strokes) {
  std::vector<Segment> all;
  const auto corner = [&](std::size_t at) {
    return Position{1.0 * unit * (strokes[at] - '0'), 1.0 * unit * (strokes[at + 1] - '0')};
  };
  for (std::size_t at = 0; at + 4 < strokes.size(); at += 3)
    if (strokes[at + 2] == ' ') all.push_back({corner(at), corner(at + 3)});
  return all;
}

const Glyph* glyph_of(char letter) {
  const char capital = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  const auto found = std::ranges::find(glyphs, capital, &Glyph::letter);
  return found == std::end(glyphs) ? nullptr : found;
}

/// The whole character of a text in UTF-8 that begins at a byte.
std::string character(const std::string& text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return text.substr(at, end - at);
}

void check_letters(const std::string& text, const std::string& where) {
  if (text.find_first_not_of(' ') == std::string::npos)
    throw Error("a text without letters:", text, legal_letters(), where);
  for (std::size_t at = 0; at < text.size(); ++at)
    if (!glyph_of(text[at])) throw Error("no letter for", character(text, at), legal_letters(), where);
  if (text.size() > most_letters)
    throw Error("a text of " + std::to_string(text.size()) + " letters:", text, legal_letters(), where);
}

}  // namespace

std::string legal_letters() {
  return "1 to " + std::to_string(most_letters) + " of A-Z, 0-9, space and - + = . : ! ? /";
}

GreyPicture lettering(const std::string& text, const std::string& where) {
  check_letters(text, where);
  const int letters = static_cast<int>(text.size());
  const int width = (letters - 1) * advance + letter_width + 2 * margin + 1;
  const int height = letter_height + 2 * margin + 1;
  std::vector<float> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int letter = 0; letter < letters; ++letter) {
    const std::vector<Segment> strokes = segments(glyph_of(text[static_cast<std::size_t>(letter)])->strokes);
    const int left = margin + letter * advance;
    for (int row = 0; row < height; ++row)
      for (int column = std::max(0, left - margin); column < std::min(width, left + letter_width + margin + 1); ++column) {
        double away = std::numeric_limits<double>::infinity();
        for (const Segment& stroke : strokes)
          away = std::min(away, distance({1.0 * (column - left), 1.0 * (height - 1 - row - margin)}, stroke));
        const double outside = std::max(0.0, away - half_stroke);
        float& pixel = pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                              static_cast<std::size_t>(column)];
        pixel = std::max(pixel, static_cast<float>(std::exp(-outside * outside / 2)));
      }
  }
  return {text, width, height, std::make_shared<const std::vector<float>>(std::move(pixels))};
}

}  // namespace ergo
