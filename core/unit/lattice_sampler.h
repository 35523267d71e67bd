#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "core/unit/metropolis.h"
#include "core/unit/sampler.h"

namespace ergo {

/// Probabilities of consecutive sites along one axis: of site low + k, mass[k].
struct AxisMass {
  int low = 0;
  std::vector<double> mass;
};

/// A product of one distribution per axis, times a weight.
struct ProductMass {
  double weight = 1;
  AxisMass x, y;
};

/// q(. | x) of one x, with its type erased.
class Proposal {
 public:
  virtual ~Proposal() = default;
  /// The proposal that the step of these draws makes; outside the lattice it will be rejected.
  virtual Position draw(const Draws& draws) const = 0;
  virtual double log_mass(Position to) const = 0;
  /// The distribution as a mixture of products; what it lacks to 1 lies outside the lattice, where nothing is
  /// accepted.
  virtual std::vector<ProductMass> masses() const = 0;
};

/// min(1, e^-E(y) q(x | y)/(e^-E(x) q(y | x))) (Hastings 1970); 0 for NaN. Forward is q(. | x), backward q(.
/// | y).
template <class Distribution>
double metropolis_acceptance(Position x, double energy_x, const Distribution& forward, Position y,
                             double energy_y, const Distribution& backward) {
  const double log_ratio = energy_x - energy_y + backward.log_mass(x) - forward.log_mass(y);
  return metropolis_acceptance(log_ratio);
}

/// A lattice sampler's step as a proposal and an acceptance, from which its transition probabilities follow.
class LatticeKernel {
 public:
  virtual ~LatticeKernel() = default;
  /// q(. | x) of step number `step`; `at` is the evaluation at x, with the gradient as the sampler sees it.
  /// With an auxiliary variable u, q(. | x, u) at u = M x + z.
  virtual std::unique_ptr<Proposal> proposal(Position x, const Evaluation& at, const Oracle& oracle,
                                             std::uint64_t step, Position z = {}) const = 0;
  /// Whether the step first draws u ~ N(M x, I), with the M of the target's Curvature and z = u - M x from
  /// slot site_slots. Proposal and acceptance then count with N(u; M x, I) q(. | x, u).
  virtual bool auxiliary() const = 0;
  /// Whether proposals are accepted with metropolis_acceptance(); if not, all are accepted.
  virtual bool metropolis() const = 0;
  /// Step k follows the rule of step k mod period().
  virtual int period() const = 0;
  /// Whether q(y | x) ∝ exp(-β ∇E(x)·(y - x) - |y - x|²/(2σ)), where σ and β are the sampler's first two
  /// parameters.
  virtual bool has_scale_and_exponent() const = 0;
};

/// The first channels of every lattice sampler.
struct LatticeReport {
  double energy;
  double acceptance_rate;  ///< of the last proposal; 1 without a Metropolis step
  double jump;             ///< |x' - x| in the 1-norm
};

/// The step that all units made of a proposal share. Such a unit has
///   struct Proposal, a value with `Position draw(const Draws&) const`, log_mass(to) and masses() as above,
///   Proposal proposal(Position x, const Evaluation& at, const Oracle&, std::uint64_t step) const,
///   bool metropolis() const,
///   static constexpr const char* formula, the formula of the proposal as a sub-step tells it.
/// It may have `int period() const`, `bool has_scale_and_exponent() const`, and a Report of its own, derived from
/// LatticeReport and made by `Report report(LatticeReport, std::uint64_t step) const`. A unit whose step draws an
/// auxiliary variable has `bool auxiliary() const`, takes z as the last argument of proposal(), and has its own step.
/// The proposal uses slots from 0 on; the lone uniform decides.
template <class Unit>
struct LatticeStep : Unit {
  using Unit::Unit;
  using State = ChainState;
  static constexpr bool has_report = requires(const Unit& unit, LatticeReport report) {
    unit.report(report, std::uint64_t{});
  };
  static auto report_of(const Unit& unit, LatticeReport report, std::uint64_t step) {
    if constexpr (has_report)
      return unit.report(report, step);
    else
      return report;
  }
  using Report = decltype(report_of(std::declval<const Unit&>(), LatticeReport{}, 0));

