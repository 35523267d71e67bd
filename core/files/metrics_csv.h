#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/diagnostics/report.h"
#include "core/files/csv_file.h"

namespace ergo {

/// One row of metrics: where a run stood, and its numbers.
struct MetricsRow {
  std::string sampler;
  std::uint64_t step = 0;
  double gradient_evaluations = 0;
  std::vector<Metric> values;
};

/// CSV with one row per report: `step,grad_evals`, then `<id>,<id>_error` of each diagnostic. Of several runs
/// side by side the rows of each report follow one another and begin with `session,sampler`; a column that a
/// run does not have is NaN. Files and errors as CsvFile.
class MetricsCsv {
 public:
  MetricsCsv(FileSet& files, const std::string& path) : file_(files, path) {}
  /// One row per run, in the same order in every call. Throws Error where a run has other diagnostics than
  /// before: those of another sampler or target.
  void add(const std::vector<MetricsRow>& rows);
  /// Writes what made it.
  void describe(const std::string& meta) { file_.describe(meta); }

 private:
  using Ids = std::vector<std::string>;
  void begin(const std::vector<MetricsRow>& rows);

  CsvFile file_;
  std::vector<Ids> ids_;  ///< of each run
  Ids columns_;           ///< of all, in the order in which they appear first
};

}  // namespace ergo
