#include "core/live/diagnostics_worker.h"

#include <exception>
#include <utility>

#include "core/base/thread_pool.h"

namespace ergo {

namespace {
constexpr int slice = 64;  // replications of the band between two looks at the inbox, some milliseconds

DiagnosticReport failed_report(const DiagnosticsRequest& request, const char* reason) {
  DiagnosticReport report;
  report.step = request.data.step;
  report.gradient_evaluations = request.gradient_evaluations;
  report.seconds = request.seconds;
  report.chains = request.data.chains;
  report.sampler = request.config.sampler.id;
  report.error = reason;
  return report;
}

}  // namespace

DiagnosticsWorker::DiagnosticsWorker()
    : thread_(start_thread([this](const std::stop_token& stop) { run(stop); })) {}

DiagnosticsWorker::~DiagnosticsWorker() = default;

void DiagnosticsWorker::submit(DiagnosticsRequest request) {
  std::optional<DiagnosticsRequest> replaced(std::move(request));  // freed after the lock
  {
    const std::lock_guard lock(mutex_);
    std::swap(inbox_, replaced);
  }
  submitted_.notify_one();
}

void DiagnosticsWorker::forget() {
  std::optional<DiagnosticsRequest> unread;
  const std::lock_guard lock(mutex_);
  std::swap(inbox_, unread);
  outbox_.reset();
  ++run_;
}

std::optional<std::shared_ptr<const DiagnosticReport>> DiagnosticsWorker::take() {
  const std::lock_guard lock(mutex_);
  if (!outbox_) return {};
  return std::exchange(outbox_, nullptr);
}

void DiagnosticsWorker::run(std::stop_token stop) {
  const FlushDenormals flush;
  DiagnosticReport last;
  std::uint64_t run = 0;  // that `last` is of
  while (!stop.stop_requested()) {
    std::optional<DiagnosticsRequest> request;
    {
      std::unique_lock lock(mutex_);
      if (!diagnostics_.band_pending()) submitted_.wait(lock, stop, [this] { return inbox_.has_value(); });
      std::swap(request, inbox_);
      if (request && std::exchange(run, run_) != run_) diagnostics_.begin_anew();
    }
    if (stop.stop_requested()) return;
    try {
      if (request) publish(last = diagnostics_.report(*request), run);
      if (!diagnostics_.band_pending()) continue;
      diagnostics_.simulate_band(slice);
      if (diagnostics_.band_pending()) continue;
      diagnostics_.add_band(last);
      publish(last, run);
    } catch (const std::exception& problem) {  // too little memory for the report or its band
      diagnostics_.begin_anew();
      try {
        if (request) publish(failed_report(*request, problem.what()), run);
      } catch (const std::exception&) {  // the next request tries again
      }
    }
  }
}

void DiagnosticsWorker::publish(const DiagnosticReport& report, std::uint64_t run) {
  auto published = std::make_shared<const DiagnosticReport>(report);
  const std::lock_guard lock(mutex_);
  if (run == run_) std::swap(outbox_, published);
}

}  // namespace ergo
