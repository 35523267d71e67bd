#include "core/files/metrics_table.h"

#include <algorithm>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/text_words.h"

namespace ergo {
namespace {

constexpr std::size_t size_limit = std::size_t{1} << 30;
constexpr std::string_view error_end = "_error";

std::vector<std::string_view> cells_in(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t comma = line.find(',');
    cells.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

/// Where a file's columns are.
struct MetricsHeader {
  std::vector<std::string> ids;  ///< of the diagnostics, each followed by its error
  std::size_t first = 0;         ///< 2 if the rows begin with session and sampler
};

Error bad_file(const std::string& path, const std::string& line) {
  return {"no metrics file:", line.substr(0, 60), "a file that `ergo run --metrics` wrote", path};
}

MetricsHeader header_of(std::string_view line, const std::string& path) {
  const std::vector<std::string_view> cells = cells_in(line);
  MetricsHeader header;
  if (cells.size() > 3 && cells[0] == "session" && cells[1] == "sampler") header.first = 2;
  const std::size_t begin = header.first + 2;
  bool good = cells.size() > begin && (cells.size() - begin) % 2 == 0 && cells[begin - 2] == "step" &&
              cells[begin - 1] == "grad_evals";
  for (std::size_t i = begin; good && i < cells.size(); i += 2) {
    header.ids.emplace_back(cells[i]);
    good = cells[i + 1] == header.ids.back() + std::string(error_end);
  }
  if (!good) throw bad_file(path, std::string(line));
  return header;
}

template <class Number>
Number number_in(std::string_view cell, const std::string& path, std::string_view line) {
  Number number = 0;
  const auto [end, error] = read_number(cell.data(), cell.data() + cell.size(), number);
  if (error != std::errc() || end != cell.data() + cell.size()) throw bad_file(path, std::string(line));
  return number;
}

}  // namespace

MetricsTable read_metrics(const std::string& path) {
  const std::string text = read_file(path, size_limit);
  std::string_view rest = text;
  const auto next_line = [&] {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    return line;
  };
  const MetricsHeader header = header_of(next_line(), path);
  MetricsTable table;
  while (!rest.empty()) {
    const std::string_view line = next_line();
    const std::vector<std::string_view> cells = cells_in(line);
    if (cells.size() != header.first + 2 + 2 * header.ids.size()) throw bad_file(path, std::string(line));
    const auto run = header.first > 0 ? number_in<std::size_t>(cells[0], path, line) : 0;
    if (run > table.size()) throw bad_file(path, std::string(line));
    if (run == table.size()) table.emplace_back();
    MetricsRow row{.sampler = header.first > 0 ? std::string(cells[1]) : "",
                   .step = number_in<std::uint64_t>(cells[header.first], path, line),
                   .gradient_evaluations = number_in<double>(cells[header.first + 1], path, line)};
    for (std::size_t k = 0; k < header.ids.size(); ++k)
      row.values.push_back({header.ids[k], number_in<double>(cells[header.first + 2 + 2 * k], path, line),
                            number_in<double>(cells[header.first + 3 + 2 * k], path, line)});
    table[run].push_back(std::move(row));
  }
  if (table.empty()) throw bad_file(path, "no rows");
  return table;
}

}  // namespace ergo
