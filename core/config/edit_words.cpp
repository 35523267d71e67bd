#include "core/config/edit_words.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "core/config/chain_edit.h"
#include "core/config/learning_settings.h"

namespace ergo {
namespace {

constexpr std::size_t most_told = 3;
constexpr std::size_t longest_value = 48;  // bytes

std::string with_capital(std::string words) {
  if (!words.empty()) words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

/// The beginning of a long text, or of one with several lines.
std::string beginning_of(const std::string& value) {
  std::size_t end = std::min(value.find('\n'), value.size());
  if (end > longest_value) {
    end = longest_value;
    while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0) == 0x80) --end;  // within a character of UTF-8
  }
  return end == value.size() ? value : value.substr(0, end) + " …";
}

/// A number with four digits; of other values the beginning.
std::string short_value(const std::string& value) {
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (value.size() <= 6 || end != value.c_str() + value.size()) return beginning_of(value);
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", number);
  return text;
}

/// The unit of the run that a path edits; null if it edits none.
const Descriptor* edited_unit(const RunConfig& run, std::string_view path) {
  const std::string_view part = path.substr(0, path.find('.'));
  if (part == "target") return &target_descriptor(run);
  if (part == "sampler") return &sampler_unit(run.sampler.id).descriptor;
  if (part == "start") return &start_unit(run.start.id).descriptor;
  if (part == "gradient_noise") return &gradient_noise_descriptor();
  if (part == "learn") return &learning_descriptor();
  return nullptr;
}

std::string words_of_edit(const RunConfig& run, const Assignment& edit) {
  constexpr std::string_view of_run = "sessions.N.";
  const std::string path = edit.path.starts_with("sessions.") ? edit.path.substr(of_run.size()) : edit.path;
  if (is_of_chain(path)) return "Chain " + path.substr(6, path.find('.', 6) - 6) + ": momentum = " + edit.value;
  const Descriptor* unit = edited_unit(run, path);
  const auto dot = path.find('.');
  if (unit && dot == std::string::npos) return with_capital(path) + ": " + unit->title;
  const int index = unit ? find_parameter(*unit, path.substr(dot + 1)) : -1;
  if (index < 0) return with_capital(path) + " = " + short_value(edit.value);
  const Parameter& p = unit->parameters[static_cast<std::size_t>(index)];
  return (p.symbol.empty() || p.symbol == p.title ? "" : p.symbol + " ") + p.title + " = " +
         (is_file(p) ? shown_file(edit.value) : short_value(edit.value));
}

}  // namespace

std::string edit_words(const RunConfig& run, const std::vector<Assignment>& edits) {
  std::string words;
  for (std::size_t i = 0; i < std::min(edits.size(), most_told); ++i)
    words += (i == 0 ? "" : ", ") + words_of_edit(run, edits[i]);
  if (edits.size() > most_told) words += " and " + std::to_string(edits.size() - most_told) + " more";
  return words;
}

}  // namespace ergo
