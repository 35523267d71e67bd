#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "core/run/parameter_sweep.h"

namespace ergo {

/// The tuning curve of a sampler's first number, computed beside a run on the processor, on threads of low priority.
class SweepWorker {
 public:
  /// Throws Error if the sampler has no number.
  explicit SweepWorker(const RunConfig& run);
  /// Waits for one step of the sweep.
  ~SweepWorker() = default;

  /// Whether another run has the same curve.
  bool fits(const RunConfig& run) const { return same_sweep(run, run_); }
  /// Takes over what has been found since the last call; true if there was anything. Does not wait.
  bool update();
  const Parameter& parameter() const { return *parameter_; }
  const std::vector<SweepPoint>& points() const { return points_; }  ///< by value
  bool done() const { return done_; }
  const std::string& failure() const { return failure_; }  ///< why there is no more; empty if all went well

 private:
  void work(const StopToken& stop);
  /// What the worker has found.
  struct Found {
    std::vector<SweepPoint> points;
    bool done = false, news = false;
    std::string failure;
  };

  RunConfig run_;
  const Parameter* parameter_;
  std::vector<SweepPoint> points_;
  bool done_ = false;
  std::string failure_;
  std::mutex mutex_;  ///< guards `found_`, held for a copy only
  Found found_;
  StoppableThread thread_;  ///< last: it uses all the others
};

}  // namespace ergo
