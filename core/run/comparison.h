#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/run/shared_clock.h"

namespace ergo {

/// Several runs on one target, start and seed, or a single one, and the clock they share. Both the command line
/// and the window step their runs with it.
class Comparison {
 public:
  using Sessions = std::vector<std::unique_ptr<Session>>;
  /// Steps run number `run` on by so many steps.
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
  SharedClock& clock() { return clock_; }
  const SharedClock& clock() const { return clock_; }

  /// Calls `go_to` for each run with the step at which it is on the clock. Call clock().arrived() next.
  void go_to_clock(const std::function<void(int run, std::uint64_t step)>& go_to);
  /// Of the dearest sampler, since the beginning.
  std::uint64_t steps() const { return steps_; }
  /// So many steps take some hundredths of a second, as the last ones did.
  std::uint64_t portion() const { return portion_; }

  /// So many steps of the dearest sampler on, and of the others what the pace gives them in the meantime.
  /// Where it ends does not depend on how the steps are cut up.
  void advance(std::uint64_t steps);
  void advance(std::uint64_t steps, const Stepping& stepping);
  /// Goes on until `share` of the dearest sampler's next step, from 0 to 1, is over; the step itself is not
  /// made. Whole steps end as without it; the run of a sampler whose steps are counted, within one of there.
  void advance_within(double share, const Stepping& stepping);
  /// How much of a run's next step is over, from 0 to 1.
  double phase(int run) const { return clock_.phase(static_cast<std::size_t>(run)); }

 private:
  bool costs_stay() const;
  void move_all(const Stepping& stepping);
  void wait();  ///< for the devices

  std::vector<std::shared_ptr<PacedRun>> runs_;
  SharedClock clock_;
  struct Begun {
    double from, to;  ///< on the clock
  };
  std::optional<Begun> begun_;  ///< the dearest sampler's step that is partly over
  std::uint64_t steps_ = 0, portion_ = 1;
};

}  // namespace ergo
