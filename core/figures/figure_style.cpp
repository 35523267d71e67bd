#include "core/figures/figure_style.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/base/text_words.h"

namespace ergo {
namespace {

constexpr double mm_per_inch = 25.4;
constexpr double size_least = 20, size_most = 1000;    // mm
constexpr double font_least = 4, font_most = 72;       // points
constexpr double lines_least = 0.1, lines_most = 10;   // points
constexpr double usual_height = FigureStyle().height / FigureStyle().width;

struct JournalPreset {
  const char* name;
  FigureStyle style;
};
const JournalPreset journal_presets[] = {
    {"single", {.width = 89, .height = 63, .font = 7, .lines = 0.5}},
    {"double", {.width = 183, .height = 90, .font = 7, .lines = 0.5}},
};

/// A number at the beginning of `text`, which is taken off.
std::optional<double> number_off(std::string_view& text) {
  double number = 0;
  const auto [end, error] = read_number(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

double mm_in(std::string_view unit) { return unit == "mm" ? 1 : unit == "in" ? mm_per_inch : 0; }

bool within(double value, double low, double high) { return value >= low && value <= high; }

void read_size(const std::string& words, FigureStyle& style) {
  std::string_view rest = words;
  const std::optional<double> width = number_off(rest);
  std::optional<double> height;
  style.tall = rest.starts_with('x');
  if (style.tall) {
    rest.remove_prefix(1);
    height = number_off(rest);
  }
  const double unit = mm_in(rest);
  style.width = width.value_or(0) * unit;
  style.height = style.tall ? height.value_or(0) * unit : style.width * usual_height;
  if (!within(style.width, size_least, size_most) ||
      (style.tall && !within(style.height, size_least, size_most)))
    throw illegal_value("--size", words, "WxHmm, WxHin, Wmm or Win, each 20 to 1000 mm", "");
}

/// Points of "8pt" or "8".
double points_of(const std::string& option, const std::string& words, double low, double high) {
  std::string_view rest = words;
  const std::optional<double> points = number_off(rest);
  if (!points || (rest != "pt" && !rest.empty()) || !within(*points, low, high))
    throw illegal_value(option, words, "Xpt, " + range_words(low, high) + " points", "");
  return *points;
}

/// The place of a word among the legal ones.
std::size_t place_among(const std::string& option, const std::string& word,
                        const std::vector<std::string>& legal) {
  const auto found = std::ranges::find(legal, word);
  if (found == legal.end()) throw illegal_value(option, word, legal_words(word, legal), "");
  return static_cast<std::size_t>(found - legal.begin());
}

}  // namespace

bool is_length(const std::string& size) { return size.ends_with("mm") || size.ends_with("in"); }

FigureStyle figure_style(const FigureWords& words) {
  FigureStyle style;
  if (!words.journal.empty()) {
    std::vector<std::string> names;
    for (const JournalPreset& preset : journal_presets) names.push_back(preset.name);
    style = journal_presets[place_among("--journal", words.journal, names)].style;
  }
  if (!words.size.empty()) read_size(words.size, style);
  if (!words.font.empty()) style.font = points_of("--font", words.font, font_least, font_most);
  if (!words.lines.empty()) style.lines = points_of("--lines", words.lines, lines_least, lines_most);
  if (!words.ground.empty())
    style.ground =
        static_cast<Ground>(place_among("--ground", words.ground, {"white", "transparent", "theme"}));
  if (!words.text.empty())
    style.text = static_cast<TextForm>(place_among("--text", words.text, {"text", "outlines"}));
  return style;
}

Palette palette_on(Ground ground, const Palette& theme) {
  if (ground != Ground::white) return theme;
  Palette white = luminance(theme.picture) < 0.5 ? palette("light") : theme;
  white.ground = white.panel = white.picture = white.density_low = 0xFFFFFF;
  return white;
}

}  // namespace ergo
