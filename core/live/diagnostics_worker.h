#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/diagnostics/diagnostics.h"

namespace ergo {

/// Computes diagnostics on its own thread. A newer request replaces one that is waiting, and a newer report
/// replaces one that was not taken. Each report comes first without its band, and again once the band has
/// been simulated. No call waits for work.
class DiagnosticsWorker {
 public:
  DiagnosticsWorker();
  /// Waits for the work in progress: at most one report or one slice of a band.
  ~DiagnosticsWorker();

  void submit(DiagnosticsRequest request);
  /// No report of what was submitted before will come. The next request begins another run.
  void forget();
  /// The newest report that was not taken. If the diagnostics failed, the report has an error text.
  std::optional<std::shared_ptr<const DiagnosticReport>> take();

 private:
  void run(std::stop_token stop);
  void publish(const DiagnosticReport& report, std::uint64_t run);

  Diagnostics diagnostics_;  ///< used by the thread only
  std::mutex mutex_;         ///< guards the members below; held for a move only
  std::condition_variable_any submitted_;
  std::optional<DiagnosticsRequest> inbox_;
  std::shared_ptr<const DiagnosticReport> outbox_;
  std::uint64_t run_ = 0;  ///< number of calls of forget()
  std::jthread thread_;    ///< last: the thread uses all other members
};

}  // namespace ergo
