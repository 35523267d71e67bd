// Distributions of infinitely many chains: where they start, how they move, what is known of them at
// equilibrium.
#include "core/backend/start_positions.h"
#include "core/exact/evolution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/exact/balance_exponent.h"
#include "core/exact/equilibrium.h"
#include "core/verification/chi_squared.h"
#include "core/verification/exact_case.h"
#include "tests/machine_fixture.h"

namespace ergo::exact_evolution_test {
namespace {

constexpr std::size_t chains = 20000;
constexpr double level = 1e-3;

std::vector<std::size_t> counts_of(const Sides& sides, const std::vector<Position>& positions) {
  std::vector<std::size_t> counts(sides.count());
  for (const Position& x : positions) ++counts[sides.index(x)];
  return counts;
}

/// Draws of every start, taken to their sites, follow the distribution that it names.
TEST(ExactEvolution, StartsHaveTheirDistributions) {
  std::vector<std::vector<Assignment>> runs;
  for (const auto& unit : starts()) runs.push_back({{"target", "lattice8"}, {"start", unit.descriptor.id}});
  runs.push_back({{"target", "lattice8"}, {"start", "normal"}, {"start.mean_x", "6"}, {"start.sd", "2.5"}});
  for (const auto& assignments : runs) {
    RunConfig config = ExactCase::configured(assignments);
    config.chains = chains;
    const auto target = make_target(config);
    const auto distribution = start_distribution(config, *target->lattice());
    EXPECT_NEAR(std::accumulate(distribution.begin(), distribution.end(), 0.0), 1, 1e-14);
    const auto counts = counts_of(target->lattice()->sides(), start_positions(config, *target));
    EXPECT_GE(chi_squared_test(counts, distribution).p_value, sidak_level(level, runs.size()))
        << config.start.id;
  }
}

/// Many chains after many steps follow mu_t, from every start and under every sampler.
TEST(ExactEvolution, IsTheDistributionOfManyChains) {
  const auto cases = kernel_cases();
  for (const KernelCase& sampler : cases) {
    RunConfig config = ExactCase::configured(sampler.with({{"target", "lattice8"}}, {{"start", "mode"}}));
    config.chains = chains;
    const auto target = make_target(config);
    SimdBackend backend;
    backend.configure(config);
    backend.place(start_positions(config, *target), 0);
    Evolution evolution(config);
    backend.advance(0, 13);
    evolution.advance(13);
    std::vector<Position> positions;
    const ChainData data = backend.read();
    for (std::size_t i = 0; i < chains; ++i) positions.push_back(data.x(i));
    auto distribution = evolution.distribution();
    for (double& mass : distribution) mass = std::max(mass, 0.0);
    EXPECT_GE(chi_squared_test(counts_of(evolution.sides(), positions), distribution).p_value,
              sidak_level(level, cases.size()))
        << sampler;
  }
}

/// No step takes a distribution further from one that it leaves alone.
TEST(ExactEvolution, DistanceFalls) {
  for (const char* sampler : {"dmala", "lattice_rwm", "lattice_gibbs"}) {
    Evolution evolution(
        ExactCase::configured({{"target", "lattice8"}, {"sampler", sampler}, {"start", "point"}}));
    double before = evolution.total_variation();
    for (int step = 0; step < 200; ++step) {
      evolution.advance(1);
      EXPECT_LE(evolution.total_variation(), before + 1e-15);
      before = evolution.total_variation();
    }
    EXPECT_LT(before, 0.1);
  }
}

TEST(ExactEvolution, ParametersChangeOnTheWay) {
  RunConfig config = ExactCase::configured({{"target", "lattice8"}, {"start", "point"}});
  Evolution evolution(config);
  evolution.advance(3);
  const auto distribution = evolution.distribution();
  apply(config, {"sampler.alpha", "30"});
  evolution.configure(config);
  EXPECT_EQ(evolution.distribution(), distribution);
  evolution.advance(1);
  ExactCase other({{"target", "lattice8"}, {"sampler.alpha", "30"}});
  EXPECT_LE(l1_distance(evolution.distribution(), other.cycle.apply(distribution)), 1e-15);
  apply(config, {"target", "lattice_gaussian"});
  EXPECT_THROW(evolution.configure(config), Error);
  EXPECT_EQ(evolution.step(), 4u);
}

/// E |x' - x|^2 and the acceptance, against sums over the matrix.
TEST(ExactEvolution, MeansOfAStep) {
  for (const KernelCase& sampler : kernel_cases()) {
    ExactCase c(sampler.with({{"target", "lattice8"}}));
    double jump = 0;
    auto mu = c.distribution();
    for (std::size_t k = 0; k < c.cycle.steps(); ++k) {
      const SquareMatrix p = matrix_of(*c.cycle.phase(k), c.pool);
      for (std::size_t x = 0; x < p.size; ++x)
        for (std::size_t y = 0; y < p.size; ++y) {
          const Position step = c.sides().site(y) - c.sides().site(x);
          jump += mu[x] * p(x, y) * dot(step, step) / static_cast<double>(c.cycle.steps());
        }
      mu = c.cycle.apply(mu, k);
    }
    const StepMeans means = step_means(c.cycle, c.distribution(), c.pool);
    EXPECT_NEAR(means.squared_jump, jump, 1e-11) << sampler;
    EXPECT_GT(means.acceptance, 0) << sampler;
    EXPECT_LE(means.acceptance, 1 + 1e-12) << sampler;
  }
}

/// Tables that are made anew at every step give the same distribution to the bit, and only one of them is
/// there.
TEST(ExactEvolution, TablesThatHaveNoRoomAreMadeAnew) {
  for (const KernelCase& sampler : kernel_cases())
    for (const char* side : {"12", "66"}) {  // the latter leaves out small masses
      const RunConfig config = ExactCase::configured(
          sampler.with({{"target", "lattice_gaussian"}, {"target.side", side}}, {{"start", "point"}}));
      const auto target = make_target(config);
      const LatticeTarget& lattice = *target->lattice();
      const auto kernel_sampler = make_sampler(config);
      if (kernel_sampler->lattice_kernel()->auxiliary() && lattice.sides().count() > 1000) continue;
      SCOPED_TRACE(sampler.name + " " + side);
      ThreadPool pool;
      const Cycle kept(config, lattice, pool), bare(config, lattice, pool, 0);
      std::vector<double> mu = start_distribution(config, lattice), anew = mu;
      std::vector<std::weak_ptr<const TransitionKernel>> of_kept, of_bare;
      for (std::size_t step = 0; step < 2 * kept.steps() + 2; ++step) {
        const std::size_t phase = step % kept.steps();
        mu = kept.apply(mu, phase);
        anew = bare.apply(anew, phase);
        ASSERT_EQ(mu, anew) << step;
        of_kept.push_back(kept.phase(phase));
        of_bare.push_back(bare.phase(phase));
        EXPECT_EQ(kept.phase(phase)->acceptance(), bare.phase(phase)->acceptance());
      }
      const auto gone = [](const auto& tables) { return tables.expired(); };
      EXPECT_EQ(std::ranges::count_if(of_kept, gone), 0);
      if (kept.steps() > 1) {
        EXPECT_EQ(std::ranges::count_if(of_bare, gone), std::ssize(of_bare) - 1);
      }
    }
}

/// Those made first stay while they have room.
TEST(ExactEvolution, TablesAreKeptWithinTheirRoom) {
  ExactCase c({{"target", "lattice8"}, {"sampler", "acs"}});
  const std::size_t room = c.cycle.phase(0)->bytes() + c.cycle.phase(1)->bytes();
  const Cycle narrow(c.config, *c.target->lattice(), c.pool, room);
  std::vector<std::weak_ptr<const TransitionKernel>> tables;
  for (std::size_t k = 0; k < narrow.steps(); ++k) tables.push_back(narrow.phase(k));
  for (std::size_t k = 0; k < narrow.steps(); ++k)
    EXPECT_EQ(tables[k].expired(), k > 1 && k + 1 < narrow.steps()) << k;
}

/// Probability runs in circles only where detailed balance is broken; what runs into a site runs out of it.
TEST(ExactEvolution, Flow) {
  const ExactCase balanced({{"target", "lattice8"}, {"sampler", "dmala"}}),
      biased({{"target", "lattice8"}, {"sampler", "dula"}});
  const SquareMatrix none = flow(balanced.matrix(), balanced.distribution());
  for (const double value : none.values) EXPECT_NEAR(value, 0, 1e-16);
  const SquareMatrix p = biased.matrix();
  const SquareMatrix net = flow(p, stationary_distribution(p));
  double largest = 0;
  for (std::size_t x = 0; x < p.size; ++x) {
    double out = 0;
    for (std::size_t y = 0; y < p.size; ++y) {
      out += net(x, y);
      largest = std::max(largest, net(x, y));
    }
    EXPECT_NEAR(out, 0, 1e-15);
  }
  EXPECT_GT(largest, 1e-6);
}

/// Sun et al. 2023, Eq. 8, and its counterpart for gradients, hold on 241 sites, whose ends cost 1e-5. Where
/// the best proposal is reversible, all are accepted.
TEST(BalanceExponent, MatchesTheClosedForm) {
  for (const double r : {0.1, 0.5, 1.0, 2.0, 5.0, 20.0}) {
    const BestExponent best = best_exponent(BalanceBy::ratio, r);
    EXPECT_NEAR(best.alpha, balanced_exponent(BalanceBy::ratio, r), 2e-5) << r;
    EXPECT_GE(best.acceptance, 0.9995) << r;
  }
  for (const double r : {0.5, 0.8, 1.0, 2.0}) {
    const BestExponent best = best_exponent(BalanceBy::gradient, r);
    EXPECT_NEAR(best.alpha, balanced_exponent(BalanceBy::gradient, r), 2e-5) << r;
    EXPECT_EQ(best.acceptance >= 0.9995, r <= 1) << r;
  }
}

}  // namespace
}  // namespace ergo::exact_evolution_test
