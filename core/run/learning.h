#pragma once

#include <memory>
#include <vector>

#include "core/backend/backend.h"
#include "core/network/network_training.h"

namespace ergo {

/// How well the model of a run that learns is known after an iteration.
struct LearningMoment {
  std::uint64_t iterations = 0;
  double log_likelihood = std::numeric_limits<double>::quiet_NaN();   ///< PlaneFit's
  double best_log_likelihood = std::numeric_limits<double>::quiet_NaN();  ///< PlaneData's
  double total_variation = std::numeric_limits<double>::quiet_NaN();  ///< PlaneFit's
  double gradient = std::numeric_limits<double>::quiet_NaN();  ///< its length before it was cut; NaN before the first
  double diverged = std::numeric_limits<double>::quiet_NaN();  ///< chains that had diverged since the iteration before
};

/// The part of a run that learns. Chains run on the energy of a network, which learns the run's own target; see
/// NetworkTraining. Before step k, 2 k, ... there is an iteration: the chains are read, for a sampler whose positions
/// are weighted by time where a draw of the path with that weight is, the network takes one step, a random share of
/// the chains begins anew, uniformly over the window, as do chains that have diverged, and all go on with new momenta.
class RunLearning {
 public:
  /// `target`: the run's own. Throws Error if it has no finite integral.
  RunLearning(const RunConfig& config, std::shared_ptr<const Target> target);

  bool learns(const UnitChoice& target) const { return learned_ == target; }
  /// The target as data, for use(). Throws Error if it has no finite integral.
  std::shared_ptr<const PlaneData> data_of(const RunConfig& config, std::shared_ptr<const Target> target) const;
  /// These settings from now on, and these data unless null. What the network has learned stays.
  void use(const RunConfig& config, std::shared_ptr<const PlaneData> data);

  /// What chains run on: the network's energy as a grid, up to a constant with the integral of the run's own target.
  const std::shared_ptr<const Target>& target() const { return target_; }
  bool due(std::uint64_t step) const { return step > 0 && step % every_ == 0; }
  std::uint64_t next_due(std::uint64_t step) const { return (step / every_ + 1) * every_; }
  /// One iteration. Afterwards `data` has the chains as they go on.
  void iterate(ChainData& data, const RunConfig& config);

  const NetworkTraining& training() const { return training_; }
  void restore(const NetworkState& state);
  /// By iteration, from 0 to training().state().iterations; later ones that the run has been to may follow. Those that
  /// this object has not seen are NaN.
  const std::vector<LearningMoment>& history() const { return history_; }
  const LearningMoment& now() const { return history_[training_.state().iterations]; }

 private:
  void tabulate();
  Position anew(const RunConfig& config, std::size_t chain, std::uint64_t step) const;
  std::size_t bring_back(ChainData& data, const RunConfig& config, std::vector<Position>& x) const;
  void begin_anew(ChainData& data, const RunConfig& config, const std::vector<Position>& x) const;

  UnitChoice learned_;
  std::uint64_t every_;
  std::unique_ptr<ThreadPool> pool_;
  NetworkTraining training_;
  std::shared_ptr<const Target> target_;
  std::vector<LearningMoment> history_;
};

}  // namespace ergo
