#pragma once

#include <string>
#include <vector>

#include "core/files/metrics_csv.h"

namespace ergo {

/// Metrics of runs side by side: of each its rows, in the order of their steps.
using MetricsTable = std::vector<std::vector<MetricsRow>>;

/// Reads a file that MetricsCsv wrote. `sampler` of the rows is empty in a file of a single run. Throws Error naming the
/// file for one of another form.
MetricsTable read_metrics(const std::string& path);

}  // namespace ergo
