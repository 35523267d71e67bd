#include "core/formula/error.h"

#include <algorithm>

namespace ergo::formula {
namespace {

struct PlaceInText {
  int line, column;
  std::string_view whole_line;
};

/// Bytes that continue a character of UTF-8 do not begin a column.
int characters(std::string_view text) {
  return static_cast<int>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

PlaceInText find_place(std::string_view text, std::size_t place) {
  const std::string_view before = text.substr(0, place);
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  return {static_cast<int>(std::ranges::count(before, '\n')) + 1, characters(before.substr(begin)) + 1,
          text.substr(begin, end - begin)};
}

std::string where(const PlaceInText& at) {
  return "line " + std::to_string(at.line) + ", column " + std::to_string(at.column);
}

/// Tabs become spaces, so that the caret stands under its column.
std::string pointed_out(const PlaceInText& at) {
  std::string line(at.whole_line);
  std::ranges::replace_if(
      line, [](char c) { return c == '\t' || c == '\r' || c == '\0'; }, ' ');
  return line + "\n" + std::string(static_cast<std::size_t>(at.column - 1), ' ') + "^";
}

}  // namespace

FormulaError::FormulaError(std::string_view text, const Mistake& mistake)
    : Error(mistake.thing, mistake.value, mistake.legal, formula::where(find_place(text, mistake.place))) {
  const PlaceInText at = find_place(text, mistake.place);
  line = at.line;
  column = at.column;
  excerpt = pointed_out(at);
}

}  // namespace ergo::formula
