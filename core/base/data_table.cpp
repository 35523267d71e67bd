#include "core/base/data_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/error.h"
#include "core/base/npy.h"
#include "core/base/text_words.h"

namespace ergo {

namespace {

using Column = DataTable::Column;

std::optional<double> number_of(std::string_view cell) {
  const auto first = cell.find_first_not_of(" \t"), last = cell.find_last_not_of(" \t");
  if (first == std::string_view::npos) return {};
  cell = cell.substr(first, last + 1 - first);
  if (cell[0] == '+') cell.remove_prefix(1);
  double value = 0;
  const auto [stopped, problem] = read_number(cell.data(), cell.data() + cell.size(), value);
  if (stopped != cell.data() + cell.size() || problem != std::errc() || !std::isfinite(value)) return {};
  return value;
}

/// Whether a cell stands for a number that is not there, or not finite. Names of columns do not look like
/// that.
bool missing(std::string cell) {
  std::ranges::transform(cell, cell.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (cell.starts_with('+') || cell.starts_with('-')) cell.erase(0, 1);
  return cell == "nan" || cell == "na" || cell == "inf" || cell == "infinity";
}

/// Whole letters of UTF-8.
std::string shortened(std::string_view cell) {
  constexpr std::size_t most = 40;
  if (cell.size() <= most) return std::string(cell);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(cell[end]) & 0xc0) == 0x80) --end;
  return std::string(cell.substr(0, end)) + "…";
}

/// Reads line by line; lines count from 1.
class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& source, const std::string& where)
      : rest_(text), source_(source), where_(where) {
    if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
  }

  DataTable read() {
    DataTable table{source_, {}, 0};
    std::vector<std::string> cells;
    if (!next_row(cells)) throw refuse("a file without rows", "");
    if (cells.size() > DataTable::most_columns)
      throw refuse("too many columns", std::to_string(cells.size()));
    const bool named = !std::ranges::all_of(
        cells, [](const std::string& cell) { return number_of(cell).has_value() || missing(trimmed(cell)); });
    for (std::size_t c = 0; c < cells.size(); ++c) {
      table.columns.push_back({named ? trimmed(cells[c]) : std::to_string(c + 1), {}, ""});
      if (table.columns.back().name.size() > longest_name)
        throw refuse("a column's name of more than 100 bytes", shortened(table.columns.back().name));
    }
    for (bool more = named ? next_row(cells) : true; more; more = next_row(cells)) add_row(table, cells);
    if (table.rows == 0) throw refuse("a file without rows", "");
    return table;
  }

 private:
  static constexpr std::size_t longest_name = 100;

  static std::string trimmed(const std::string& cell) {
    const auto first = cell.find_first_not_of(" \t"), last = cell.find_last_not_of(" \t");
    return first == std::string::npos ? "" : cell.substr(first, last + 1 - first);
  }

  Error refuse(const std::string& what, const std::string& value) const {
    return Error(what + " in " + source_ + (line_ > 0 ? ", line " + std::to_string(line_) + ":" : ":"), value,
                 legal_tables(), where_);
  }

  void add_row(DataTable& table, const std::vector<std::string>& cells) const {
    if (cells.size() != table.columns.size())
      throw refuse("a row of another length", std::to_string(cells.size()) + " cells in place of " +
                                                  std::to_string(table.columns.size()));
    if (++table.rows > DataTable::most_rows) throw refuse("too many rows", std::to_string(table.rows));
    if (table.rows * cells.size() > DataTable::most_cells)
      throw refuse("too many cells", std::to_string(table.rows * cells.size()));
    for (std::size_t c = 0; c < cells.size(); ++c) {
      Column& column = table.columns[c];
      const auto number = number_of(cells[c]);
      if (!number && column.flaw.empty())
        column.flaw = std::string("'") + shortened(cells[c]) + "' at line " + std::to_string(line_) +
                      ", column " + std::to_string(c + 1);
      column.values.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
  }

  std::string_view next_line() {
    const std::size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++line_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  bool next_row(std::vector<std::string>& cells) {
    while (!rest_.empty()) {
      const std::string_view line = next_line();
      const auto first = line.find_first_not_of(" \t");
      if (first == std::string_view::npos || line[first] == '#') continue;
      split(line, cells);
      return true;
    }
    return false;
  }

  void split(std::string_view line, std::vector<std::string>& cells) {
    if (separator_ == 0) {
      const auto ends = [&](char letter) { return line.find(letter) != std::string_view::npos; };
      separator_ = ends(';') ? ';' : ends(',') ? ',' : ends('\t') ? '\t' : ' ';
    }
    cells.assign(1, "");
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char letter = line[i];
      if (letter == '"') {
        if (quoted && i + 1 < line.size() && line[i + 1] == '"')
          cells.back() += line[++i];
        else
          quoted = !quoted;
      } else if (!quoted && letter == separator_) {
        // Spaces in a row separate once.
        if (separator_ != ' ' || !cells.back().empty()) cells.emplace_back();
        if (cells.size() > DataTable::most_columns)
          throw refuse("too many columns", "more than " + std::to_string(DataTable::most_columns));
      } else {
        cells.back() += letter;
      }
    }
    if (quoted) throw refuse("a quote without end", shortened(line));
    if (separator_ == ' ' && cells.size() > 1 && cells.back().empty()) cells.pop_back();
  }

  std::string_view rest_;
  std::string source_, where_;
  std::size_t line_ = 0;
  char separator_ = 0;
};

