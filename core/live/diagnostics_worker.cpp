#include "core/live/diagnostics_worker.h"

#include <exception>
#include <utility>

#include "core/base/thread_pool.h"
#include "core/platform/threads.h"

namespace ergo {

namespace {
constexpr int slice = 64;  // replications of the band between two looks at the inbox, some milliseconds

std::size_t bytes_of(const ChainData& data) {
  return sizeof(double) * (data.state.size() + data.report.size() + data.diverged.size());
}

DiagnosticReport failed_report(const DiagnosticsRequest& request, const char* reason) {
  DiagnosticReport report;
  report.step = request.data.step;
  report.gradient_evaluations = request.gradient_evaluations;
  report.seconds = request.seconds;
  report.chains = request.data.chains;
  report.sampler = request.config.sampler.id;
  report.occasion = request.occasion;
  report.error = reason;
  return report;
}

}  // namespace

DiagnosticsWorker::DiagnosticsWorker()
    : thread_(start_thread([this](const StopToken& stop) { run(stop); })) {}

DiagnosticsWorker::~DiagnosticsWorker() = default;

void DiagnosticsWorker::submit(DiagnosticsRequest request) {
  std::optional<Waiting> replaced;  // freed after the lock
  {
    const std::lock_guard lock(mutex_);
    const bool at_rest = request.occasion.at_rest && !inbox_.empty() && inbox_.back().run == run_ &&
                         inbox_.back().request.occasion.at_rest;
    if (at_rest)
      replaced = std::exchange(inbox_.back(), {std::move(request), run_});
    else
      inbox_.push_back({std::move(request), run_});
  }
  submitted_.notify_all();
}

void DiagnosticsWorker::forget_after(double step) {
  std::deque<Waiting> unread;
  const std::lock_guard lock(mutex_);
  std::swap(unread, inbox_);
  for (Waiting& waiting : unread)
    if (static_cast<double>(waiting.request.data.step) <= step) inbox_.push_back(std::move(waiting));
  std::erase_if(outbox_, [step](const auto& report) { return static_cast<double>(report->step) > step; });
  ++run_;
  discarded_ |= begun_step_ > step;
}

DiagnosticsWorker::Backlog DiagnosticsWorker::backlog() const {
  const std::lock_guard lock(mutex_);
  Backlog all{.requests = inbox_.size()};
  for (const Waiting& waiting : inbox_) all.bytes += bytes_of(waiting.request.data);
  return all;
}

DiagnosticsWorker::Reports DiagnosticsWorker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(outbox_, {});
}

void DiagnosticsWorker::run(StopToken stop) {
  const FlushDenormals flush;
  while (!stop.stop_requested()) {
    std::optional<Waiting> next;
    {
      std::unique_lock lock(mutex_);
      if (!diagnostics_.band_pending()) submitted_.wait(lock, stop, [this] { return !inbox_.empty(); });
      if (!inbox_.empty()) {
        next = std::move(inbox_.front());
        inbox_.pop_front();
        begun_step_ = static_cast<double>(next->request.data.step);
        discarded_ = false;
      }
    }
    if (stop.stop_requested()) return;
    try {
      if (next) report(*next);
      if (diagnostics_.band_pending()) simulate_band();
    } catch (const std::exception& problem) {  // too little memory for the report or its band
      diagnostics_.begin_anew();
      try {
        if (next) publish(failed_report(next->request, problem.what()));
      } catch (const std::exception&) {  // the next request tries again
      }
    }
    processor_seconds_ = platform::thread_processor_seconds();
  }
}

void DiagnosticsWorker::report(const Waiting& waiting) {
  if (std::exchange(run_of_last_, waiting.run) != waiting.run) diagnostics_.begin_anew();
  DiagnosticReport made = diagnostics_.report(waiting.request);
  publish(made);
  if (!made.occasion.channels_only) last_ = std::move(made);
}

void DiagnosticsWorker::simulate_band() {
  diagnostics_.simulate_band(slice);
  if (diagnostics_.band_pending()) return;
  diagnostics_.add_band(last_);
  publish(last_);
}

void DiagnosticsWorker::publish(const DiagnosticReport& report) {
  auto published = std::make_shared<const DiagnosticReport>(report);
  const std::lock_guard lock(mutex_);
  if (!discarded_) outbox_.push_back(std::move(published));
}

}  // namespace ergo
