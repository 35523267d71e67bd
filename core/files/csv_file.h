#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/atomic_file.h"
#include "core/base/number_text.h"

namespace ergo {

/// A CSV file, and beside it PATH.json with what made it, both of one set of files. Numbers have '.' decimals
/// whatever the locale; text is quoted where it must be. Errors as AtomicFile.
class CsvFile {
 public:
  CsvFile(FileSet& files, const std::string& path)
      : file_(files.add(path)), sidecar_(files.add_sidecar(file_)) {}

  template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
  void add(Number number) {
    separate();
    append_number(line_, number);
  }
  void add(std::string_view text);
  void end_row();
  /// Writes what made it.
  void describe(const std::string& meta) { sidecar_.write(meta); }

 private:
  void separate() { empty_ ? void(empty_ = false) : line_.push_back(','); }

  AtomicFile &file_, &sidecar_;
  std::string line_;
  bool empty_ = true;  ///< the row has no cell yet
};

struct TableColumn {
  std::string name;
  std::vector<double> values;
};

/// Writes one row per index of the columns, which are equally long, under their names. Errors as AtomicFile.
void write_table(const std::string& path, const std::vector<TableColumn>& columns, const std::string& meta);

}  // namespace ergo
