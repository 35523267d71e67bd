// Exact answers about Ising grids against each other: direct sums, transfer matrix, Kaufman's and Onsager's
// formulas.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <numbers>

#include "core/base/error.h"
#include "core/site_targets/pair_target.h"
#include "core/sites/ising_density.h"
#include "core/sites/ising_formulas.h"
#include "core/sites/ising_transfer.h"
#include "core/sites/site_states.h"
#include "core/verification/chi_squared.h"

namespace ergo::ising_exact_test {
namespace {

std::string text_of(const IsingGrid& grid) {
  return std::to_string(grid.rows) + " x " + std::to_string(grid.columns) +
         (grid.torus ? " torus" : " open") + " J = " + std::to_string(grid.coupling) +
         " h = " + std::to_string(grid.field);
}

std::shared_ptr<const SiteTarget> target_of(const IsingGrid& grid) {
  return ising_target(grid_graph(grid.rows, grid.columns, grid.torus), grid.coupling, grid.field);
}

std::vector<IsingGrid> small_grids() {
  std::vector<IsingGrid> grids;
  const std::vector<std::pair<int, int>> sides = {{1, 1}, {1, 5}, {2, 2}, {2, 3}, {3, 2},
                                                  {3, 3}, {4, 3}, {3, 4}, {4, 4}};
  const std::vector<std::pair<double, double>> strengths = {
      {0.3, 0}, {0.2, 0.2}, {-0.7, 0.4}, {1.5, -0.1}, {0, 0.5}};
  for (const auto& [rows, columns] : sides)
    for (const bool torus : {true, false})
      for (const auto& [coupling, field] : strengths)
        grids.push_back({rows, columns, torus, coupling, field});
  return grids;
}

TEST(IsingTransfer, GivesTheDirectSums) {
  for (const IsingGrid& grid : small_grids()) {
    SCOPED_TRACE(text_of(grid));
    const SiteStates states(target_of(grid));
    const SiteMeans means = means_under(states, states.distribution());
    const IsingSums sums = ising_sums(grid);
    // Bound of the error of a sum term by term, relative to the sum of the terms' sizes.
    const double rounding = 2e-14 + 2 * static_cast<double>(states.count()) * 0x1p-53;
    EXPECT_NEAR(sums.log_z, states.log_z(), rounding * (1 + std::abs(states.log_z())));
    EXPECT_NEAR(sums.spin, means.level, rounding);
    EXPECT_NEAR(sums.spin_squared, means.level_squared, rounding);
    const double most = 4 * std::abs(grid.coupling) + std::abs(grid.field);  // of |E|/n
    EXPECT_NEAR(sums.energy(grid), means.energy / grid.rows / grid.columns, rounding * most);
  }
}

TEST(IsingTransfer, DoesNotDependOnWhichWayTheRowsRun) {
  for (const bool torus : {true, false})
    for (const double coupling : {0.44, -0.6}) {
      const IsingSums tall = ising_sums({9, 5, torus, coupling, 0.1}),
                      wide = ising_sums({5, 9, torus, coupling, 0.1});
      EXPECT_NEAR(tall.log_z, wide.log_z, 1e-11);
      EXPECT_NEAR(tall.bonds, wide.bonds, 1e-12);
      EXPECT_NEAR(tall.spin, wide.spin, 1e-12);
      EXPECT_NEAR(tall.spin_squared, wide.spin_squared, 1e-12);
    }
}

/// The published values of the papers' 5 x 5 torus (numerics D5, A4), and of the 4 x 4 torus.
TEST(IsingTransfer, GivesThePublishedValues) {
  const IsingSums torus = ising_sums({5, 5, true, 0.2, 0.2});
  EXPECT_NEAR(torus.log_z, 19.6740857613, 1e-10);
  EXPECT_NEAR(torus.spin, 0.4829698422, 1e-10);
  EXPECT_NEAR(ising_sums({5, 5, false, 0.2, 0.2}).log_z, 19.1770919145, 1e-10);
  const IsingSums four = ising_sums({4, 4, true, 0.3});
  EXPECT_NEAR(four.spin_squared, 0.3576468, 1e-7);
  EXPECT_NEAR(four.log_z, 12.7855233, 1e-7);
}

TEST(IsingTransfer, StaysFiniteForStrongCouplings) {
  for (const double coupling : {10.0, -10.0})
    for (const double field : {0.0, 10.0}) {
      const IsingSums sums = ising_sums({8, 7, true, coupling, field});
      EXPECT_TRUE(std::isfinite(sums.log_z) && std::isfinite(sums.bonds)) << coupling << " " << field;
      EXPECT_LE(std::abs(sums.bonds), 2 + 1e-12);
    }
  // All spins up, or all down: log Z = 2 n J + log 2 up to e^-80.
  EXPECT_NEAR(ising_sums({8, 7, true, 10}).log_z, 2 * 56 * 10 + std::numbers::ln2, 1e-9);
}

TEST(Kaufman, AgreesWithTheTransferMatrix) {
  for (const auto& [rows, columns] :
       std::vector<std::pair<int, int>>{{3, 3}, {4, 3}, {3, 5}, {4, 4}, {7, 6}, {6, 9}, {20, 8}})
    for (const double coupling : {1e-3, 0.1, 0.3, critical_coupling, 0.5, 1.2, 6.0}) {
      SCOPED_TRACE(text_of({rows, columns, true, coupling, 0}));
      const IsingFormula formula = kaufman_torus(rows, columns, coupling);
      const IsingSums sums = ising_sums({rows, columns, true, coupling});
      EXPECT_NEAR(formula.log_z / sums.log_z, 1, 1e-12);
      EXPECT_NEAR(formula.bonds, sums.bonds, 1e-10);
    }
}

TEST(Kaufman, OfTwelveColumnsAgreesWithTheTransferMatrix) {
  const IsingFormula formula = kaufman_torus(12, 12, critical_coupling);
  const IsingSums sums = ising_sums({12, 12, true, critical_coupling});
  EXPECT_NEAR(formula.log_z, sums.log_z, 1e-9);
  EXPECT_NEAR(formula.bonds, sums.bonds, 1e-11);
}

TEST(Kaufman, SlopesAreTheDerivativesOfLogZ) {
  for (const double coupling : {0.2, critical_coupling, 0.7}) {
    const double h = 1e-3;
    const auto at = [&](double shift) { return kaufman_torus(16, 10, coupling + shift).log_z; };
    // Five-point rule; its error is h^4/30 times the fifth derivative.
    const double slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h) / 160;
    EXPECT_NEAR(kaufman_torus(16, 10, coupling).bonds, slope, 1e-7);
  }
}

/// The correction of a finite torus away from the critical coupling falls like e^(-side/correlation length).
TEST(Onsager, IsTheLimitOfLargeTori) {
  for (const double coupling : {0.2, 0.7}) {
    const IsingFormula torus = kaufman_torus(64, 64, coupling), infinite = onsager_grid(coupling);
    const double ordered = coupling > critical_coupling ? std::numbers::ln2 : 0;  // two phases
    EXPECT_NEAR((torus.log_z - ordered) / 4096, infinite.log_z, 1e-12);
    EXPECT_NEAR(torus.bonds, infinite.bonds, 1e-10);
  }
  const double catalan = 0.915965594177219;
  EXPECT_NEAR(onsager_grid(critical_coupling).log_z, std::numbers::ln2 / 2 + 2 * catalan / std::numbers::pi,
              1e-14);
  EXPECT_NEAR(onsager_grid(critical_coupling).bonds, std::numbers::sqrt2, 1e-12);
}

TEST(IsingDensity, CountsTheConfigurations) {
  for (const auto& [rows, columns] :
       std::vector<std::pair<int, int>>{{1, 4}, {2, 2}, {3, 3}, {2, 4}, {4, 2}, {4, 4}})
    for (const bool torus : {true, false}) {
      SCOPED_TRACE(text_of({rows, columns, torus, 0, 0}));
      const SiteGraph graph = grid_graph(rows, columns, torus);
      const IsingDensity density(rows, columns, torus);
      ASSERT_EQ(static_cast<std::size_t>(density.edges()), graph.pairs.size());
      std::map<std::pair<int, int>, std::uint64_t> expected;
      for (unsigned x = 0; x < 1u << graph.sites; ++x) {
        int unlike = 0;
        for (const auto [i, j] : graph.pairs) unlike += (x >> i & 1) != (x >> j & 1);
        ++expected[{std::popcount(x), unlike}];
      }
      for (int up = 0; up <= density.sites(); ++up)
        for (int unlike = 0; unlike <= density.edges(); ++unlike)
          EXPECT_EQ(density.count(up, unlike), (expected[{up, unlike}])) << up << " " << unlike;
    }
}

TEST(IsingDensity, GivesTheSumsOfTheTransferMatrix) {
  for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{{5, 5}, {6, 6}, {8, 4}, {5, 1}})
    for (const bool torus : {true, false}) {
      const IsingDensity density(rows, columns, torus);
      for (const auto& [coupling, field] :
           std::vector<std::pair<double, double>>{{0.2, 0.2}, {0.5, 0}, {-0.8, 0.3}}) {
        const IsingGrid grid{rows, columns, torus, coupling, field};
        SCOPED_TRACE(text_of(grid));
        const IsingSums sums = ising_sums(grid), by_density = density.sums(coupling, field);
        EXPECT_NEAR(by_density.log_z, sums.log_z, 1e-12 * sums.log_z);
        EXPECT_NEAR(by_density.bonds, sums.bonds, 1e-12);
        EXPECT_NEAR(by_density.spin, sums.spin, 1e-12);
        EXPECT_NEAR(by_density.spin_squared, sums.spin_squared, 1e-12);
      }
    }
  // The ground states of the torus, and the states with one spin turned.
  EXPECT_EQ(IsingDensity(6, 6, true).count(36, 0), 1u);
  EXPECT_EQ(IsingDensity(6, 6, true).count(35, 4), 36u);
}

