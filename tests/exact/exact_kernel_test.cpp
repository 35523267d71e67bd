// The exact transition probabilities of every lattice sampler: what they promise as matrices, published
// values, and that the twins' steps follow them.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/exact/auxiliary_nodes.h"
#include "core/exact/spectrum.h"
#include "core/verification/exact_case.h"

namespace ergo::exact_kernel_test {
namespace {

constexpr double rounding = 1e-12;

using Assignments = std::vector<Assignment>;

/// Lattices small enough for matrices: modes, a long narrow valley, a floor on which the distribution falls
/// to 0.
const std::vector<Assignments> small_lattices = {
    {{"target", "lattice8"}},
    {{"target", "lattice_gaussian"}, {"target.side", "9"}, {"target.variance_short", "0.3"}},
    {{"target", "lattice_gaussian"}, {"target.side", "9"}, {"target.variance_short", "0.02"}},
    {{"target", "lattice_gaussian"}, {"target.side", "1"}},
    {{"target", "lattice_modes"}, {"target.modes_per_side", "2"}, {"target.spacing", "3"}}};

class ExactKernel : public testing::TestWithParam<KernelCase> {
 protected:
  std::vector<std::unique_ptr<ExactCase>> cases() const {
    std::vector<std::unique_ptr<ExactCase>> all;
    for (const Assignments& lattice : small_lattices)
      all.push_back(std::make_unique<ExactCase>(GetParam().with(lattice)));
    return all;
  }
};
INSTANTIATE_TEST_SUITE_P(Samplers, ExactKernel, testing::ValuesIn(kernel_cases()),
                         [](const auto& info) { return info.param.name; });

TEST_P(ExactKernel, RowsAreDistributions) {
  for (const auto& c : cases()) {
    const SquareMatrix p = c->matrix();
    for (std::size_t x = 0; x < p.size; ++x) {
      double sum = 0;
      for (std::size_t y = 0; y < p.size; ++y) {
        EXPECT_GE(p(x, y), -1e-15);
        sum += p(x, y);
      }
      EXPECT_NEAR(sum, 1, 1e-13);
    }
  }
}

TEST_P(ExactKernel, LeavesItsTargetAlone) {
  for (const auto& c : cases()) {
    if (GetParam().exact()) {
      EXPECT_LE(l1_distance(c->cycle.apply(c->distribution()), c->distribution()), rounding);
    }
    if (!c->cycle.keeps_target()) continue;
    for (std::size_t k = 0; k < c->cycle.steps(); ++k)
      EXPECT_LE(balance_residual(matrix_of(*c->cycle.phase(k), c->pool), c->distribution()), rounding);
  }
}

/// mu P without a matrix, by the same rows or by ways of its own, is mu P.
TEST_P(ExactKernel, AppliesAsItsMatrix) {
  for (const auto& c : cases()) {
    const SquareMatrix p = c->matrix();
    std::vector<double> mu(p.size);
    for (std::size_t x = 0; x < p.size; ++x) mu[x] = x % 3 == 1 ? 0 : std::sin(1.0 + static_cast<double>(x));
    EXPECT_LE(l1_distance(c->cycle.apply(mu), apply_matrix(p)(mu)), rounding);
  }
}

/// The two descriptions that a proposal gives of itself.
TEST_P(ExactKernel, MassesAreThoseOfTheLogMass) {
  for (const auto& c : cases()) {
    const LatticeTarget& target = *c->target->lattice();
    const auto sampler = make_sampler(c->config);
    const Oracle oracle(target);
    for (std::size_t from = 0; from < target.sides().count(); from += 7) {
      const Position x = target.sides().site(from);
      const auto proposal = sampler->lattice_kernel()->proposal(x, target.evaluate(x), oracle, 3);
      std::vector<double> masses(target.sides().count());
      for (const auto& [weight, along_x, along_y] : proposal->masses())
        for (std::size_t i = 0; i < along_x.mass.size(); ++i)
          for (std::size_t j = 0; j < along_y.mass.size(); ++j)
            masses[target.sides().index(
                {along_x.low + 1.0 * static_cast<double>(i), along_y.low + 1.0 * static_cast<double>(j)})] +=
                weight * along_x.mass[i] * along_y.mass[j];
      for (std::size_t to = 0; to < masses.size(); ++to)
        EXPECT_NEAR(masses[to], std::exp(proposal->log_mass(target.sides().site(to))), 1e-14);
    }
  }
}

/// Beyond the size at which every proposal counts: what is cut off stays where it is.
TEST(ExactKernelTest, LargeLattices) {
  for (const Assignments& run :
       {Assignments{{"sampler", "dmala"}, {"sampler.alpha", "8"}},
        Assignments{{"sampler", "dula"}, {"sampler.alpha", "8"}}, Assignments{{"sampler", "lattice_rwm"}}}) {
    // Energies of the second spread so far that e^-E leaves the range of numbers.
    for (const char* variance : {"30", "0.8"}) {
      Assignments all = {{"target", "lattice_gaussian"},
                         {"target.side", "70"},
                         {"target.variance_long", "300"},
                         {"target.variance_short", variance}};
      all.insert(all.end(), run.begin(), run.end());
      const ExactCase c(all);
      if (c.cycle.reversible()) {
        EXPECT_LE(l1_distance(c.cycle.apply(c.distribution()), c.distribution()), rounding);
      }
      std::vector<double> mu(c.sides().count());
      const std::size_t from = c.sides().index({3, 61});
      mu[from] = 1;
      const auto moved = c.cycle.apply(mu);
      EXPECT_NEAR(std::accumulate(moved.begin(), moved.end(), 0.0), 1, rounding);
      EXPECT_LE(l1_distance(moved, c.cycle.phase(0)->row(from)), rounding);
    }
  }
}

/// Against what a step does, by its own proposal and acceptance: in the tails of a steep distribution, where
/// moves are made that are hardly ever made back. Each of some thousand sites within reach may lack 1e-14.
TEST(ExactKernelTest, LargeLatticesLoseNothingThatCounts) {
  for (const Assignments& run :
       {Assignments{{"sampler", "dmala"}, {"sampler.alpha", "3"}},
        Assignments{{"sampler", "dmala"}, {"sampler.alpha", "60"}, {"sampler.beta", "0.8"}},
        Assignments{{"sampler", "ab"}}, Assignments{{"sampler", "lattice_rwm"}},
        Assignments{{"sampler", "lb1"}}}) {
    Assignments all = {{"target", "lattice_gaussian"},
                       {"target.side", "70"},
                       {"target.variance_long", "60"},
                       {"target.variance_short", "12"}};
    all.insert(all.end(), run.begin(), run.end());
    const ExactCase c(all);
    const LatticeTarget& target = *c.target->lattice();
    const auto sampler = make_sampler(c.config);
    const Oracle oracle(target);
    const auto proposal = [&](Position x) {
      return sampler->lattice_kernel()->proposal(x, target.evaluate(x), oracle, 0);
    };
    for (const Position x : {Position{2, 3}, {69, 0}, {35, 36}, {20, 50}}) {
      const auto forward = proposal(x);
      std::vector<double> mu(c.sides().count()), expected(mu.size());
      const std::size_t from = c.sides().index(x);
      mu[from] = 1;
      double left = 1;
      for (std::size_t to = 0; to < mu.size(); ++to) {
        const Position y = c.sides().site(to);
        const double mass = std::exp(forward->log_mass(y));
        if (to == from || !(mass > 1e-20)) continue;
        expected[to] = mass * metropolis_acceptance(x, target.evaluate(x).energy, *forward, y,
                                                    target.evaluate(y).energy, *proposal(y));
        left -= expected[to];
      }
      expected[from] = left;
      EXPECT_LE(l1_distance(c.cycle.apply(mu), expected), 1e-10) << run[0].value << " from " << x.x;
    }
  }
}

/// What the residual is of a step that lacks its Metropolis ratio.
TEST(ExactKernelTest, UnadjustedStepsAreNotInDetailedBalance) {
  const ExactCase c({{"target", "lattice8"}, {"sampler", "dmala"}, {"sampler.metropolis", "off"}});
  EXPECT_GT(balance_residual(c.matrix(), c.distribution()), 1e-4);
  EXPECT_GT(l1_distance(c.cycle.apply(c.distribution()), c.distribution()), 1e-2);
}

TEST(ExactKernelTest, RefusesUnsupportedRuns) {
  EXPECT_THROW(ExactCase(Assignments{{"target", "ring8"}}), Error);
  const Assignments noise = {{"target", "lattice8"}, {"gradient_noise.kind", "gaussian"}};
  const Assignments heavy = {
      {"target", "lattice8"}, {"sampler", "dula"}, {"gradient_noise.kind", "heavy_tailed"}};
  EXPECT_THROW(ExactCase c(noise), Error);
  EXPECT_THROW(ExactCase c(heavy), Error);
  EXPECT_THROW(ExactCase(Assignments{{"target", "lattice_gaussian"}, {"target.side", "65"}}).matrix(), Error);
}

/// Rows of AB's second order, against the sum over values of u at a spacing of 1/256, whose own error is some
/// hundred times less.
TEST(ExactKernelTest, MovesWithAnAuxiliaryVariableAreSettled) {
  const ExactCase c({{"target", "lattice8"}, {"sampler", "ab"}, {"sampler.order", "2"}});
  const LatticeTarget& target = *c.target->lattice();
  const auto sampler = make_sampler(c.config);
  const Oracle oracle(target);
  const AuxiliaryNodes nodes(target.curvature(), target.sides());
  const auto weight = [&](Position x, Position y, Position node) {
    const auto [z, density] = nodes.seen(node, x);
    const auto proposal = sampler->lattice_kernel()->proposal(x, target.evaluate(x), oracle, 0, z);
    return std::exp(-target.evaluate(x).energy + proposal->log_mass(y)) * density;
  };
  const Position x = {3, 4};
  const auto row = c.cycle.phase(0)->row(target.sides().index(x));
  double apart = 0;
  for (std::size_t to = 0; to < row.size(); ++to) {
    const Position y = target.sides().site(to);
    if (y == x) continue;
    double flow = 0;
    for (const Position node : nodes.all(7)) flow += std::min(weight(x, y, node), weight(y, x, node));
    apart += std::abs(flow * nodes.volume(7) * std::exp(target.evaluate(x).energy) - row[to]);
  }
  EXPECT_LE(apart, 1e-5);
}

/// The gap by a few applications of a kernel is that of all its eigenvalues.
TEST(ExactKernelTest, GapWithoutAMatrix) {
  for (const KernelCase& sampler : kernel_cases()) {
    const ExactCase c(sampler.with({{"target", "lattice8"}}));
    const auto distribution =
        c.cycle.reversible() ? std::span<const double>(c.distribution()) : std::span<const double>();
    const Apply apply = [&](std::span<const double> mu) { return c.cycle.apply(mu); };
    EXPECT_NEAR(spectral_gap(apply, c.sides().count(), distribution).gap,
                spectral_gap(c.matrix(), distribution).gap, 1e-7)
        << sampler;
  }
}

/// The stationary distribution that eliminating states gives is the one that many steps lead to.
TEST(ExactKernelTest, StationaryDistributions) {
  for (const KernelCase& sampler : kernel_cases()) {
    const ExactCase c(sampler.with({{"target", "lattice8"}}));
    const auto distribution = stationary_distribution(c.matrix());
    EXPECT_LE(l1_distance(c.cycle.apply(distribution), distribution), rounding) << sampler;
    if (sampler.exact()) {
      EXPECT_LE(l1_distance(distribution, c.distribution()), 1e-10)
          << sampler;  // 1e-12 over the smallest gap
    }
    const double gap = spectral_gap(c.matrix()).gap;
    const auto reached = stationary_distribution(
        [&](std::span<const double> mu) { return c.cycle.apply(mu); }, c.distribution());
    EXPECT_LE(l1_distance(reached, distribution), 1e-12 + 1e-13 / gap) << sampler;
  }
}

}  // namespace
}  // namespace ergo::exact_kernel_test
