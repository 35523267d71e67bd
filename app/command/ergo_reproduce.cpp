#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/command/ergo_commands.h"
#include "app/command/progress.h"
#include "core/base/number_words.h"
#include "core/reproduction/experiment.h"

namespace ergo {
namespace {

using Json = nlohmann::ordered_json;
using Cells = std::vector<std::string>;

/// Code points of UTF-8.
std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Each column as wide as its widest cell; the last one is not filled up.
void print_table(const std::vector<Cells>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Cells& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], letters(row[c]));
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      line += row[c];
      line.append(widths[c] - letters(row[c]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::printf("%s\n", line.c_str());
  }
}

/// To two digits of its error.
std::string words_of(const Estimate& ours) {
  if (!(ours.error > 0)) return significant(ours.value, 4);
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(ours.error))), 0, 12);
  char text[96];
  std::snprintf(text, sizeof text, "%.*f ± %.*f", decimals, ours.value, decimals, ours.error);
  return text;
}

Json json_of(const ReproducedNumber& number) {
  const auto or_null = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  return {{"what", number.what},
          {"ours", or_null(number.ours.value)},
          {"error", or_null(number.ours.error)},
          {"paper", number.paper.empty() ? Json() : Json(number.paper)},
          {"remark", number.remark}};
}

int list(bool json) {
  Json all = Json::array();
  std::vector<Cells> rows = {{"experiment", "what", "source"}};
  for (const Experiment& e : experiments()) {
    all.push_back({{"id", e.id}, {"title", e.title}, {"source", e.source}, {"doc", e.doc}});
    rows.push_back({e.id, e.title, e.source});
  }
  json ? void(std::printf("%s\n", all.dump(2).c_str())) : print_table(rows);
  return 0;
}

}  // namespace

int reproduce_command(const ReproduceOptions& options) {
  if (options.ids.empty()) return list(options.json);
  std::vector<const Experiment*> wanted;
  for (const std::string& id : options.ids) wanted.push_back(&experiment(id));
  ThreadPool pool;
  Progress progress("experiments", wanted.size(), options.quiet);
  Json all = Json::array();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Experiment& e = *wanted[i];
    progress.at(i);
    std::vector<Cells> rows = {{"number", "ours", "paper", "remark"}};
    Json numbers = Json::array();
    e.run(options.effort, pool, [&](const ReproducedNumber& number) {
      progress.at(i);
      rows.push_back(
          {number.what, words_of(number.ours), number.paper.empty() ? "–" : number.paper, number.remark});
      numbers.push_back(json_of(number));
    });
    all.push_back({{"id", e.id},
                   {"title", e.title},
                   {"source", e.source},
                   {"effort", options.effort},
                   {"numbers", numbers}});
    if (options.json) continue;
    std::printf("%s%s: %s\n%s\n%s\n", i ? "\n" : "", e.id.c_str(), e.title.c_str(), e.source.c_str(),
                e.doc.c_str());
    print_table(rows);
  }
  if (options.json) std::printf("%s\n", all.dump(2).c_str());
  return 0;
}

}  // namespace ergo
