// Automatic cyclical sampler: step k is one of DMALA with the step size and balance of phase k mod s,
// alpha_k and beta_k of CyclicalSchedule; the Metropolis ratio is that of the step's own kernel.
// Source: Pynadath et al. 2024, Algorithm 1 and Eq. 8. Their two-dimensional experiment ran c_k^4 in place of
// c_k, at beta = 1/2. Invariant distribution of every step: the target.
// Means of acceptance and jump over the last whole cycle, or over the steps so far in the first, are kept by
// each chain.
#include "core/unit/channels.h"
#include "core/unit/cyclical_schedule.h"
#include "core/unit/lattice_proposals.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Acs {
  using Proposal = GaussianProposal;
  static constexpr const char* formula = "y ~ q ∝ exp(−β_k ∇E(x)·(y − x) − |y − x|²/2α_k)";
  struct Report : LatticeReport {
    double alpha, beta, phase;
  };

  CyclicalSchedule schedule;

  explicit Acs(const Parameters& p) : schedule(p, p.flag("schedule")) {}

  bool metropolis() const { return true; }
  int period() const { return schedule.cycle_length; }
  std::vector<CyclePhase> cycle() const { return schedule.phases(); }

  Report report(const LatticeReport& r, std::uint64_t step) const {
    const auto [alpha, beta] = schedule.at(step);
    return {r, alpha, beta, schedule.phase(step)};
  }

  Proposal proposal(Position x, const Evaluation& at, const Oracle& oracle, std::uint64_t step) const {
    const Report now = report({}, step);
    return first_order_proposal(x, at.gradient, {now.alpha, now.alpha}, now.beta, oracle.sides);
  }
};

/// That of every step, and the means over the cycle.
struct AcsStep : LatticeStep<Acs> {
  using LatticeStep<Acs>::LatticeStep;
  struct State : ChainState {
    double steps = 0, acceptance_sum = 0, jump_sum = 0;       // of the cycle that goes on
    double cycles = 0, cycle_acceptance = 0, cycle_jump = 0;  // 1 after the first cycle; the means
  };
  struct Report : Acs::Report {
    double cycle_acceptance, cycle_jump;
  };

  Transition<State, Report> init(State s, const Oracle& oracle, const Draws& draws) const {
    return {s, {LatticeStep<Acs>::init(s, oracle, draws).report, 1, 0}};
  }
  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell tell) const {
    const auto [chain, report] = LatticeStep<Acs>::step(s, oracle, draws, tell);
    static_cast<ChainState&>(s) = chain;
    if (report.phase == 0) s.steps = s.acceptance_sum = s.jump_sum = 0;
    ++s.steps;
    s.acceptance_sum += report.acceptance_rate;
    s.jump_sum += report.jump;
    const bool ends = report.phase == schedule.cycle_length - 1;
    if (ends || s.cycles == 0) {
      s.cycle_acceptance = s.acceptance_sum / s.steps;
      s.cycle_jump = s.jump_sum / s.steps;
    }
    if (ends) s.cycles = 1;
    return {s, {report, s.cycle_acceptance, s.cycle_jump}};
  }
};

using AcsSampler = LatticeSamplerOf<Acs, AcsStep>;

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE_SAMPLER_(acs, AcsSampler, {
  .id = "acs",
  .title = "ACS",
  .doc = "DMALA with a cyclical step size. It falls along half a cosine, then jumps back up for the next cycle. Large "
         "steps find islands, small steps explore them. `α = max(α_max c, α_min)` and `β = β_min + (β_max − β_min) c` "
         "with `c = (1 + cos πk/s)/2` in phase k. Every step is exact. The published code's experiment on 25 islands "
         "used c⁴ and β = ½.",
  .source = "Pynadath et al. 2024, Algorithm 1 and Eq. 8",
  .tint = {{0xDE28FF, 0xCE50E7}},
  .parameters = {{.id = "alpha_max", .title = "Largest step size", .symbol = "α_max", .unit = "sites²", .doc = "Proposal variance at the start of a cycle.",
                  .initial = 1575.3, .hard = {1e-3, 1e6}, .slider = {1, 1e4}, .scale = Scale::log},
                 {.id = "alpha_min", .title = "Smallest step size", .symbol = "α_min", .unit = "sites²", .doc = "Lower bound of the step size. If it exceeds α_max, every step has this size.",
                  .initial = 3.32, .hard = {1e-3, 1e6}, .slider = {0.05, 100}, .scale = Scale::log},
                 {.id = "beta_max", .title = "Largest balance", .symbol = "β_max", .doc = "Weight of the gradient in the proposal at the start of a cycle.",
                  .initial = 0.95, .hard = {0, 2}, .slider = {0.5, 1}},
                 {.id = "beta_min", .title = "Smallest balance", .symbol = "β_min", .doc = "Balance at the end of a cycle.",
                  .initial = 0.5, .hard = {0, 2}, .slider = {0.5, 1}, .used_when = {"beta_schedule", {"cosine", "tuned"}}},
                 {.id = "cycle_length", .title = "Cycle length", .symbol = "s", .unit = "steps", .doc = "Number of steps in a cycle.",
                  .initial = 20, .hard = {1, 65535}, .slider = {2, 200}, .scale = Scale::log, .kind = Kind::integer},
                 {.id = "schedule", .title = "Schedule of α", .symbol = "α_k", .doc = "Cosine: c. Toy: c⁴, as in the published experiment on 25 islands.",
                  .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::choice, .choices = {"cosine", "toy_fourth_power"}},
                 beta_schedule_parameter(), balance_knot(1), balance_knot(2), balance_knot(3), balance_knot(4),
                 balance_knot(5), balance_knot(6)},
  .state = {{"cycle_sums", 3, "steps in this cycle, sums of acceptance and jump distance over them"},
            {"cycle_means", 3, "1 after the first cycle; mean acceptance and jump distance of the last cycle"}},
  .channels = {site_energy_channel(),
               {.id = "acceptance_rate", .title = "Acceptance", .symbol = "a", .doc = "min(1, Metropolis ratio) of the last proposal.", .of_transition = true, .cycle_mean = "cycle_acceptance"},
               {.id = "jump", .title = "Jump distance", .symbol = "|Δx|₁", .doc = "L1 distance moved in the last step, in sites.", .of_transition = true, .cycle_mean = "cycle_jump"},
               {.id = "alpha", .title = "Step size", .symbol = "α", .doc = "Proposal variance of the last step, in sites²."},
               {.id = "beta", .title = "Balance", .symbol = "β", .doc = "Weight of the gradient in the last proposal."},
               {.id = "phase", .title = "Phase", .symbol = "k mod s", .doc = "Position of the last step in its cycle."},
               {.id = "cycle_acceptance", .title = "Acceptance per cycle", .symbol = "a", .doc = "Mean acceptance over the last complete cycle. In the first cycle: over the steps so far.", .of_transition = true},
               {.id = "cycle_jump", .title = "Jump distance per cycle", .symbol = "|Δx|₁", .doc = "Mean L1 jump distance over the last complete cycle, in sites. In the first cycle: over the steps so far.", .of_transition = true}},
  .claims = {.distribution = Distribution::exact, .acceptance_channel = "acceptance_rate", .decision_channel = "jump"},
  .gradients_per_step = 1,
  .remark = remark_on_cycle,
})
