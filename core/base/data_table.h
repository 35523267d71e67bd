#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ergo {

/// Columns of numbers, read from a file.
struct DataTable {
  struct Column {
    std::string name;
    std::vector<double> values;  ///< [row]
    std::string flaw;  ///< the first cell that is no finite number, with its place; empty if there is none
  };
  static constexpr std::size_t most_rows = 1'000'000, most_columns = 1'000, most_cells = 20'000'000,
                               most_bytes = std::size_t{256} << 20;

  std::string source;
  std::vector<Column> columns;
  std::size_t rows = 0;

  /// The column of that name, or if there is none the one of that number from 1. Throws Error naming `where`:
  /// no such column, or one that holds a cell that is no number.
  const std::vector<double>& column(const std::string& name, const std::string& where) const;
};

/// Reads a CSV file or a NumPy array of one or two axes (rows first).
///
/// CSV: cells end at a semicolon, a comma or a tab, whichever of them the first line has first in this order, else at
/// spaces. The first line names the columns if it has a cell that is neither a number nor NaN, NA or infinity; else they
/// are called 1, 2, ... Numbers have a decimal point. Texts may stand in "quotes", within which two quotes are one; they
/// end on their line. Empty lines and lines that begin with # are passed over. Throws Error with `where` naming source
/// and line: rows of different lengths, too many rows, columns or cells, no rows, a name that is too long, a quote
/// without end.
DataTable read_data_table(const std::string& bytes, const std::string& source, const std::string& where);

/// What read_data_table takes, in words.
std::string legal_tables();

}  // namespace ergo
