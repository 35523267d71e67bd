#include "core/unit/error.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ergo {

namespace {

std::string message(const std::string& what, const std::string& value, const std::string& legal,
                    const std::string& where) {
  std::string text = where.empty() ? what : where + ": " + what;
  if (!value.empty()) text += " '" + value + "'";
  if (legal.starts_with("did you mean")) return text + "; " + legal;
  return legal.empty() ? text : text + "; legal: " + legal;
}

// Levenshtein distance, one row of the table at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
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

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  const auto closest = std::ranges::min_element(
      candidates, {}, [&](const std::string& candidate) { return edit_distance(word, candidate); });
  return closest == candidates.end() ? std::string() : *closest;
}

std::string legal_words(std::string_view word, std::span<const std::string> candidates) {
  if (candidates.empty()) return "none";
  std::string list;
  for (const std::string& candidate : candidates) list += (list.empty() ? "" : ", ") + candidate;
  return "did you mean '" + nearest(word, candidates) + "'? legal: " + list;
}

}  // namespace ergo
