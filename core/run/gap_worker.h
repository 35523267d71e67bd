#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// The exact spectral gaps of many runs on one lattice, one after another on a thread of its own.
class GapWorker {
 public:
  /// Sites up to which all eigenvalues of a symmetric matrix take 0.2 s.
  static constexpr std::size_t most_states = 1024;
  /// Whether the run's sampler has transition probabilities, the same at every step, that are found in such a
  /// time.
  static bool possible(const RunConfig& run, const Target& target);

  /// Of runs that are possible().
  GapWorker(std::vector<RunConfig> runs, std::shared_ptr<const Target> target);
  /// Waits for the part of a gap under way that cannot be broken off, 0.2 s at most.
  ~GapWorker();

  /// In the order of the runs, as far as they are found; NaN for one that does not settle. Never waits for
  /// work.
  std::vector<double> found() const;
  /// Until all are found.
  void wait();

 private:
  void run(std::stop_token stop);

  std::vector<RunConfig> runs_;
  std::shared_ptr<const Target> target_;
  mutable std::mutex mutex_;  ///< guards found_, held for a copy only
  std::condition_variable all_found_;
  std::vector<double> found_;
  std::jthread thread_;  ///< last: it uses all the others
};

}  // namespace ergo
