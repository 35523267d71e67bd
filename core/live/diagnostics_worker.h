#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/diagnostics/diagnostics.h"

namespace ergo {

/// Computes diagnostics on its own thread, one request after the other. A report with a distance comes first without
/// its band, and the newest one again once the band has been simulated. No call waits for work.
class DiagnosticsWorker {
 public:
  using Reports = std::vector<std::shared_ptr<const DiagnosticReport>>;
  /// What waits: requests not begun, and the bytes of their chains.
  struct Backlog {
    std::size_t requests = 0, bytes = 0;
  };

  DiagnosticsWorker();
  /// Waits for the work in progress: at most one report or one slice of a band.
  ~DiagnosticsWorker();

  /// A request of chains at rest replaces one that waits last, if that is of chains at rest too.
  void submit(DiagnosticsRequest request);
  /// No report of what was submitted before will come. The next request begins another run.
  void forget() { forget_after(-1); }
  /// No report of later steps will come of what was submitted before. The next request begins another run.
  void forget_after(double step);
  Backlog backlog() const;
  double processor_seconds() const { return processor_seconds_; }  ///< used so far
  /// The reports since the last call, in the order of their requests. If the diagnostics failed, a report has an error
  /// text.
  Reports take();

 private:
  struct Waiting {
    DiagnosticsRequest request;
    std::uint64_t run;
  };
  void run(StopToken stop);
  void report(const Waiting& waiting);
  void simulate_band();
  void publish(const DiagnosticReport& report);

  Diagnostics diagnostics_;  ///< these three are used by the thread only
  DiagnosticReport last_;
  std::uint64_t run_of_last_ = 0;
  mutable std::mutex mutex_;  ///< guards the members below; held for a move only
  StoppableCondition submitted_;
  std::deque<Waiting> inbox_;
  Reports outbox_;
  std::uint64_t run_ = 0;    ///< number of calls of forget_after()
  double begun_step_ = -1;   ///< of the last request that was begun
  std::atomic<double> processor_seconds_ = 0;
  bool discarded_ = false;   ///< its report is not wanted any more
  StoppableThread thread_;   ///< last: the thread uses all other members
};

}  // namespace ergo
