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

/// Whether a model learns before the next step, which then is on another target and begins with other momenta.
bool learns_first(const Session& session);

/// A chain's position, and its momentum and thermostat if it has them.
struct Stance {
  Position x;
  std::optional<Position> momentum = {};  ///< nothing if there is none or it is not known yet
  std::optional<double> thermostat = {};  ///< the friction xi, of samplers that have one
};
/// Offset in a state row of the momentum whose equilibrium is known, or else of the one that the next step starts
/// with; -1 if there is none.
int momentum_offset(const Descriptor& sampler);
/// Whether the state holds a unit vector u instead of a momentum p.
bool keeps_direction(const Descriptor& sampler);
/// Offset of the thermostat in a state row; -1 if there is none.
int thermostat_offset(const Descriptor& sampler);
Stance stance_of(const Descriptor& sampler, std::span<const double> row);

/// One step of one chain, divided into the sampler's parts.
struct ExplainedStep {
  Stance from, to;                 ///< before and after the step
  std::vector<SubStep> sub_steps;  ///< at least one, unless the chain rests or the step is not known
  bool diverges = false;           ///< the result is not finite, so that the chain stays where it was

  /// Whether the proposal was accepted; nothing if the sampler accepts every step.
  std::optional<bool> accepted() const;
  /// The proposal, before the decision.
  Stance proposal() const { return accepted() ? before(sub_steps.size() - 1) : to; }
  /// Straight pieces of the path through the first `parts` parts: one for each part that moves the chain or changes
  /// its momentum or friction. For a sampler without momentum, one piece from the beginning to the end of these
  /// parts. Decisions have no piece.
  std::vector<std::pair<Stance, Stance>> way(std::size_t parts = SIZE_MAX) const;
  /// Where part number `part` begins; for the number of parts, where the step ends.
  Stance before(std::size_t part) const;
};

/// A moment within a step: `share` of part number `part` is over.
struct StepCursor {
  std::size_t part = 0;
  double share = 0;
};
/// The moment when `phase` of the step is over, from 0 to 1; all parts take the same time.
StepCursor cursor_at(const ExplainedStep& step, double phase);
/// The moving point at that moment, interpolated linearly within the part.
Stance stance_at(const ExplainedStep& step, StepCursor cursor);

/// The parts of a step at the sampler's default values. Of a step with more than 12 parts, the first of each name.
std::vector<SubStep> parts_of_step(const Descriptor& sampler);

/// One chain of a run, with its last steps and its next one divided into parts. They are computed by the sampler's
/// C++ twin in double from the chain's state in the run. After every portion of steps the state is read from the run
/// again; steps that differ from the run's by more than rounding are dropped.
class FollowedChain {
 public:
  static constexpr std::size_t steps_kept = 48;
  /// Most steps that should be made between two calls of follow(): rounding grows with their number.
  static constexpr std::uint64_t portion = 16;

  /// A run with fewer chains follows its first one.
  explicit FollowedChain(std::uint32_t chain) : wanted_(chain), chain_(chain) {}
  std::uint32_t chain() const { return chain_; }

  /// Reads the chain's state from the run. Call it after each portion of steps, and before the next one if the run
  /// was edited in between. Waits for the device.
  void follow(Session& session);

  Position x() const { return row_.x(0); }
  bool diverged() const { return row_.chains > 0 && row_.diverged[0] != 0; }
  /// The next step, if nothing is edited before it; without parts if a model learns first.
  const ExplainedStep& next() const { return next_; }
  /// The last steps, oldest first.
  const std::deque<ExplainedStep>& last() const { return last_; }

 private:
  ExplainedStep explained(std::uint64_t step);
  void catch_up(std::uint64_t step);

  std::uint32_t wanted_, chain_;
  ChainData row_;  ///< the chain alone
  RunConfig config_;
  std::shared_ptr<const Target> target_;
  std::unique_ptr<Sampler> sampler_;
  ExplainedStep next_;
  std::deque<ExplainedStep> last_;
};

}  // namespace ergo
