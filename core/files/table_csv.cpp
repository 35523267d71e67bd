#include "core/files/table_csv.h"

#include "core/base/atomic_file.h"
#include "core/base/number_text.h"

namespace ergo {

void write_table(const std::string& path, const std::vector<TableColumn>& columns, const std::string& meta) {
  AtomicFile file(path), sidecar(path + ".json");
  std::string line;
  const auto separated = [&](std::size_t column) { line += column + 1 < columns.size() ? ',' : '\n'; };
  for (std::size_t c = 0; c < columns.size(); ++c) {
    line += columns[c].name;
    separated(c);
  }
  file.write(line);
  for (std::size_t row = 0; row < columns.at(0).values.size(); ++row) {
    line.clear();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      append_number(line, columns[c].values[row]);
      separated(c);
    }
    file.write(line);
  }
  sidecar.write(meta);
  file.commit();
  sidecar.commit();
}

}  // namespace ergo
