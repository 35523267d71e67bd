#include "core/posterior/data_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/random/draws.h"

namespace ergo {

namespace {

double to_single(double value) { return static_cast<double>(static_cast<float>(value)); }

std::string row_words(const DataTable& table, std::size_t row) {
  return " in row " + std::to_string(row + 1) + " of " + table.source + ":";
}

std::string without_spaces(const std::string& words) {
  const auto first = words.find_first_not_of(" \t\n"), last = words.find_last_not_of(" \t\n");
  return first == std::string::npos ? "" : words.substr(first, last + 1 - first);
}

std::vector<std::string> names_in(const std::string& columns) {
  std::vector<std::string> names;
  for (std::size_t from = 0; from <= columns.size();) {
    const std::size_t comma = std::min(columns.find(',', from), columns.size());
    names.push_back(without_spaces(columns.substr(from, comma - from)));
    from = comma + 1;
  }
  return names;
}

/// x and y where a predictor and a response are wanted and columns are called so, else the first ones.
std::vector<std::string> usual_columns(const DataTable& table, std::size_t count) {
  const auto has = [&](const char* name) {
    return std::ranges::find(table.columns, name, &DataTable::Column::name) != table.columns.end();
  };
  if (count == 2 && has("x") && has("y")) return {"x", "y"};
  std::vector<std::string> names;
  for (std::size_t c = 0; c < count; ++c) names.push_back(table.columns[c].name);
  return names;
}

std::vector<double> checked_column(const DataTable& table, const std::string& name, const std::string& where) {
  std::vector<double> values = table.column(name, where);
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!(std::abs(values[row]) <= largest_datum))
      throw Error("a number that is too large" + row_words(table, row), number_text(values[row]),
                  number_text(-largest_datum) + " to " + number_text(largest_datum), where);
    values[row] = to_single(values[row]);
  }
  return values;
}

void check_responses(const DataRows& rows, const DataTable& table, const std::string& name, const std::string& where) {
  const auto refuse = [&](std::size_t row, const std::string& model, const std::string& legal) {
    return Error("no response of the " + model + " model in column " + name + row_words(table, row),
                 number_text(static_cast<float>(rows.y[row])), legal, where);
  };
  for (std::size_t row = 0; row < rows.y.size(); ++row) {
    const double y = rows.y[row];
    if (rows.model == DataModel::logistic && y != 0 && y != 1) throw refuse(row, "logistic", "0 or 1");
    if (rows.model == DataModel::poisson && (y < 0 || y != std::floor(y)))
      throw refuse(row, "poisson", "a whole number, 0 or more");
  }
  const auto [least, most] = std::ranges::minmax(rows.y);
  if (rows.model == DataModel::mean && least == most)
    throw Error("no standard deviation, as all values are equal in " + table.source + ":", number_text(least),
                "two values or more that differ", where);
}

/// y = 1 + x/2 + N(0, 1), and 5 more for three rows with large x.
DataRows line_with_outliers() {
  DataRows rows{DataModel::linear, {}, {}};
  for (std::uint32_t i = 0; i < 32; ++i) {
    const double x = i / 8.0, outlier = i == 24 || i == 28 || i == 30 ? 5 : 0;
    rows.x.push_back(x);
    rows.y.push_back(to_single(1 + x / 2 + datum(i) + outlier));
  }
  return rows;
}

/// y = 1 where x + N(0, 1) > 1/4. Neighbours in x are far from each other, so that sums over the rows stay small on the
/// way.
DataRows responses_to_doses() {
  DataRows rows{DataModel::logistic, {}, {}};
  for (std::uint32_t i = 0; i < 100; ++i) {
    const double x = (37 * i % 100 - 49.5) / 16;
    rows.x.push_back(x);
    rows.y.push_back(x + datum(100 + i) > 0.25 ? 1 : 0);
  }
  return rows;
}

