#pragma once

#include <string>
#include <utility>

#include "core/files/csv_file.h"
#include "core/files/trajectory.h"

namespace ergo {

/// A trajectory as a file of its own.
template <class Recorded>
void write_npz(Recorded&& trajectory, const std::string& path, const std::string& meta,
               const WriteProgress& progress = {}) {
  FileSet files;
  trajectory.write_npz(files.add(path), meta, progress);
  files.commit();
}

inline void write_csv(const Trajectory& trajectory, const std::string& path, const std::string& meta,
                      const WriteProgress& progress = {}) {
  FileSet files;
  CsvFile file(files, path);
  trajectory.write_csv(file, meta, progress);
  files.commit();
}

}  // namespace ergo
