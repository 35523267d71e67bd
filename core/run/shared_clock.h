#pragma once

#include <vector>

#include "core/run/paced_run.h"

namespace ergo {

/// What runs side by side have in common at any time.
enum class Pace { gradients, steps };

/// The time that runs side by side share. It counts gradient evaluations of a chain, or steps; for a single run, steps.
/// The costliest sampler is the one with the most gradient evaluations per step.
class SharedClock {
 public:
  /// Sets the runs whose time this is. The time itself does not change.
  void follow(std::vector<std::shared_ptr<const PacedRun>> runs) { runs_ = std::move(runs); }
  void set_pace(Pace pace);
  Pace pace() const { return pace_; }
  bool counts_gradients() const { return runs_.size() > 1 && pace_ == Pace::gradients; }

  double now() const { return now_; }
  double end() const { return end_; }  ///< the latest time that the runs have reached
  /// Time of one step of the costliest sampler.
  double unit() const;
  /// Whole steps of the costliest sampler until now, each at its cost at that time.
  std::uint64_t steps() const;
  /// Times at which edits of any run began, in ascending order.
  std::vector<double> edits() const;

  void advance(double steps) { now_ += steps * unit(); }  ///< by steps of the costliest sampler
  void next();                                            ///< to its next whole step
  void previous();
  void set(double time) { now_ = time; }
  void begin(double time = 0);  ///< forgets how far the runs have been

  /// The step at which a run should be now. A run does not go back because the estimate of its cost has changed.
  std::uint64_t step_of(std::size_t run) const;
  /// Steps of a run during the last `steps` steps of the costliest sampler; at least 1.
  std::uint64_t steps_within(std::size_t run, double steps) const;
  /// Share of a run's next step that is over now, from 0 to 1.
  double phase(std::size_t run) const;
  /// Time at which this share of a run's next step is over.
  double at_phase(std::size_t run, double phase) const;
  /// Tells that all runs are at step_of().
  void arrived();
  /// Sets the time to that of the runs, after steps were lost or a sampler's cost has changed.
  void settle();

 private:
  std::uint64_t step_at(const PacedRun& run, double time) const;
  double time_of(const PacedRun& run) const;
  double step_length(const PacedRun& run) const;
  double unit_at(double time) const;
  std::vector<double> changes(bool of_edits_that_go_on) const;

  std::vector<std::shared_ptr<const PacedRun>> runs_;
  Pace pace_ = Pace::gradients;
  double now_ = 0, end_ = 0;
  double reached_ = 0;  ///< time of the last arrived()
};

}  // namespace ergo
