#include "core/files/metrics_csv.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"

namespace ergo {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> ids_of(const MetricsRow& row) {
  std::vector<std::string> ids;
  for (const Metric& metric : row.values) ids.push_back(metric.id);
  return ids;
}

}  // namespace

void MetricsCsv::begin(const std::vector<MetricsRow>& rows) {
  for (const MetricsRow& row : rows) {
    ids_.push_back(ids_of(row));
    for (const std::string& id : ids_.back())
      if (std::ranges::find(columns_, id) == columns_.end()) columns_.push_back(id);
  }
  if (rows.size() > 1)
    for (const char* name : {"session", "sampler"}) file_.add(name);
  for (const char* name : {"step", "grad_evals"}) file_.add(name);
  for (const std::string& id : columns_) {
    file_.add(id);
    file_.add(id + "_error");
  }
  file_.end_row();
}

void MetricsCsv::add(const std::vector<MetricsRow>& rows) {
  if (ids_.empty()) begin(rows);
  for (std::size_t run = 0; run < rows.size(); ++run) {
    const MetricsRow& row = rows[run];
    if (ids_of(row) != ids_[run])
      throw Error("metrics cannot hold two samplers or targets; the run changed by step",
                  std::to_string(row.step), "one sampler and one target in a run whose metrics are kept", "");
    if (rows.size() > 1) {
      file_.add(run);
      file_.add(row.sampler);
    }
    file_.add(row.step);
    file_.add(row.gradient_evaluations);
    for (const std::string& id : columns_) {
      const auto found = std::ranges::find(row.values, id, &Metric::id);
      file_.add(found == row.values.end() ? none : found->value);
      file_.add(found == row.values.end() ? none : found->error);
    }
    file_.end_row();
  }
}

}  // namespace ergo
