#pragma once

#include <QAction>
#include <functional>
#include <map>
#include <vector>

#include "core/config/assignment.h"
#include "widgets/presets/preset_browser.h"

namespace ergo {

class Plot;

/// What choosing a finding does.
struct FindingUses {
  std::function<void(std::vector<Assignment>)> edit;       ///< edits the runs
  std::function<void(const QString& begun)> type;          ///< opens the command line with this text
  std::function<void(const QString& plot_id)> show_plot;
};

/// What a search finds beside lectures and presets: samplers, targets, starts, the plots and settings of this run, and
/// the window's commands.
std::vector<Finding> findings(const RunConfig& run, const std::vector<Plot*>& plots,
                              const std::map<QString, QAction*>& actions, const FindingUses& uses);

}  // namespace ergo