TEST(IsingDraws, FollowTheDistribution) {
  constexpr std::uint32_t draws = 40'000;
  const std::vector<IsingGrid> grids = {
      {3, 3, true, 0.4, 0.1}, {3, 3, false, -0.5, 0.2}, {2, 4, true, 0.3, 0}, {4, 2, true, 0.5, -0.2}};
  const double level = sidak_level(1e-3, grids.size());
  for (const IsingGrid& grid : grids) {
    const SiteStates states(target_of(grid));
    const IsingDraws exact(grid);
    std::vector<std::size_t> counts(states.count());
    for (std::uint32_t c = 0; c < draws; ++c) ++counts[states.index(exact.draw({3, Purpose::start, c, 0}))];
    EXPECT_GT(chi_squared_test(counts, states.distribution()).p_value, level) << text_of(grid);
  }
}

/// Site means of the open 5 x 5 grid reach from 0.3179 in the corners to 0.4640 in the middle (numerics A4).
TEST(IsingDraws, HaveTheSiteMeansOfTheOpenGrid) {
  constexpr std::uint32_t draws = 40'000;
  const IsingDraws exact({5, 5, false, 0.2, 0.2});
  double corner = 0, middle = 0;
  for (std::uint32_t c = 0; c < draws; ++c) {
    const Configuration x = exact.draw({4, Purpose::start, c, 0});
    for (const std::size_t site : {0u, 4u, 20u, 24u}) corner += (2 * x[site] - 1) / (4.0 * draws);
    middle += (2 * x[12] - 1) / double{draws};
  }
  EXPECT_NEAR(corner, 0.3179, 5e-5 + 4 / std::sqrt(double{draws}));
  EXPECT_NEAR(middle, 0.4640, 5e-5 + 4 / std::sqrt(double{draws}));
}

TEST(IsingExact, RefusesWhatItCannotDo) {
  EXPECT_THROW(ising_sums({4, 13, true, 0.3}), Error);
  EXPECT_THROW(ising_sums({0, 3, true, 0.3}), Error);
  EXPECT_THROW(ising_sums({4, 4, true, 11}), Error);
  EXPECT_THROW(ising_sums({4, 4, true, std::nan("")}), Error);
  EXPECT_THROW(IsingDraws({4, 9, true, 0.3}), Error);
  EXPECT_THROW(IsingDensity(6, 7, true), Error);
  EXPECT_THROW(IsingDensity(0, 3, true), Error);
  EXPECT_THROW(kaufman_torus(2, 4, 0.3), Error);
  EXPECT_THROW(kaufman_torus(4, 4, -0.3), Error);
  EXPECT_THROW(onsager_grid(0), Error);
}

}  // namespace
}  // namespace ergo::ising_exact_test
