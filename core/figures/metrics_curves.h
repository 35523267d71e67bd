#pragma once

#include <vector>

#include "core/config/journal.h"
#include "core/diagnostics/quantities.h"
#include "core/figures/curve_figure.h"
#include "core/files/metrics_table.h"

namespace ergo {

/// The metrics of one of several runs side by side.
struct RunMetrics {
  RunConfig config;  ///< as the run began
  Journal journal;
  std::vector<MetricsRow> rows;
};

/// What there is to plot of the runs, each quantity once, those first that a window shows first.
std::vector<Quantity> quantities_of(const std::vector<RunMetrics>& runs);

/// What stands on the horizontal axis.
enum class CostAxis { gradients, steps };
std::string words_of(CostAxis axis);

/// The curves of one quantity, with theory's band and value as the runs' reports have them: those of the first run that
/// has any; where the runs differ in their chains, the band's words tell whose. Names are run_name().
CurvePanel panel_of(const std::vector<RunMetrics>& runs, const Quantity& quantity, CostAxis axis,
                    const Palette& palette);

/// What the thin lines of a quantity are.
std::string thin_words(const std::string& quantity);

/// "Ring of Gaussians, ESH leapfrog, MALA"
std::string title_of(const std::vector<RunMetrics>& runs);

}  // namespace ergo
