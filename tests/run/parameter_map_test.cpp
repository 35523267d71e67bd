// Cells of a parameter map against exact values.
#include "core/run/parameter_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/base/error.h"
#include "core/exact/equilibrium.h"
#include "core/verification/chi_squared.h"
#include "tests/machine_fixture.h"

namespace ergo::parameter_map_test {
namespace {

/// P(|T| > t) of Student's distribution with an even number of degrees of freedom (Abramowitz &
/// Stegun 26.7.4).
double student_p_value(double t, int degrees) {
  const double angle = std::atan(std::abs(t) / std::sqrt(degrees)), square = std::pow(std::cos(angle), 2);
  double term = 1, sum = 1;
  for (int k = 2; k < degrees; k += 2) sum += term *= square * (k - 1) / k;
  return 1 - std::sin(angle) * sum;
}

RunConfig with_cell(RunConfig config, const ParameterMap& map, const MapCell& cell) {
  apply(config, {"sampler." + map.parameter_x().id, value_text(map.parameter_x(), cell.x)});
  if (!map.axes().y.empty())
    apply(config, {"sampler." + map.parameter_y().id, value_text(map.parameter_y(), cell.y)});
  return config;
}

/// What is known exactly of a cell.
struct ExactCell {
  ExactCell(const RunConfig& config, const LatticeTarget& lattice, ThreadPool& pool) {
    const Cycle cycle(config, lattice, pool);
    acceptance = step_means(cycle, lattice.distribution(), pool).acceptance;
    gap = spectral_gap(cycle.matrix(), lattice.distribution()).gap;
  }
  double acceptance, gap;
};

/// Means of a cell's acceptance over whole maps of other seeds: independent, and nearly normal as each is one
/// of 64 chains.
struct CellMaps {
  static constexpr int maps = 9;
  std::vector<double> means;
  /// Student's test of their mean.
  double p_value(double exact) const {
    double mean = 0, square = 0;
    for (const double m : means) mean += m / maps;
    for (const double m : means) square += (m - mean) * (m - mean) / (maps - 1);
    return student_p_value((mean - exact) / std::sqrt(square / maps), maps - 1);
  }
};

class MapOnALattice : public testing::TestWithParam<BackendKind> {
 protected:
  static constexpr int chains = 64, steps = 40;

  /// Runs all maps, and checks the gaps of the first.
  void run(const RunConfig& config, const MapAxes& axes) {
    const auto target = make_target(config);
    ThreadPool pool(1);
    for (int n = 0; n < CellMaps::maps; ++n) {
      RunConfig seeded = config;
      seeded.seed += static_cast<std::uint64_t>(n);
      ParameterMap map(seeded, test_factory()(config.backend), axes, chains);
      for (int k = 0; k < steps; ++k) map.advance();
      if (n == 0) {
        map.wait_for_gaps();
        for (const MapCell& cell : map.cells()) {
          exact.emplace_back(with_cell(config, map, cell), *target->lattice(), pool);
          EXPECT_NEAR(cell.gap, exact.back().gap, 1e-9);
        }
        cells.resize(exact.size());
      }
      for (std::size_t k = 0; k < cells.size(); ++k) cells[k].means.push_back(map.cells()[k].acceptance);
    }
  }

  /// Cells that contradict an acceptance, by number; all cells together err with probability 1e-3.
  int contradictions(const std::function<double(std::size_t)>& acceptance) const {
    int count = 0;
    for (std::size_t k = 0; k < cells.size(); ++k)
      count += cells[k].p_value(acceptance(k)) < sidak_level(1e-3, cells.size());
    return count;
  }

  std::vector<ExactCell> exact;
  std::vector<CellMaps> cells;
};
INSTANTIATE_TEST_SUITE_P(Backends, MapOnALattice, testing::Values(BackendKind::cpu, BackendKind::gpu),
                         [](const auto& info) { return to_string(info.param); });

/// Every cell's acceptance is the stationary one of its own pair; it is not that of one pair for all cells,
/// of columns taken for rows, or of the next cell's pair.
TEST_P(MapOnALattice, CellsHaveTheirOwnParameters) {
  constexpr std::size_t columns = 4, rows = 3;
  run(pair_config("dmala", "lattice8", GetParam()), {.columns = columns, .rows = rows});
  EXPECT_EQ(contradictions([&](std::size_t k) { return exact[k].acceptance; }), 0);
  EXPECT_GT(contradictions([&](std::size_t) { return exact[0].acceptance; }), 0);
  EXPECT_GT(contradictions([&](std::size_t k) { return exact[k % rows * columns + k / rows].acceptance; }),
            0);
  EXPECT_GT(contradictions([&](std::size_t k) { return exact[(k + 1) % exact.size()].acceptance; }), 0);
}

/// Of a whole number each value has one cell, and without a second axis there is one row.
TEST_P(MapOnALattice, OneWholeNumberMakesARow) {
  const RunConfig config = pair_config("lattice_rwm", "lattice8", GetParam());
  const MapAxes axes =
      completed({.x = "", .y = "", .columns = 8}, sampler_unit(config.sampler.id).descriptor);
  EXPECT_EQ(axes.x, "half_width");
  EXPECT_EQ(axes.y, "");
  run(config, axes);
  EXPECT_EQ(contradictions([&](std::size_t k) { return exact[k].acceptance; }), 0);
  EXPECT_GT(contradictions([&](std::size_t) { return exact[0].acceptance; }), 0);
  ParameterMap many(config, test_factory()(GetParam()), {.x = "half_width", .y = "", .columns = 200}, 1);
  EXPECT_EQ(many.axes().rows, 1);
  for (std::size_t k = 1; k < many.cells().size(); ++k)
    EXPECT_GE(many.cells()[k].x, many.cells()[k - 1].x + 1);
  EXPECT_EQ(many.cells().back().x, std::round(many.cells().back().x));
}

TEST(ParameterMap, TakesTheFirstNumbersWhereNoneAreNamed) {
  const auto axes_of = [](const char* sampler, MapAxes axes) {
    const MapAxes all = completed(axes, sampler_unit(sampler).descriptor);
    return all.x + " " + all.y;
  };
  EXPECT_EQ(axes_of("dmala", {.x = "", .y = ""}), "alpha beta");
  EXPECT_EQ(axes_of("ab", {.x = "", .y = ""}), "sigma alpha_exponent");
  EXPECT_EQ(axes_of("ab", {.x = "alpha_exponent", .y = ""}), "alpha_exponent sigma");
  EXPECT_EQ(axes_of("ab", {.x = "", .y = "sigma"}), "alpha_exponent sigma");
  EXPECT_THROW(axes_of("lattice_gibbs", {.x = "", .y = ""}), Error);
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
      const Cycle cycle(with_cell(config, map, cell), *target->lattice(), pool);
      const auto distribution = cycle.reversible()
                                    ? std::span<const double>(target->lattice()->distribution())
                                    : std::span<const double>();
      const double gap = spectral_gap(cycle.matrix(), distribution).gap;
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

TEST(ParameterMap, RefusesRunsWithoutTwoParametersToVary) {
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
}  // namespace ergo::parameter_map_test
