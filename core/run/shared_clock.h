#pragma once

#include <vector>

#include "core/run/paced_run.h"

namespace ergo {

/// What runs side by side keep equal.
enum class Pace { gradients, steps };

/// The time that runs side by side share: gradient evaluations of a chain, or steps; of a single run, steps.
class SharedClock {
 public:
  /// Sets the runs whose time this is. The time itself does not change.
  void follow(std::vector<std::shared_ptr<const PacedRun>> runs) { runs_ = std::move(runs); }
  void set_pace(Pace pace);
  Pace pace() const { return pace_; }
  bool counts_gradients() const { return runs_.size() > 1 && pace_ == Pace::gradients; }

  double now() const { return now_; }
  double end() const { return end_; }  ///< the furthest that the runs have been
  /// One step of the dearest sampler.
  double unit() const;
  /// Whole steps of the dearest sampler from the beginning until now, each at what it cost then.
  std::uint64_t steps() const;
  /// Where on the clock edits of some run's parameters began; ascending.
  std::vector<double> edits() const;

  void advance(double steps) { now_ += steps * unit(); }  ///< of the dearest sampler
  void next();                                            ///< to the next whole step of the dearest sampler
  void previous();
  void set(double time) { now_ = time; }
  void begin(double time = 0);  ///< no run has been anywhere yet

  /// The step at which a run has to be now. What a step costs may be an estimate, and it may fall: time does
  /// not go back for that.
  std::uint64_t step_of(std::size_t run) const;
  /// Steps of a run in so many of the dearest sampler that end now; at least 1.
  std::uint64_t steps_within(std::size_t run, double steps) const;
  /// How much of a run's next step is over now, from 0 to 1.
  double phase(std::size_t run) const;
  /// The time at which so much of it is.
  double at_phase(std::size_t run, double phase) const;
  /// The runs are where step_of() sent them.
  void arrived();
  /// Steps may have been lost or a sampler's cost have changed: the clock stands where the runs do.
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
  double reached_ = 0;  ///< the time at which the runs arrived last
};

}  // namespace ergo
