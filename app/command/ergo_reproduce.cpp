#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/command/ergo_commands.h"
#include "app/command/progress.h"
#include "core/base/number_words.h"
#include "core/reproduction/experiment.h"

namespace ergo {
namespace {

using Json = nlohmann::ordered_json;
/// Code points of UTF-8.
std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Cells filled up to these widths with spaces, two between them; the last one has none.
void print_row(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    line += cells[c];
    if (c + 1 < cells.size()) line.append(widths[c] - std::min(widths[c], letters(cells[c])) + 2, ' ');
  }
  line.erase(line.find_last_not_of(' ') + 1);
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

/// To two digits of its error.
std::string words_of(const Estimate& ours) {
  if (std::isnan(ours.value)) return "?";
  if (!(ours.error > 0)) return significant(ours.value, 4);
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(ours.error))), 0, 12);
  char text[96];
  std::snprintf(text, sizeof text, "%.*f ± %.*f", decimals, std::abs(ours.value), decimals, ours.error);
  return (ours.value < 0 ? "−" : "") + std::string(text);
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
  for (const Experiment& e : experiments()) {
    all.push_back({{"id", e.id}, {"title", e.title}, {"source", e.source}, {"doc", e.doc}});
    if (!json) print_row({e.id, e.title, e.source}, {15, 64, 0});
  }
  if (json) std::printf("%s\n", all.dump(2).c_str());
  return 0;
}

std::vector<const Experiment*> wanted_of(const ReproduceOptions& options) {
  std::vector<const Experiment*> wanted;
  for (const std::string& id : options.ids)
    if (id != "all")
      wanted.push_back(&experiment(id));
    else
      for (const Experiment& e : experiments()) wanted.push_back(&e);
  return wanted;
}

/// Runs one and prints its numbers as they come, or returns them for `json`.
Json reproduce(const Experiment& e, const ReproduceOptions& options, ThreadPool& pool,
               const std::function<void()>& pause) {
  const std::vector<std::size_t> widths = {43, 20, 18, 0};
  if (!options.json) {
    std::printf("%s: %s\n%s\n%s\n\n", e.id.c_str(), e.title.c_str(), e.source.c_str(), e.doc.c_str());
    print_row({"", "ours", "paper", "remark"}, widths);
  }
  Json numbers = Json::array();
  e.run(options.effort, pool,
        {.tell =
             [&](const ReproducedNumber& number) {
               numbers.push_back(json_of(number));
               if (!options.json)
                 print_row({number.what, words_of(number.ours),
                            number.paper.empty() ? "not printed" : number.paper, number.remark},
                           widths);
             },
         .pause = pause});
  return {{"id", e.id},
          {"title", e.title},
          {"source", e.source},
          {"effort", options.effort},
          {"numbers", numbers}};
}

}  // namespace

int reproduce_command(const ReproduceOptions& options) {
  if (options.ids.empty()) return list(options.json);
  const std::vector<const Experiment*> wanted = wanted_of(options);
  ThreadPool pool;
  // The numbers themselves tell how far it is.
  Progress progress("experiments", wanted.size(), options.quiet || !options.json);
  Json all = Json::array();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i > 0 && !options.json) std::printf("\n");
    all.push_back(reproduce(*wanted[i], options, pool, [&] { progress.at(i); }));
  }
  if (options.json) std::printf("%s\n", all.dump(2).c_str());
  return 0;
}

}  // namespace ergo