  Transition<State, Report> init(State s, const Oracle&, const Draws& draws) const {
    return {s, report_of(*this, {s.energy, 1, 0}, draws.step())};
  }

  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const auto forward = this->proposal(s.x, {s.energy, s.gradient}, oracle, draws.step());
    const Position y = forward.draw(draws);
    tell("proposal", Unit::formula, y, told::gradient("∇E(x)", s.gradient), told::number("E(x)", s.energy));
    double acceptance = 0, jump = 0;
    bool accepted = false;
    if (oracle.sides.contain(y)) {
      const Evaluation there = oracle.observe(y, draws);
      acceptance = 1;
      if (this->metropolis()) {
        const auto backward = this->proposal(y, there, oracle, draws.step());
        acceptance = metropolis_acceptance(s.x, s.energy, forward, y, there.energy, backward);
        if constexpr (Tell::listens)
          tell("Metropolis ratio", "log a = E(x) − E(y) + log q(x | y) − log q(y | x)", y,
               told::number("E(y)", there.energy), told::number("log q(x | y)", backward.log_mass(s.x)),
               told::number("log q(y | x)", forward.log_mass(y)));
      }
      accepted = !this->metropolis() || draws.lone_uniform() <= acceptance;
      if (accepted) {
        jump = std::abs(y.x - s.x.x) + std::abs(y.y - s.x.y);
        s = moved_to(s, y, there);
      }
    }
    tell_decision(s.x, oracle.sides.contain(y), acceptance, accepted, draws, tell);
    return {s, report_of(*this, {s.energy, acceptance, jump}, draws.step())};
  }

  template <class Tell>
  void tell_decision(Position x, bool inside, double acceptance, bool accepted, const Draws& draws,
                     Tell tell) const {
    if constexpr (!Tell::listens) return;
    if (!inside)
      tell("decision", "y lies outside the lattice: x stays", x, told::decision(false));
    else if (this->metropolis())
      tell("decision", "x ← y if u ≤ min(1, a), else x stays", x, told::number("u", draws.lone_uniform()),
           told::number("min(1, a)", acceptance), told::decision(accepted));
    else
      tell("decision", "x ← y: never rejected", x, told::decision(accepted));
  }
};

/// The Sampler made of such a unit; of a step derived from LatticeStep<Unit> where a unit needs one.
template <class Unit, class Step = LatticeStep<Unit>>
class LatticeSamplerOf : public SamplerOf<Step>, private LatticeKernel {
 public:
  using SamplerOf<Step>::SamplerOf;
  const LatticeKernel* lattice_kernel() const override { return this; }
  int period() const override {
    if constexpr (requires(const Unit& unit) { unit.period(); })
      return this->unit_.period();
    else
      return 1;
  }
  std::vector<CyclePhase> cycle() const override {
    if constexpr (requires(const Unit& unit) { unit.cycle(); })
      return this->unit_.cycle();
    else
      return {};
  }

 private:
  static constexpr bool has_auxiliary = requires(const Unit& unit) { unit.auxiliary(); };
  using Distribution = typename Unit::Proposal;
  struct Erased final : Proposal {
    explicit Erased(Distribution distribution) : distribution(std::move(distribution)) {}
    Position draw(const Draws& draws) const override { return distribution.draw(draws); }
    double log_mass(Position to) const override { return distribution.log_mass(to); }
    std::vector<ProductMass> masses() const override { return distribution.masses(); }
    Distribution distribution;
  };

  std::unique_ptr<Proposal> proposal(Position x, const Evaluation& at, const Oracle& oracle,
                                     std::uint64_t step, Position z) const override {
    if constexpr (has_auxiliary)
      return std::make_unique<Erased>(this->unit_.proposal(x, at, oracle, step, z));
    else
      return std::make_unique<Erased>(this->unit_.proposal(x, at, oracle, step));
  }
  bool auxiliary() const override {
    if constexpr (has_auxiliary)
      return this->unit_.auxiliary();
    else
      return false;
  }
  bool metropolis() const override { return this->unit_.metropolis(); }
  bool has_scale_and_exponent() const override {
    if constexpr (requires(const Unit& unit) { unit.has_scale_and_exponent(); })
      return this->unit_.has_scale_and_exponent();
    else
      return false;
  }
};

}  // namespace ergo
