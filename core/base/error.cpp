#include "core/base/error.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace ergo {

namespace {

std::string message(const std::string& what, const std::string& value, const std::string& legal,
                    const std::string& where) {
  std::string text = what.find(where) == std::string::npos ? where + ": " + what : what;
  if (!value.empty()) text += " '" + value + "'";
  if (legal.starts_with("did you mean")) return text + "; " + legal;
  return legal.empty() ? text : text + "; legal: " + legal;
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
  return small;
}

/// Least number of letters replaced, left out, put in or swapped with their neighbour, each place edited once
/// (the restricted Damerau-Levenshtein distance).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min({d[i - 1][j - 1] + (a[i - 1] != b[j - 1]), d[i - 1][j] + 1, d[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

/// The distance, where at most one letter in three differs or the word is a beginning of three letters.
std::optional<std::size_t> closeness(std::string_view word, std::string_view candidate) {
  const std::string a = in_small_letters(word), b = in_small_letters(candidate);
  const std::size_t distance = edit_distance(a, b);
  const bool begins = a.size() >= 3 && b.starts_with(a);
  if (!begins && 3 * distance > std::max(a.size(), b.size())) return {};
  return distance;
}

/// The same of paths, of which what follows the units they share counts; a word without a dot may also be the
/// last part of one.
std::optional<std::size_t> nearness(std::string_view word, std::string_view candidate) {
  const auto common = std::ranges::mismatch(word, candidate).in1 - word.begin();
  const auto dot = word.substr(0, static_cast<std::size_t>(common)).rfind('.');
  const std::size_t shared = dot == std::string_view::npos ? 0 : dot + 1;
  const auto whole = closeness(word.substr(shared), candidate.substr(shared));
  if (whole || word.find('.') != std::string_view::npos) return whole;
  return closeness(word, candidate.substr(candidate.rfind('.') + 1));
}

}  // namespace

Error::Error(std::string what, std::string bad, std::string legal_values, std::string place, Blame whose)
    : std::runtime_error(message(what, bad, legal_values, place)),
      thing(std::move(what)),
      value(std::move(bad)),
      legal(std::move(legal_values)),
      where(std::move(place)),
      blame(whose) {}

Error machine_error(std::string what, std::string value, std::string legal, std::string where) {
  return Error(std::move(what), std::move(value), std::move(legal), std::move(where), Blame::machine);
}

Error illegal_value(const std::string& setting, std::string value, std::string legal, std::string where) {
  std::string what = value.empty() ? setting + " is empty" : "illegal value of " + setting;
  return Error(std::move(what), std::move(value), std::move(legal), std::move(where));
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t longest = 200;  // bytes; distances take time in proportion to the square
  if (word.size() > longest) return "";
  std::string closest;
  std::optional<std::size_t> least;
  for (const std::string& candidate : candidates) {
    const auto distance = nearness(word, candidate);
    if (!distance || (least && *least <= *distance)) continue;
    least = distance;
    closest = candidate;
  }
  return closest;
}

std::string legal_words(std::string_view word, std::span<const std::string> candidates) {
  if (candidates.empty()) return "none";
  std::string list;
  for (const std::string& candidate : candidates) list += (list.empty() ? "" : ", ") + candidate;
  const std::string meant = nearest(word, candidates);
  return meant.empty() ? list : "did you mean '" + meant + "'? legal: " + list;
}

}  // namespace ergo
