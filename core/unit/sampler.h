#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

#include "core/random/draws.h"
#include "core/unit/cyclical_schedule.h"
#include "core/unit/gradient_noise.h"
#include "core/unit/sub_step.h"

namespace ergo {

/// The first fields of every sampler's state: the position and the target's evaluation there.
struct ChainState {
  Position x;
  double energy = 0;
  Position gradient;
};
inline constexpr int chain_state_size = 5;

/// What a unit's `init(State, Oracle, Draws)` and `step(State, Oracle, Draws, Tell)` return: the new state
/// and its report. Report is a struct of doubles, one per channel, in the descriptor's order. The step tells
/// its parts by tell(name, formula, x, quantities ...): see Told.
///
/// Fields of the state may be given by the user instead of drawn. A unit whose report depends on such a field
/// before the first step also has `report(State, dim)`. A unit with fields that depend on how the chain began
/// also has `begun(State, Oracle, Draws)`, which returns the state with these fields set anew.
template <class State, class Report>
struct Transition {
  State state;
  Report report;
};

/// The state with the chain at x, where the target has this evaluation.
template <class State>
State moved_to(State s, Position x, const Evaluation& at) {
  s.x = x;
  s.energy = at.energy;
  s.gradient = at.gradient;
  return s;
}

/// One chain's storage: `state` holds ChainState and then the descriptor's fields, `report` holds the
/// channels. `diverged` is 0, or 1 + the step whose result was out of reach (see reach_of()) or not finite;
/// such a chain stays where it was before that step.
struct ChainRow {
  std::span<double> state;
  std::span<double> report;
  std::uint64_t& diverged;
  std::uint32_t chain;
};

class LatticeKernel;

/// A transition rule with its state's type erased. Immutable; all functions are pure.
class Sampler {
 public:
  virtual ~Sampler() = default;
  /// The rule as a proposal and an acceptance, for samplers on a lattice; else null.
  virtual const LatticeKernel* lattice_kernel() const { return nullptr; }
  /// Step k follows the rule of step k mod period().
  virtual int period() const { return 1; }
  /// The phases of a sampler whose step size and balance go round in a cycle; else none.
  virtual std::vector<CyclePhase> cycle() const { return {}; }
  /// What the sampler needs and the target is not, in words, e.g. "a target with two values for each site"; empty if
  /// nothing.
  virtual std::string lacks(const Target&) const { return {}; }
  /// Throws Error if the target lacks something, or the sampler's values do not go together.
  virtual void check(const Target&) const {}
  /// Number of doubles in a chain's state, without the target's configuration_words(), and in its report.
  virtual int state_size() const = 0;
  virtual int report_size() const = 0;
  /// Starts a chain. row.state holds the ChainState, and the momentum and thermostat if the chain has them
  /// from before; all other fields are zero. Fields that are zero are drawn, or set to the sampler's initial
  /// values.
  virtual void init(ChainRow row, const Oracle& oracle, std::uint64_t seed, std::uint64_t step) const = 0;
  /// Call it after fields of a chain were set before its first step: sets the fields that depend on how the
  /// chain began.
  virtual void begin_here(ChainRow row, const Oracle& oracle, std::uint64_t seed,
                          std::uint64_t step) const = 0;
  /// Writes the report of a chain before its first step.
  virtual void report_here(ChainRow row, const Oracle& oracle) const = 0;
  /// Makes `count` steps, numbered step, step + 1, ...
  virtual void advance(ChainRow row, const Oracle& oracle, std::uint64_t seed, std::uint64_t step,
                       std::uint64_t count) const = 0;
  /// Makes the one step `step` and returns its parts.
  virtual std::vector<SubStep> explain(ChainRow row, const Oracle& oracle, std::uint64_t seed,
                                       std::uint64_t step) const = 0;
};

/// The Sampler made of a unit with State (derived from ChainState), Report, init and step.
template <class Unit>
class SamplerOf : public Sampler {
  using State = typename Unit::State;
  using Report = typename Unit::Report;
  static_assert(std::is_base_of_v<ChainState, State> && std::is_trivially_copyable_v<State>);
  static_assert(sizeof(State) % sizeof(double) == 0 && sizeof(Report) % sizeof(double) == 0);

