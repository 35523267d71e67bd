#include "core/io/metrics_csv.h"

#include <stdexcept>

#include "core/io/number_text.h"

namespace ergo {

MetricsCsv::MetricsCsv(const std::string& path, std::span<const std::string> diagnostics)
    : file_(path), columns_(diagnostics.size()) {
  std::string header = "step,grad_evals";
  for (const auto& id : diagnostics) header += "," + id + "," + id + "_error";
  file_.write(header + "\n");
}

void MetricsCsv::row(std::uint64_t step, double gradient_evaluations, std::span<const MetricValue> values) {
  if (values.size() != columns_) throw std::logic_error("one value per diagnostic");
  std::string line = number_text(step);
  line += ',';
  append_number(line, gradient_evaluations);
  for (const auto& [value, error] : values) {
    line += ',';
    append_number(line, value);
    line += ',';
    append_number(line, error);
  }
  file_.write(line + "\n");
}

}  // namespace ergo
