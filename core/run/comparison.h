#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/run/shared_clock.h"

namespace ergo {

/// Several runs on one target and seed, or a single one, and the clock they share. Both the command line
/// and the window step their runs with it.
class Comparison {
 public:
  using Sessions = std::vector<std::unique_ptr<Session>>;
  /// Makes this many steps of run number `run`.
  using Stepping = std::function<void(int run, std::uint64_t steps)>;

  Comparison() = default;
  Comparison(Comparison&&) = default;
  Comparison& operator=(Comparison&&) = default;
  /// The sessions stand at step 0.
  Comparison(Sessions sessions, Pace pace);
  /// Replaces the runs; the clock keeps its time.
  void set_runs(std::vector<std::shared_ptr<PacedRun>> runs);

  int count() const { return static_cast<int>(runs_.size()); }
  Session& session(int run) { return runs_.at(static_cast<std::size_t>(run))->session(); }
  const Session& session(int run) const {
    return std::as_const(*runs_.at(static_cast<std::size_t>(run))).session();
  }
  std::vector<const Session*> sessions() const;
  std::vector<RunConfig> configs() const;  ///< as they are now
  SharedClock& clock() { return clock_; }
  const SharedClock& clock() const { return clock_; }

  /// Calls `go_to` for each run with the step at which it is on the clock. Call clock().arrived() next.
  void go_to_clock(const std::function<void(int run, std::uint64_t step)>& go_to);
  /// Steps of the costliest sampler since the beginning.
  std::uint64_t steps() const { return steps_; }
  /// Number of steps that take some hundredths of a second, by the time of the last ones.
  std::uint64_t portion() const { return portion_; }

  /// Makes this many steps of the costliest sampler, and as many of the others as the pace gives them. The result does
  /// not depend on how steps are divided among calls.
  void advance(std::uint64_t steps);
  void advance(std::uint64_t steps, const Stepping& stepping);
  /// Goes on until `share` of the costliest sampler's next step is over, from 0 to 1; the step itself is not made.
  /// Whole steps end as without this; a run whose steps differ in cost may be one step away.
  void advance_within(double share, const Stepping& stepping);
  /// Share of a run's next step that is over, from 0 to 1.
  double phase(int run) const { return clock_.phase(static_cast<std::size_t>(run)); }

 private:
  bool costs_stay() const;
  void move_all(const Stepping& stepping);
  void wait();  ///< waits for the devices

  std::vector<std::shared_ptr<PacedRun>> runs_;
  SharedClock clock_;
  struct Begun {
    double from, to;  ///< times on the clock
  };
  std::optional<Begun> begun_;  ///< the costliest sampler's step that is partly over
  std::uint64_t steps_ = 0, portion_ = 1;
};

}  // namespace ergo
