// What the lattice samplers promise beyond what every sampler does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/backend/start_positions.h"
#include "core/verification/chi_squared.h"
#include "core/verification/exact_case.h"
#include "core/verification/stationarity.h"
#include "tests/machine_fixture.h"

namespace ergo::lattice_samplers_test {
namespace {

std::vector<const SamplerUnit*> proposal_samplers() {
  std::vector<const SamplerUnit*> units;
  for (const auto& unit : kernel_samplers())
    if (unit.descriptor.space == Space::lattice && unit.make()->lattice_kernel()) units.push_back(&unit);
  return units;
}

/// Probabilities of the states after step `step` from site x.
std::vector<double> transition_row(const LatticeKernel& kernel, const LatticeTarget& target, Position x,
                                   std::uint64_t step) {
  const Oracle oracle(target);
  const Sides sides = target.sides();
  const Evaluation here = target.evaluate(x);
  const auto forward = kernel.proposal(x, here, oracle, step);
  struct Erased {
    const Proposal& distribution;
    double log_mass(Position to) const { return distribution.log_mass(to); }
  };
  std::vector<double> row(sides.count());
  double stay = 1;
  for (const auto& [weight, along_x, along_y] : forward->masses())
    for (std::size_t i = 0; i < along_x.mass.size(); ++i)
      for (std::size_t j = 0; j < along_y.mass.size(); ++j) {
        const Position y = {along_x.low + static_cast<double>(i), along_y.low + static_cast<double>(j)};
        const Evaluation there = target.evaluate(y);
        const auto backward = kernel.proposal(y, there, oracle, step);
        const double accepted =
            kernel.metropolis()
                ? metropolis_acceptance(x, here.energy, Erased{*forward}, y, there.energy, Erased{*backward})
                : 1;
        const double move = weight * along_x.mass[i] * along_y.mass[j] * accepted;
        row[sides.index(y)] += move;
        stay -= move;
      }
  row[sides.index(x)] += stay;
  return row;
}

/// Of every choice of every sampler, each phase of its cycle; a tolerance of 64 sums of 1e-16. Steps with an
/// auxiliary variable, whose probabilities are integrals over it, are in exact_kernel_test.cpp.
TEST(LatticeSamplers, EveryStepIsInDetailedBalance) {
  const auto made = target_unit("lattice8").make();
  const LatticeTarget& target = *made->lattice();
  const auto& distribution = target.distribution();
  for (const KernelCase& choice : kernel_cases()) {
    if (!choice.exact()) continue;
    const auto sampler = make_sampler(ExactCase::configured(choice.with({{"target", "lattice8"}})));
    const LatticeKernel& kernel = *sampler->lattice_kernel();
    if (kernel.auxiliary()) continue;
    for (int phase = 0; phase < kernel.period(); ++phase) {
      std::vector<std::vector<double>> rows;
      for (std::size_t i = 0; i < distribution.size(); ++i)
        rows.push_back(
            transition_row(kernel, target, target.sides().site(i), static_cast<std::uint64_t>(phase)));
      double worst = 0;
      for (std::size_t i = 0; i < distribution.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          worst = std::max(worst, std::abs(distribution[i] * rows[i][j] - distribution[j] * rows[j][i]));
      EXPECT_LE(worst, 1e-14) << choice << ", phase " << phase;
    }
  }
}

/// draw() against masses(), log_mass() and the acceptance: sites after one step from a place in the middle
/// and from a corner.
TEST(LatticeSamplers, StepsHaveTheirTransitionProbabilities) {
  constexpr std::uint64_t chains = 50'000;
  for (const SamplerUnit* unit : proposal_samplers())
    for (const Position from : {Position{2, 3}, Position{7, 0}}) {
      CpuBackend backend;
      const RunConfig config = pair_config(unit->descriptor.id, "lattice8", BackendKind::cpu, chains);
      const auto target = make_target(config);
      const auto sampler = make_sampler(config);
      const Sides sides = target->lattice()->sides();
      backend.configure(config);
      backend.place(std::vector<Position>(chains, from), 0);
      constexpr std::uint64_t step = 5;
      backend.advance(step, 1);
      std::vector<std::size_t> counts(sides.count());
      const ChainData data = backend.read();
      for (std::size_t i = 0; i < chains; ++i) ++counts[sides.index(data.x(i))];
      const auto row = transition_row(*sampler->lattice_kernel(), *target->lattice(), from, step);
      const ChiSquared result = chi_squared_test(counts, row);
      EXPECT_LE(result.statistic, chi_squared_threshold(1e-4, static_cast<double>(result.degrees)))
          << unit->descriptor.id << " from " << from.x << ", " << from.y;
    }
}

/// Values of a channel after steps 0 .. count - 1.
std::vector<double> channel_path(const RunConfig& config, const std::string& channel, int count) {
  CpuBackend backend;
  backend.configure(config);
  backend.place(std::vector<Position>(config.chains), 0);
  const auto index =
      static_cast<std::size_t>(find_channel(sampler_unit(config.sampler.id).descriptor, channel));
  std::vector<double> path;
  for (int k = 0; k < count; ++k) {
    backend.advance(static_cast<std::uint64_t>(k), 1);
    path.push_back(backend.read().report[index]);
  }
  return path;
}

RunConfig acs_config(const std::vector<Assignment>& assignments) {
  RunConfig config = pair_config("acs", "lattice8", BackendKind::cpu, 1);
  for (const auto& assignment : assignments) apply(config, assignment);
  return config;
}

TEST(LatticeSamplers, AcsBalanceFallsFromItsLargestToItsSmallest) {
  const auto cosine = channel_path(acs_config({}), "beta", 20);
  EXPECT_DOUBLE_EQ(cosine.front(), 0.95);
  EXPECT_TRUE(std::ranges::is_sorted(cosine, std::greater<>()));
  EXPECT_DOUBLE_EQ(cosine[10], 0.725);
  EXPECT_NEAR(cosine.back(), 0.5 + 0.45 * (1 - std::cos(std::numbers::pi / 20)) / 2, 1e-12);
  const auto constant = channel_path(acs_config({{"sampler.beta_schedule", "constant"}}), "beta", 20);
  EXPECT_EQ(constant, std::vector<double>(20, 0.95));
}

/// Steps beyond 2^32 too, whose number takes two words on the device.
TEST(LatticeSamplers, AcsPhaseIsTheStepsNumberModuloTheCycle) {
  for (const BackendKind kind : {BackendKind::cpu, BackendKind::gpu})
    for (const std::uint64_t step : {0ull, 19ull, 4294967295ull, 4294967296ull, 1099511627783ull})
      for (const std::uint64_t cycle : {1ull, 7ull, 20ull, 65535ull}) {
        RunConfig config = acs_config({{"sampler.cycle_length", std::to_string(cycle)}});
        config.backend = kind;
        const auto backend = test_factory()(kind);
        backend->configure(config);
        backend->place(std::vector<Position>(1), step);
        backend->advance(step, 1);
        const int phase = find_channel(sampler_unit("acs").descriptor, "phase");
        EXPECT_EQ(backend->read().report[static_cast<std::size_t>(phase)], static_cast<double>(step % cycle))
            << to_string(kind) << ", step " << step << ", cycle " << cycle;
      }
}

/// At a fixed phase ACS is DMALA: with a cycle of one step, both at the same values take the same path.
TEST(LatticeSamplers, AcsWithOnePhaseEqualsDmala) {
  const auto path = [](const std::string& sampler, const std::vector<Assignment>& assignments) {
    RunConfig config = pair_config(sampler, "lattice_modes", BackendKind::cpu, 50);
    for (const auto& assignment : assignments) apply(config, assignment);
    CpuBackend backend;
    backend.configure(config);
    backend.place(std::vector<Position>(50, {75, 75}), 0);
    backend.advance(0, 100);
    std::vector<double> all;
    const ChainData data = backend.read();
    for (std::size_t i = 0; i < 50; ++i) all.insert(all.end(), {data.x(i).x, data.x(i).y});
    return all;
  };
  EXPECT_EQ(
      path("acs", {{"sampler.cycle_length", "1"}, {"sampler.alpha_max", "53"}, {"sampler.beta_max", "0.6"}}),
      path("dmala", {{"sampler.alpha", "53"}, {"sampler.beta", "0.6"}}));
}

double mean_acceptance(const RunConfig& config, int steps) {
  CpuBackend backend;
  backend.configure(config);
  backend.place(start_positions(config, *make_target(config)), 0);
  const int channel = find_channel(sampler_unit(config.sampler.id).descriptor, "acceptance_rate");
  double sum = 0;
  for (int k = 0; k < steps; ++k) {
    backend.advance(static_cast<std::uint64_t>(k), 1);
    sum += backend.means().channels[static_cast<std::size_t>(channel)].mean;
  }
  return sum / steps;
}

RunConfig ab_config(const std::vector<Assignment>& assignments) {
  RunConfig config = pair_config("ab", "lattice_gaussian", BackendKind::cpu, 500);
  apply(config, {"start", "exact"});
  for (const auto& assignment : assignments) apply(config, assignment);
  return config;
}

/// At alpha = 1 and without the bound of sigma the second order's proposal does not depend on x where E is
/// quadratic, walls or none: what sigma = 1e6 leaves is of the size S^2/sigma.
TEST(LatticeSamplers, SecondOrderAbAcceptsAllOnAGaussian) {
  const double refused =
      1 -
      mean_acceptance(
          ab_config({{"sampler.order", "2"}, {"sampler.sigma", "1e6"}, {"sampler.alpha_exponent", "1"}}), 20);
  EXPECT_LE(refused, 21.0 * 21 / 1e6);
  const double first =
      mean_acceptance(ab_config({{"sampler.sigma", "1e6"}, {"sampler.alpha_exponent", "1"}}), 20);
  EXPECT_LT(first, 0.9) << "the test would not see a wrong order";
}

/// Sun et al.'s first order is DMALA by other names.
TEST(LatticeSamplers, FirstOrderAbEqualsDmala) {
  RunConfig dmala = ab_config({});
  apply(dmala, {"sampler", "dmala"});
  apply(dmala, {"sampler.alpha", "7"});
  apply(dmala, {"sampler.beta", "0.8"});
  EXPECT_EQ(mean_acceptance(ab_config({{"sampler.sigma", "7"}, {"sampler.alpha_exponent", "0.8"}}), 20),
            mean_acceptance(dmala, 20));
}

/// DULA's stationary distribution on one spin, at alpha = 1/4 per site, which is 1 in the units of theta: the
/// published bias in the 1-norm, and P(+1) without a trace of epsilon.
TEST(LatticeSamplers, GradientsMissTheHiddenSine) {
  const TargetUnit& unit = target_unit("sine_spin");
  const auto dula = sampler_unit("dula").make(std::vector<double>{0.25, 0.5, 1, 1});
  std::vector<double> up;
  for (const auto& [epsilon, bias] :
       std::map<double, double>{{0, .0018}, {.05, .0995}, {.1, .193}, {.2, .364}, {.5, .703}, {1, .873}}) {
    const auto target = unit.make(std::vector<double>{1, 0.1, epsilon});
    const LatticeTarget& spin = *target->lattice();
    const double rise = transition_row(*dula->lattice_kernel(), spin, {0, 0}, 0)[1];
    const double fall = transition_row(*dula->lattice_kernel(), spin, {1, 0}, 0)[0];
    up.push_back(rise / (rise + fall));
    EXPECT_NEAR(2 * std::abs(up.back() - spin.distribution()[1]), bias, epsilon < 0.1 ? 5e-5 : 5e-4)
        << epsilon;
  }
  for (const double p : up) EXPECT_DOUBLE_EQ(p, up[0]);
}

/// Every choice of the samplers that is not their default and claims an exact distribution: 32 steps from
/// exact draws follow the target's distribution.
TEST(LatticeSamplers, EveryVariantIsStationary) {
  for (const KernelCase& variant : kernel_cases()) {
    if (variant.assignments.size() < 2 || !variant.exact()) continue;
    for (const auto& target : targets(Space::lattice)) {
      RunConfig config = pair_config(variant.descriptor().id, target.descriptor.id, BackendKind::cpu, 32768);
      apply(config, {"start", "exact"});
      apply(config, variant.assignments[1]);
      const auto made = make_target(config);
      SimdBackend backend;
      backend.configure(config);
      backend.place(start_positions(config, *made), 0);
      backend.advance(0, 32);
      std::vector<Position> positions;
      const ChainData data = backend.read();
      for (std::size_t i = 0; i < data.chains; ++i) positions.push_back(data.x(i));
      const Verdict verdict = distribution_test(*made, positions, 1e-5);
      EXPECT_EQ(verdict.verdict, "pass")
          << variant << " on " << target.descriptor.id << ": p = " << verdict.p_value;
    }
  }
}

}  // namespace
}  // namespace ergo::lattice_samplers_test
