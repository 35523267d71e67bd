// A map's cells against what is known exactly of them.
#include "core/run/parameter_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/exact/cycle.h"
#include "core/exact/spectrum.h"
#include "core/unit/error.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

/// Every cell's acceptance is the stationary one of its own pair. The chains are independent, but their steps
/// are not: each chain's mean over the run may be as uncertain as one draw, so the error allowed is that of
/// one step.
TEST(ParameterMap, CellsHaveTheirOwnParameters) {
  constexpr int chains = 64, steps = 40;
  for (const auto kind : {BackendKind::cpu, BackendKind::gpu}) {
    const RunConfig config = pair_config("dmala", "lattice8", kind);
    ParameterMap map(config, test_factory()(kind), {.columns = 4, .rows = 3}, chains);
    for (int k = 0; k < steps; ++k) map.advance();
    map.wait_for_gaps();
    const auto target = make_target(config);
    const LatticeTarget& lattice = *target->lattice();
    for (const MapCell& cell : map.cells()) {
      RunConfig one = config;
      apply(one, {"sampler.alpha", value_text(map.parameter_x(), cell.x)});
      apply(one, {"sampler.beta", value_text(map.parameter_y(), cell.y)});
      const auto sampler = make_sampler(one);
      ThreadPool pool(1);
      const TransitionKernel kernel(lattice, *sampler->lattice_kernel(), pool);
      double exact = 0;
      for (std::size_t i = 0; i < lattice.law().size(); ++i)
        exact += lattice.law()[i] * kernel.acceptance()[i];
      EXPECT_NEAR(cell.acceptance, exact, 5 * cell.acceptance_error * std::sqrt(steps) + 1e-6)
          << "alpha " << cell.x << ", beta " << cell.y;
      const SquareMatrix matrix = matrix_of(kernel, pool);
      EXPECT_NEAR(cell.gap, spectral_gap(matrix, lattice.law()).gap, 1e-9);
    }
  }
}

/// Gaps found on a thread of their own, by applications of the kernel, are those of all eigenvalues: of
/// reversible kernels as exact as these, of others, whose eigenvectors are not orthogonal, to 1e-6 of the
/// gap.
TEST(ParameterMap, FindsGapsOfLargerLattices) {
  for (const char* metropolis : {"on", "off"}) {
    RunConfig config = pair_config("dmala", "lattice_gaussian", BackendKind::cpu);
    apply(config, {"target.side", "13"});
    apply(config, {"sampler.metropolis", metropolis});
    ParameterMap map(config, test_factory()(BackendKind::cpu), {.columns = 3, .rows = 2}, 2);
    ASSERT_TRUE(map.has_gaps());
    map.wait_for_gaps();
    const auto target = make_target(config);
    ThreadPool pool(1);
    for (const MapCell& cell : map.cells()) {
      RunConfig one = config;
      apply(one, {"sampler.alpha", value_text(map.parameter_x(), cell.x)});
      apply(one, {"sampler.beta", value_text(map.parameter_y(), cell.y)});
      const Cycle cycle(one, *target->lattice(), pool);
      const auto law =
          cycle.reversible() ? std::span<const double>(target->lattice()->law()) : std::span<const double>();
      const double gap = spectral_gap(cycle.matrix(), law).gap;
      EXPECT_NEAR(cell.gap, gap, 1e-6 * gap) << metropolis << ", alpha " << cell.x << ", beta " << cell.y;
    }
  }
}

TEST(ParameterMap, LeavesGapsThatTakeTooLong) {
  RunConfig config = pair_config("ab", "lattice_gaussian", BackendKind::cpu);
  const MapAxes axes = {"sigma", "alpha_exponent", 2, 2};
  EXPECT_TRUE(ParameterMap(config, test_factory()(BackendKind::cpu), axes, 2).has_gaps());
  apply(config, {"sampler.order", "2"});
  EXPECT_FALSE(ParameterMap(config, test_factory()(BackendKind::cpu), axes, 2).has_gaps());
  apply(config, {"target.side", "10"});
  EXPECT_TRUE(ParameterMap(config, test_factory()(BackendKind::cpu), axes, 2).has_gaps());
  EXPECT_FALSE(ParameterMap(pair_config("ab", "lattice_modes", BackendKind::cpu),
                            test_factory()(BackendKind::cpu), axes, 2)
                   .has_gaps());
}

TEST(ParameterMap, RefusesWhatHasNoMap) {
  const RunConfig config = pair_config("hmc", "gaussian", BackendKind::cpu);
  EXPECT_THROW(ParameterMap(config, test_factory()(BackendKind::cpu), {.x = "step_size", .y = "step_size"}),
               Error);
  EXPECT_THROW(ParameterMap(config, test_factory()(BackendKind::cpu), {.x = "step_size", .y = "alpha"}),
               Error);
  EXPECT_THROW(
      ParameterMap(pair_config("ula", "gaussian", BackendKind::cpu), test_factory()(BackendKind::cpu)),
      Error);
}

}  // namespace
}  // namespace ergo
