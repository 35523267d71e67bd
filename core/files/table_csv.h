#pragma once

#include <string>
#include <vector>

namespace ergo {

struct TableColumn {
  std::string name;
  std::vector<double> values;
};

/// CSV with one row per index of the columns, which are equally long; '.' decimals whatever the locale. What
/// made the file goes beside it as PATH.json. Errors as AtomicFile.
void write_table(const std::string& path, const std::vector<TableColumn>& columns, const std::string& meta);

}  // namespace ergo
