#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/base/text_words.h"
#include "core/painting/painting.h"

namespace ergo {
namespace {

constexpr const char* blanks = " \t\r";
constexpr const char* two_numbers = "two numbers, x and y, with commas between points";

/// What stands before and after the first colon.
struct Statement {
  std::vector<std::string> words;
  std::optional<std::string> rest;

  explicit Statement(const std::string& text)
      : words(parts_between(std::string_view(text).substr(0, text.find(':')), blanks)) {
    if (const auto colon = text.find(':'); colon != std::string::npos) rest = text.substr(colon + 1);
  }
};

class PaintingParser {
 public:
  explicit PaintingParser(const std::string& where) : where_(where) {}

  void read(const Statement& statement) {
    const std::array<std::string, 4> kinds = {"window", "base", "brush", "eraser"};
    const std::string kind = statement.words.empty() ? ":" : statement.words[0];
    if (kind == "window")
      read_window(statement);
    else if (kind == "base")
      read_base(statement);
    else if (kind == "brush" || kind == "eraser")
      read_stroke(statement);
    else
      throw Error("unknown word", kind, legal_words(kind, kinds), where_);
  }

  Painting painting() const { return painting_; }

 private:
  double number(const std::string& name, const std::string& word, Range legal) const {
    const auto value = plain_number(word);
    if (!value) throw Error(name + " must be a number, not", word, range_words(legal.low, legal.high), where_);
    if (*value < legal.low || *value > legal.high)
      throw Error(name + " is out of range:", word, range_words(legal.low, legal.high), where_);
    return *value;
  }

  void read_window(const Statement& statement) {
    const char* const legal = "four numbers, x and y of the lower left corner, then of the upper right one";
    if (has_window_) throw Error("a second window:", "window", "one window", where_);
    has_window_ = true;
    if (statement.rest || statement.words.size() != 5)
      throw Error("window: wrong count of numbers:", std::to_string(statement.words.size() - 1), legal, where_);
    std::array<double, 4> corner;
    for (std::size_t k = 0; k < 4; ++k) corner[k] = number("window", statement.words[k + 1], canvas_coordinates);
    painting_.window = {{corner[0], corner[1]}, {corner[2], corner[3]}};
    check_canvas(painting_.window, where_);
  }

  void read_base(const Statement& statement) {
    if (painting_.base) throw Error("a second base:", "base", "one base", where_);
    if (statement.words.size() != 2 || !statement.rest)
      throw Error("base: it needs a side, a colon and a word", "", "base 64: ...", where_);
    const int side = parse_integer("base: side", statement.words[1], least_base_side, most_base_side, where_);
    painting_.base = parse_base(side, *statement.rest, where_);
  }

  void read_stroke(const Statement& statement) {
    const std::string name = "stroke " + std::to_string(painting_.strokes.size() + 1);
    if (painting_.strokes.size() == most_strokes)
      throw Error("too many strokes:", std::to_string(most_strokes + 1) + " or more", legal_painting(), where_);
    const auto& words = statement.words;
    if (words.size() < 2) throw Error(name + " has no size", "", words[0] + " 0.5: x y", where_);
    Stroke stroke{.eraser = words[0] == "eraser", .size = number(name + ": size", words[1], stroke_sizes)};
    read_settings(stroke, name, words);
    if (!statement.rest) throw Error(name + " has no colon before its points", "", words[0] + " 0.5: x y", where_);
    read_points(stroke, name, *statement.rest);
    painting_.strokes.push_back(stroke);
  }

  void read_settings(Stroke& stroke, const std::string& name, const std::vector<std::string>& words) const {
    struct Setting {
      std::string word;
      Range legal;
      double* value;
      bool given = false;
    };
    std::array<Setting, 2> settings = {
        {{"strength", stroke_strengths, &stroke.strength}, {"hardness", stroke_hardnesses, &stroke.hardness}}};
    for (std::size_t k = 2; k < words.size(); k += 2) {
      const auto named = std::ranges::find(settings, words[k], &Setting::word);
      const std::array<std::string, 2> known = {"strength", "hardness"};
      if (named == settings.end()) throw Error(name + ": unknown word", words[k], legal_words(words[k], known), where_);
      const std::string setting = name + ": " + named->word;
      if (named->given) throw Error(setting + " is given twice", words[k], "once", where_);
      named->given = true;
      if (k + 1 == words.size())
        throw Error(setting + " lacks a number", "", range_words(named->legal.low, named->legal.high), where_);
      *named->value = number(setting, words[k + 1], named->legal);
    }
  }

  void read_points(Stroke& stroke, const std::string& name, const std::string& text) {
    for (const std::string& point : parts_between(text, ",")) {
      const std::string place = name + ": point " + std::to_string(stroke.points.size() + 1);
      const auto words = parts_between(point, blanks);
      if (words.size() != 2) throw Error(place + " is not two numbers:", point, two_numbers, where_);
      stroke.points.push_back(
          {number(place, words[0], painted_coordinates), number(place, words[1], painted_coordinates)});
      if (++points_ > most_stroke_points)
        throw Error("too many points:", std::to_string(points_) + " or more", legal_painting(), where_);
    }
    if (stroke.points.empty()) throw Error(name + " has no points", "", two_numbers, where_);
  }

  const std::string& where_;
  Painting painting_;
  bool has_window_ = false;
  std::size_t points_ = 0;
};

}  // namespace

std::string legal_painting() {
  return "strokes such as 'brush 0.6 strength 1 hardness 0.5: 0 0, 1 0.5' or 'eraser 0.3: 1 1' with semicolons between "
         "them, up to " +
         std::to_string(most_strokes) + " of " + std::to_string(most_stroke_points) +
         " points in all; 'window -4 -4 4 4'";
}

Painting parse_painting(const std::string& text, const std::string& where) {
  if (text.size() > most_painting_bytes)
    throw Error("too long a painting:", std::to_string(text.size()) + " bytes",
                "up to " + std::to_string(most_painting_bytes) + " bytes", where);
  PaintingParser parser(where);
  bool blank = true;
  for (const std::string& part : parts_between(text, ";\n")) {
    if (parts_between(part, blanks).empty()) continue;
    parser.read(Statement(part));
    blank = false;
  }
  if (blank) throw Error("the painting is empty", "", legal_painting(), where);
  return parser.painting();
}

}  // namespace ergo
