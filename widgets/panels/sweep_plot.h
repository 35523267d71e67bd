#pragma once

#include <QRectF>
#include <map>
#include <string>
#include <vector>

#include "core/config/assignment.h"
#include "core/live/sweep_worker.h"
#include "core/view/palette.h"

struct ImVec2;

namespace ergo {

/// A tuning curve with error bars and a dot at the run's value. A click adopts the nearest value.
class SweepPlot {
 public:
  /// Draws in the current ImGui window, as wide and high as told and a few lines more.
  std::vector<Assignment> draw(const SweepWorker& sweep, const RunConfig& run, const Palette& palette, float factor,
                               ImVec2 size, std::map<std::string, QRectF>& places);
};

}  // namespace ergo
