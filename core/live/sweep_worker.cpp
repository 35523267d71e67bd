#include "core/live/sweep_worker.h"

#include <utility>

#include "core/backend/cpu_backend.h"
#include "core/base/error.h"
#include "core/platform/threads.h"

namespace ergo {
namespace {

/// Shorter than those of the command line: a rough curve is soon there.
constexpr std::uint64_t gradients = 8192;

}  // namespace

SweepWorker::SweepWorker(const RunConfig& run) : run_(run), parameter_(&swept_number(run.sampler, "")) {
  for (const double value : swept_values(*parameter_, run, {})) points_.push_back({.value = value});
  thread_ = start_thread([this](const StopToken& stop) { work(stop); });
}

bool SweepWorker::update() {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(found_.news, false)) return false;
  points_ = found_.points;
  done_ = found_.done;
  failure_ = found_.failure;
  return true;
}

void SweepWorker::work(const StopToken& stop) {
  platform::lower_thread_priority();
  try {
    ParameterSweep sweep(run_, std::make_unique<CpuBackend>(), {.gradients = gradients});
    for (std::size_t told = 0; !sweep.done() && !stop.stop_requested();) {
      sweep.advance();
      if (sweep.turns() == told) continue;
      told = sweep.turns();
      const std::lock_guard lock(mutex_);
      found_ = {sweep.points(), sweep.done(), true, {}};
    }
  } catch (const std::exception& reason) {
    const std::lock_guard lock(mutex_);
    found_.failure = reason.what();
    found_.done = found_.news = true;
    if (found_.points.empty()) found_.points = points_;
  }
}

}  // namespace ergo
