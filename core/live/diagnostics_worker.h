#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/diagnostics/diagnostics.h"

namespace ergo {

/// Diagnostics on a thread of their own, with one-slot mailboxes both ways: a newer request replaces an
/// unread one, a newer report an untaken one. A report comes first without its band and once more when that
/// is simulated.
class DiagnosticsWorker {
 public:
  DiagnosticsWorker();
  /// Waits for the work under way, at most one report or one slice of a band.
  ~DiagnosticsWorker();

  /// Never waits for work.
  void submit(DiagnosticsRequest request);
  /// What was submitted before is worthless: no report of it comes any more, and the next one's run begins
  /// anew. Never waits for work.
  void forget();
  /// The newest report not yet taken. What goes wrong on the thread comes as a report with an error text.
  /// Never waits for work.
  std::optional<std::shared_ptr<const DiagnosticReport>> take();

 private:
  void run(std::stop_token stop);
  DiagnosticReport make_report(const DiagnosticsRequest& request);
  void publish(const DiagnosticReport& report, std::uint64_t run);

  Diagnostics diagnostics_;  ///< the thread's own
  std::mutex mutex_;         ///< guards what follows, held for a move only
  std::condition_variable_any submitted_;
  std::optional<DiagnosticsRequest> inbox_;
  std::shared_ptr<const DiagnosticReport> outbox_;
  std::uint64_t run_ = 0;  ///< counts what was forgotten
  std::jthread thread_;    ///< last: it uses all the others
};

}  // namespace ergo
