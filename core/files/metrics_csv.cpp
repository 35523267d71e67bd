#include "core/files/metrics_csv.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/number_text.h"

namespace ergo {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> ids_of(const MetricsRow& row) {
  std::vector<std::string> ids;
  for (const Metric& metric : row.values) ids.push_back(metric.id);
  return ids;
}

}  // namespace

MetricsCsv::MetricsCsv(std::string path) : file_(path), sidecar_(path + ".json") {}

void MetricsCsv::begin(const std::vector<MetricsRow>& rows) {
  for (const MetricsRow& row : rows) {
    ids_.push_back(ids_of(row));
    for (const std::string& id : ids_.back())
      if (std::ranges::find(columns_, id) == columns_.end()) columns_.push_back(id);
  }
  std::string header = rows.size() > 1 ? "session,sampler,step,grad_evals" : "step,grad_evals";
  for (const std::string& id : columns_) header += "," + id + "," + id + "_error";
  file_.write(header + "\n");
}

void MetricsCsv::add(const std::vector<MetricsRow>& rows) {
  if (ids_.empty()) begin(rows);
  for (std::size_t run = 0; run < rows.size(); ++run) {
    const MetricsRow& row = rows[run];
    if (ids_of(row) != ids_[run])
      throw Error("metrics cannot hold two samplers or targets; the run changed by step",
                  std::to_string(row.step), "one sampler and one target in a run whose metrics are kept", "");
    std::string line = rows.size() > 1 ? std::to_string(run) + "," + row.sampler + "," : "";
    line += number_text(row.step) + ",";
    append_number(line, row.gradient_evaluations);
    for (const std::string& id : columns_) {
      const auto found = std::ranges::find(row.values, id, &Metric::id);
      for (const double number : {found == row.values.end() ? none : found->value,
                                  found == row.values.end() ? none : found->error}) {
        line += ',';
        append_number(line, number);
      }
    }
    file_.write(line + "\n");
  }
}

void MetricsCsv::finish(const std::string& meta) {
  sidecar_.write(meta);
  file_.commit();
  sidecar_.commit();
}

}  // namespace ergo
