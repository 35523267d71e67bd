#pragma once

#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/config/run_config.h"

namespace ergo {

/// Long-run properties of a run from its exact kernel. NaN for what is not known.
struct Equilibrium {
  double gap = std::numeric_limits<double>::quiet_NaN();  ///< spectral, per step
  /// Total variation between the kernel's stationary distribution and the target.
  double bias = std::numeric_limits<double>::quiet_NaN();
};

/// Computes the equilibria of runs on one lattice, one after another on its own thread.
class EquilibriumWorker {
 public:
  /// Sites up to which all eigenvalues of a symmetric matrix take 0.2 s.
  static constexpr std::size_t most_states = 1024;
  /// Steps of a cycle times squared sites: a fraction of a second too.
  static constexpr std::size_t most_in_a_cycle = 1 << 22;
  /// Whether the run is on a lattice and its sampler has transition probabilities that are found in such a
  /// time. Not all that are possible come out: see Equilibrium.
  static bool possible(const RunConfig& run, const Target& target);

  EquilibriumWorker() = default;
  /// Waits for work that cannot be interrupted, half a second at most.
  ~EquilibriumWorker();

  /// Runs that are possible() on this target, or none, in place of those before. Never waits for work.
  void submit(std::vector<RunConfig> runs, std::shared_ptr<const Target> target);
  /// Results for the runs submitted last, in their order, as far as they are known. Does not wait.
  std::vector<Equilibrium> found() const;
  /// Waits until all are found.
  void wait();
  /// Whether all are found.
  bool at_rest() const;

 private:
  struct Batch {
    std::vector<RunConfig> runs;
    std::shared_ptr<const Target> target;
    StopSource abandoned;
  };
  void work(const StopToken& stop);

  mutable std::mutex mutex_;  ///< guards what follows, held for a move or a copy only
  StoppableCondition submitted_;
  std::condition_variable all_found_;
  std::optional<Batch> next_;
  StopSource current_;
  std::size_t wanted_ = 0;
  std::vector<Equilibrium> found_;
  StoppableThread thread_;  ///< last: it uses all the others; begun by the first batch
};

}  // namespace ergo
