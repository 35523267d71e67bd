#pragma once

#include <QRectF>
#include <string>
#include <vector>

#include "core/diagnostics/report.h"
#include "core/run/session.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// The strip of a cyclical sampler: step size and balance over the phases of the cycle, the acceptance met in
/// each so far, and where in the cycle the run is. Any sampler with a cycle has one.
class SchedulePanel {
 public:
  /// Takes up what a report says of its step's phase; forgets where the sampler's values changed.
  void follow(const DiagnosticReport& report, const RunConfig& run);
  /// Draws along the lower edge of `free` in the current ImGui frame, where the run has a cycle and the strip needs no
  /// more than the share `room` of its height.
  void draw(const Session& session, const Palette& palette, const ImGuiBridge& bridge, QRectF free, double room);
  /// Number of phases whose acceptance is known; 0 if there is no strip.
  int phases_seen() const;
  bool shown() const { return shown_; }
  /// Of the strip last drawn; 0 without one.
  float height() const { return shown_ ? height_ : 0; }

 private:
  struct Phase {
    double alpha = 0, beta = 0;
    double acceptance = 0;
    int reports = 0;
  };
  void learn(const RunConfig& run);

  RunConfig run_;
  std::vector<Phase> phases_;  ///< empty where the sampler has no cycle
  bool shown_ = false, known_ = false;
  float height_ = 0;
};

}  // namespace ergo
