#include "core/files/csv_file.h"

namespace ergo {

void CsvFile::add(std::string_view text) {
  separate();
  if (text.find_first_of(",\"\n") == std::string_view::npos) {
    line_ += text;
    return;
  }
  line_ += '"';
  for (const char letter : text) line_.append(letter == '"' ? 2 : 1, letter);
  line_ += '"';
}

void CsvFile::end_row() {
  file_.write(line_ += '\n');
  line_.clear();
  empty_ = true;
}

void write_table(const std::string& path, const std::vector<TableColumn>& columns, const std::string& meta) {
  FileSet files;
  CsvFile file(files, path);
  for (const TableColumn& column : columns) file.add(column.name);
  file.end_row();
  for (std::size_t row = 0; row < columns.at(0).values.size(); ++row) {
    for (const TableColumn& column : columns) file.add(column.values[row]);
    file.end_row();
  }
  file.describe(meta);
  files.commit();
}

}  // namespace ergo
