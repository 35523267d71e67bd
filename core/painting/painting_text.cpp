#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/text_words.h"
#include "core/painting/painting.h"

namespace ergo {
namespace {

double to_digits(double value, int digits) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits - 1).ptr;
  read_number(text, end, value);
  return value;
}

/// Appends the number with so many decimals at most.
void append_decimals(std::string& text, double value, int decimals) {
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, decimals).ptr;
  double rounded = 0;
  read_number(digits, end, rounded);
  append_number(text, rounded);
}

}  // namespace

std::string painting_text(const Painting& painting) {
  constexpr double parts = 400;
  const auto [low, high] = painting.window;
  const double longer = std::max(high.x - low.x, high.y - low.y);
  const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(longer / parts))), 0, 9);
  std::string text = "window";
  for (const double corner : {low.x, low.y, high.x, high.y}) {
    text += ' ';
    append_number(text, to_digits(corner, 6));
  }
  if (painting.base) text += "; base " + std::to_string(painting.base->side) + ": " + base_word(*painting.base);
  for (const Stroke& stroke : painting.strokes) {
    text += stroke.eraser ? "; eraser " : "; brush ";
    append_number(text, to_digits(stroke.size, 3));
    if (stroke.strength != 1) text += " strength ", append_number(text, to_digits(stroke.strength, 3));
    if (stroke.hardness != Stroke().hardness) text += " hardness ", append_number(text, to_digits(stroke.hardness, 3));
    const char* before = ": ";
    for (const Position point : stroke.points) {
      text += before;
      append_decimals(text, point.x, decimals);
      text += ' ';
      append_decimals(text, point.y, decimals);
      before = ", ";
    }
  }
  return text;
}

}  // namespace ergo