 public:
  explicit SamplerOf(const Parameters& parameters) : unit_(parameters) {}
  int state_size() const override { return sizeof(State) / sizeof(double); }
  int report_size() const override { return sizeof(Report) / sizeof(double); }

  void init(ChainRow row, const Oracle& oracle, std::uint64_t seed, std::uint64_t step) const override {
    State s;
    std::memcpy(static_cast<void*>(&s), row.state.data(), sizeof s);
    row.diverged = within(s, oracle) ? 0 : step + 1;
    if (row.diverged) return;
    const Draws draws(seed, Purpose::init, row.chain, step, oracle.dim);
    s = moved_to(s, s.x, oracle.with_noise(s.x, {s.energy, s.gradient}, draws, 0));
    const auto [state, report] = unit_.init(s, oracle, draws);
    std::memcpy(row.state.data(), &state, sizeof state);
    std::memcpy(row.report.data(), &report, sizeof report);
  }

  void begin_here(ChainRow row, const Oracle& oracle, std::uint64_t seed, std::uint64_t step) const override {
    if constexpr (requires(State s, Draws draws) { unit_.begun(s, oracle, draws); }) {
      if (row.diverged) return;
      State s;
      std::memcpy(static_cast<void*>(&s), row.state.data(), sizeof s);
      s = unit_.begun(s, oracle, Draws(seed, Purpose::init, row.chain, step, oracle.dim));
      std::memcpy(row.state.data(), &s, sizeof s);
    }
  }

  void report_here(ChainRow row, const Oracle& oracle) const override {
    if constexpr (requires(State s) { unit_.report(s, oracle.dim); }) {
      if (row.diverged) return;
      State s;
      std::memcpy(static_cast<void*>(&s), row.state.data(), sizeof s);
      const Report report = unit_.report(s, oracle.dim);
      std::memcpy(row.report.data(), &report, sizeof report);
    }
  }

  void advance(ChainRow row, const Oracle& oracle, std::uint64_t seed, std::uint64_t step,
               std::uint64_t count) const override {
    run(row, oracle, seed, step, count, Untold{});
  }

  std::vector<SubStep> explain(ChainRow row, const Oracle& oracle, std::uint64_t seed,
                               std::uint64_t step) const override {
    std::vector<SubStep> sub_steps;
    run(row, oracle, seed, step, 1, Told{sub_steps});
    return sub_steps;
  }

 private:
  template <class Tell>
  void run(ChainRow row, const Oracle& oracle, std::uint64_t seed, std::uint64_t step, std::uint64_t count,
           Tell tell) const {
    if (row.diverged) return;
    // What memcpy touches stays in memory: held apart, the chain itself is in registers from step to step.
    State held;
    Report held_report;
    std::memcpy(static_cast<void*>(&held), row.state.data(), sizeof held);
    std::memcpy(static_cast<void*>(&held_report), row.report.data(), sizeof held_report);
    State s = held;
    Report report = held_report;
    for (const std::uint64_t end = step + count; step < end; ++step) {
      const auto next = unit_.step(s, oracle, Draws(seed, Purpose::step, row.chain, step, oracle.dim), tell);
      if (!within(next.state, oracle)) {
        row.diverged = step + 1;
        break;
      }
      s = next.state;
      report = next.report;
    }
    held = s;
    held_report = report;
    std::memcpy(row.state.data(), &held, sizeof held);
    std::memcpy(row.report.data(), &held_report, sizeof held_report);
  }

  /// False for NaN.
  static bool within(const ChainState& s, const Oracle& oracle) {
    return std::abs(s.x.x) <= oracle.reach && std::abs(s.x.y) <= oracle.reach &&
           std::abs(s.energy) <= largest_energy;
  }

 protected:
  Unit unit_;
};

}  // namespace ergo
