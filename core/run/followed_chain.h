#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/run/session.h"
#include "core/unit/sub_step.h"

namespace ergo {

/// Where a chain is and where it is going.
struct Stance {
  Position x;
  std::optional<Position> momentum = {};  ///< nothing before any is known
  std::optional<double> thermostat = {};  ///< the friction xi, of samplers that have one
};
/// What of a stance a sampler's state holds: its offset in a state row, -1 for none.
int momentum_offset(const Descriptor& sampler);  ///< the one known at equilibrium, or that steps go on with
/// Whether that is a unit vector u and not a momentum p.
bool keeps_direction(const Descriptor& sampler);
int thermostat_offset(const Descriptor& sampler);
Stance stance_of(const Descriptor& sampler, std::span<const double> row);

/// One step of one chain in the sampler's own parts.
struct ExplainedStep {
  Stance from, to;                 ///< the chain's states before and after it
  std::vector<SubStep> sub_steps;  ///< at least one, unless the chain rests
  bool diverges = false;           ///< the step's result is not finite, and the chain stays

  /// Whether the proposal was accepted; nothing where the sampler does not ask.
  std::optional<bool> accepted() const;
  /// Where it was proposed to go.
  Stance proposal() const { return accepted() ? before(sub_steps.size() - 1) : to; }
  /// Pieces of the way through the first `parts` parts: those in which the chain went by its momentum or
  /// changed it or its friction. Where the sampler has none, one straight piece to where they lead; decisions
  /// do not count.
  std::vector<std::pair<Stance, Stance>> way(std::size_t parts = SIZE_MAX) const;
  /// As part number `part` begins; `part` may be their number, for the end.
  Stance before(std::size_t part) const;
};

/// A place within a step: part number `part`, of which this share is over.
struct StepCursor {
  std::size_t part = 0;
  double share = 0;
};
/// `phase` of the step is over, from 0 to 1; every part takes the same share of it.
StepCursor cursor_at(const ExplainedStep& step, double phase);
/// Where the point that moves is then, and where it is going: straight from part to part.
Stance stance_at(const ExplainedStep& step, StepCursor cursor);

/// The parts of a step at the sampler's usual values; of a step of more than 12, those that differ, as they
/// first come.
std::vector<SubStep> parts_of_step(const Descriptor& sampler);

/// One chain of a run, seen closely: its last steps and the next one, explained by the sampler's twin in
/// double from the chain's state as the run has it. After every portion of steps the state is taken from the
/// run again; a path that has parted from the run's by more than rounding is forgotten.
class FollowedChain {
 public:
  static constexpr std::size_t steps_kept = 48;
  /// Largest portion that advances between two calls of follow() should have: nearby paths part with time.
  static constexpr std::uint64_t portion = 16;

  explicit FollowedChain(std::uint32_t chain) : chain_(chain) {}
  std::uint32_t chain() const { return chain_; }

  /// Takes up where the run is. Call it after each portion of steps, and before the next one where the run
  /// was edited in between. Waits for the device.
  void follow(Session& session);

  Position x() const { return row_.x(0); }
  bool diverged() const { return row_.chains > 0 && row_.diverged[0] != 0; }
  /// The step that comes next if nothing is edited.
  const ExplainedStep& next() const { return next_; }
  /// The steps made last, oldest first.
  const std::deque<ExplainedStep>& last() const { return last_; }

 private:
  ExplainedStep explained(std::uint64_t step);
  void catch_up(std::uint64_t step);

  std::uint32_t chain_;
  ChainData row_;  ///< of the one chain
  RunConfig config_;
  std::unique_ptr<Target> target_;
  std::unique_ptr<Sampler> sampler_;
  ExplainedStep next_;
  std::deque<ExplainedStep> last_;
};

}  // namespace ergo