DataTable read_npy(const std::string& bytes, const std::string& source, const std::string& where) {
  const std::string place = where + ", " + source;
  const auto all = std::as_bytes(std::span(bytes));
  const NpyHeader header = parse_npy_header(all, place);
  const std::size_t axes = header.shape.size();
  if (axes != 1 && axes != 2)
    throw Error("an array of " + std::to_string(axes) + " axes", "", "one or two axes", place);
  const std::size_t rows = header.shape[0], columns = axes == 2 ? header.shape[1] : 1;
  if (header.count == 0) throw Error("an array without rows", "", legal_tables(), place);
  if (rows > DataTable::most_rows || columns > DataTable::most_columns ||
      header.count > DataTable::most_cells)
    throw Error("an array that is too large", std::to_string(rows) + "x" + std::to_string(columns),
                legal_tables(), place);
  const std::vector<double> values = read_npy_array(all, place).to_double();
  DataTable table{source, {}, rows};
  for (std::size_t c = 0; c < columns; ++c) {
    Column column{std::to_string(c + 1), {}, ""};
    for (std::size_t r = 0; r < rows; ++r) {
      column.values.push_back(values[r * columns + c]);
      if (!std::isfinite(column.values.back()) && column.flaw.empty())
        column.flaw = std::string(std::isnan(column.values.back()) ? "NaN" : "infinity") + " in row " +
                      std::to_string(r + 1) + ", column " + std::to_string(c + 1);
    }
    table.columns.push_back(std::move(column));
  }
  return table;
}

}  // namespace

const std::vector<double>& DataTable::column(const std::string& name, const std::string& where) const {
  auto found = std::ranges::find(columns, name, &Column::name);
  if (found == columns.end()) {
    std::size_t number = 0;
    const auto [stopped, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (problem == std::errc() && stopped == name.data() + name.size() && number >= 1 &&
        number <= columns.size())
      found = columns.begin() + static_cast<std::ptrdiff_t>(number - 1);
  }
  if (found == columns.end()) {
    constexpr std::size_t told = 20;
    std::vector<std::string> names;
    for (const Column& column : columns)
      if (names.size() < told) names.push_back(column.name);
    const std::size_t more = columns.size() - names.size();
    throw Error(
        "no such column in " + source + ":", shortened(name),
        legal_words(shortened(name), names) + (more > 0 ? " and " + std::to_string(more) + " more" : ""),
        where);
  }
  if (!found->flaw.empty())
    throw Error("a cell of column " + found->name + " of " + source + " that is no number:", found->flaw,
                "a finite number with a decimal point", where);
  return found->values;
}

DataTable read_data_table(const std::string& bytes, const std::string& source, const std::string& where) {
  return bytes.starts_with("\x93NUMPY") ? read_npy(bytes, source, where)
                                        : CsvReader(bytes, source, where).read();
}

std::string legal_tables() {
  return "a CSV or NPY file of up to " + std::to_string(DataTable::most_rows) + " rows and " +
         std::to_string(DataTable::most_columns) + " columns, and " + std::to_string(DataTable::most_cells) +
         " cells";
}

}  // namespace ergo
