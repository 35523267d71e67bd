#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/io/atomic_file.h"

namespace ergo {

/// A diagnostic's value and its Monte-Carlo standard error; NaN where there is none.
struct MetricValue {
  double value, error;
};

/// CSV with one row per report: `step,grad_evals`, then `<id>,<id>_error` of each diagnostic. '.' decimals
/// whatever the locale. The file appears at finish(); errors as AtomicFile.
class MetricsCsv {
 public:
  MetricsCsv(const std::string& path, std::span<const std::string> diagnostics);
  /// `values` in the order of the diagnostics.
  void row(std::uint64_t step, double gradient_evaluations, std::span<const MetricValue> values);
  void finish() { file_.commit(); }

 private:
  AtomicFile file_;
  std::size_t columns_;
};

}  // namespace ergo
