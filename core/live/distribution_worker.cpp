#include "core/live/distribution_worker.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "core/base/thread_pool.h"
#include "core/platform/threads.h"
#include "core/run/tape.h"

namespace ergo {
namespace {

constexpr std::size_t most_points = 1024;

/// Leaves out every second one but the last.
void thin(std::vector<DistributionPoint>& points) {
  std::size_t kept = 0;
  for (std::size_t i = 1 - points.size() % 2; i < points.size(); i += 2) points[kept++] = points[i];
  points.resize(kept);
}

}  // namespace

void DistributionWorker::follow(const RunConfig& initial, const Journal& journal, std::uint64_t step) {
  {
    const std::lock_guard lock(mutex_);
    const bool same = run_ && run_->initial == initial;
    const std::uint64_t parted = same ? parting(run_->journal, journal) : 0;
    if (!same || parted < run_->step || step < run_->step) ++request_;
    if (!same) {
      newest_.reset();
      points_.clear();
      told_.reset();
    }
    if (newest_ && newest_->step > std::min(parted, step)) newest_.reset();
    std::erase_if(points_, [&](const DistributionPoint& point) { return point.step > parted; });
    if (told_) told_ = std::min(*told_, parted);
    run_ = Run{initial, journal, step};
    waiting_ = true;
    at_rest_ = false;
  }
  if (!thread_.joinable()) thread_ = start_thread([this](const StopToken& stop) { work(stop); });
  asked_.notify_all();
}

void DistributionWorker::forget() {
  {
    const std::lock_guard lock(mutex_);
    if (!run_) return;
    ++request_;
    run_.reset();
    waiting_ = false;
    anew_ = true;
    newest_.reset();
    points_.clear();
    told_.reset();
  }
  asked_.notify_all();
}

std::optional<DistributionWorker::State> DistributionWorker::newest() const {
  const std::lock_guard lock(mutex_);
  return newest_;
}

std::vector<DistributionPoint> DistributionWorker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(points_, {});
}

bool DistributionWorker::at_rest() const {
  const std::lock_guard lock(mutex_);
  return at_rest_;
}

bool DistributionWorker::publish(const InfiniteChains& chains, std::uint64_t request) {
  std::optional<State> found;
  if (chains.known()) found = State{chains.step(), chains.distribution()};
  const std::lock_guard lock(mutex_);
  if (request != request_) return false;
  newest_ = found;
  if (found && (!told_ || found->step > *told_)) {
    told_ = found->step;
    points_.push_back({found->step, found->distribution.total_variation});
    if (points_.size() > most_points) thin(points_);
  }
  return !waiting_;
}

void DistributionWorker::work(const StopToken& stop) {
  platform::lower_thread_priority();
  std::optional<InfiniteChains> chains;
  while (true) {
    std::uint64_t request = 0;
    try {
      Run run;
      {
        std::unique_lock lock(mutex_);
        at_rest_ = !waiting_;
        if (!asked_.wait(lock, stop, [this] { return waiting_ || anew_; })) return;
        if (std::exchange(anew_, false)) chains.reset();
        if (!std::exchange(waiting_, false)) continue;
        request = request_;
        run = *run_;
      }
      if (!chains) chains.emplace(limits_, stop);
      chains->follow(run.initial, run.journal, run.step);
      while (publish(*chains, request) && chains->advance()) continue;
    } catch (const std::exception&) {  // too little memory: the distribution is not known
      chains.reset();
      const std::lock_guard lock(mutex_);
      if (request == request_) newest_.reset();
    }
  }
}

}  // namespace ergo
