#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/data_table.h"

namespace ergo {

/// In the order of the values of the parameter `model`.
enum class DataModel { linear, logistic, mean, poisson };

/// The data of a model, rounded to single precision, so that both back ends have the same.
struct DataRows {
  DataModel model = DataModel::linear;
  std::vector<double> x;  ///< predictors; of `mean` all are 0
  std::vector<double> y;  ///< responses
  bool operator==(const DataRows&) const = default;
};

inline constexpr std::size_t most_data_rows = 10'000;
inline constexpr double largest_datum = 1e6;  ///< in magnitude

/// The legal texts of `columns` in words.
std::string legal_columns();

/// The rows of a table. `columns` has the names or numbers of the predictor's column and the response's, of `mean` only
/// the latter; if empty, they are the first ones. Throws Error naming `where`, the file, and the column or the row: a
/// missing column, a cell that is no number, too many rows, values that are too large, responses that the model does
/// not have; for `mean` responses that are all equal, as the standard deviation would be 0.
DataRows given_rows(DataModel model, const DataTable& table, const std::string& columns, const std::string& where);

/// Our own data for the model.
const DataRows& built_in_rows(DataModel model);

/// Why only the prior keeps the posterior's mass together: predictors that are all equal, or a likelihood without a
/// maximum; empty where the data do so themselves.
std::string weakness_of(const DataRows& rows);

}  // namespace ergo