/// Twenty readings, of which two are outliers.
DataRows repeated_readings() {
  constexpr std::array values = {4.75, 5.25, 5.0,   4.5, 5.5, 4.875, 5.125, 5.375, 4.625, 5.0,
                                 5.25, 4.75, 5.125, 9.0, 4.5, 5.5,   5.0,   4.875, 8.25,  5.0};
  return {DataModel::mean, std::vector<double>(values.size(), 0.0), {values.begin(), values.end()}};
}

/// Visitors by the hour.
DataRows hourly_counts() {
  constexpr std::array values = {0, 1, 0, 0, 2, 1, 1, 0, 3, 1, 2, 2, 4, 1, 3, 5, 2, 6, 4, 7, 5, 9, 6, 11};
  DataRows rows{DataModel::poisson, {}, {values.begin(), values.end()}};
  for (std::size_t i = 0; i < values.size(); ++i) rows.x.push_back((static_cast<double>(i) - 11.5) / 8);
  return rows;
}

/// Whether the x of all rows with one of the responses lie on one side of those of all others, or at its edge.
bool separable(const DataRows& rows) {
  double low[2] = {largest_datum, largest_datum}, high[2] = {-largest_datum, -largest_datum};
  for (std::size_t i = 0; i < rows.y.size(); ++i) {
    const int response = rows.y[i] != 0;
    low[response] = std::min(low[response], rows.x[i]);
    high[response] = std::max(high[response], rows.x[i]);
  }
  return high[0] <= low[1] || high[1] <= low[0];
}

/// Whether the likelihood grows along a line that leaves eta as it is where y > 0 and lowers it elsewhere: all counts
/// but 0 stand at one x, beyond or at the last of the zeros.
bool without_maximum(const DataRows& rows) {
  double low = largest_datum, high = -largest_datum;
  for (std::size_t i = 0; i < rows.y.size(); ++i)
    if (rows.y[i] > 0) low = std::min(low, rows.x[i]), high = std::max(high, rows.x[i]);
  return high < low || (low == high && separable(rows));
}

}  // namespace

std::string legal_columns() {
  return "names or numbers of the predictor's column and the response's, with a comma between them (for model=mean one "
         "column), or nothing";
}

DataRows given_rows(DataModel model, const DataTable& table, const std::string& columns, const std::string& where) {
  if (table.rows > most_data_rows)
    throw Error("too many rows in " + table.source + ":", std::to_string(table.rows),
                "up to " + std::to_string(most_data_rows) + " rows", where);
  const std::size_t needed = model == DataModel::mean ? 1 : 2;
  std::vector<std::string> names = names_in(columns);
  if (without_spaces(columns).empty()) {
    if (table.columns.size() < needed)
      throw Error("too few columns in " + table.source + ":", std::to_string(table.columns.size()),
                  "a predictor and a response", where);
    names = usual_columns(table, needed);
  }
  if (names.size() != needed) throw illegal_value("columns", columns, legal_columns(), where);
  DataRows rows{model, {}, checked_column(table, names.back(), where)};
  rows.x = needed == 1 ? std::vector<double>(rows.y.size(), 0.0) : checked_column(table, names.front(), where);
  check_responses(rows, table, names.back(), where);
  return rows;
}

const DataRows& built_in_rows(DataModel model) {
  static const std::array all = {line_with_outliers(), responses_to_doses(), repeated_readings(), hourly_counts()};
  return all.at(static_cast<std::size_t>(model));
}

std::string weakness_of(const DataRows& rows) {
  if (rows.model == DataModel::mean) return "";
  const auto [least, most] = std::ranges::minmax(rows.x);
  if (least == most) return "all predictors are equal (collinear data): only the prior tells a from b";
  if (rows.model == DataModel::logistic && separable(rows))
    return "the data are separable, so the likelihood has no maximum: only the prior keeps the parameters finite";
  if (rows.model == DataModel::poisson && without_maximum(rows))
    return "the likelihood of these counts has no maximum: only the prior keeps the parameters finite";
  return "";
}

}  // namespace ergo
