// One step taken apart is the step that the chains take, for all lattice samplers made of a proposal.
#include "core/run/lattice_move.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/verification/exact_case.h"
#include "tests/machine_fixture.h"

namespace ergo::lattice_move_test {
namespace {

RunConfig run_of(const KernelCase& sampler) {
  RunConfig config = ExactCase::configured(sampler.with({{"target", "lattice8"}}));
  config.chains = 500;
  config.backend = BackendKind::cpu;
  EXPECT_TRUE(LatticeStepView::possible(config));
  return config;
}

/// q(to | from) for every `to`; averaged over an auxiliary variable's z ~ N(0, I), on a grid along the axes.
std::vector<double> expected_masses(const RunConfig& config, const Target& target, Position from) {
  const auto sampler = make_sampler(config);
  const LatticeKernel& kernel = *sampler->lattice_kernel();
  const Oracle oracle(target);
  const Sides sides = target.lattice()->sides();
  std::vector<double> masses(sides.count());
  double weights = 0;
  const int reach = kernel.auxiliary() ? 16 : 0;
  for (int i = -reach; i <= reach; ++i)
    for (int j = -reach; j <= reach; ++j) {
      const Position z = {0.5 * i, 0.5 * j};
      const auto proposal = kernel.proposal(from, target.evaluate(from), oracle, 0, z);
      const double weight = std::exp(-dot(z, z) / 2);
      weights += weight;
      for (std::size_t to = 0; to < masses.size(); ++to)
        masses[to] += weight * std::exp(proposal->log_mass(sides.site(to)));
    }
  for (double& mass : masses) mass /= weights;
  return masses;
}

TEST(LatticeMove, IsTheMoveThatTheChainMakes) {
  for (const KernelCase& sampler : kernel_cases()) {
    SCOPED_TRACE(sampler);
    const RunConfig config = run_of(sampler);
    Session session(config, test_factory());
    const std::shared_ptr<const Target> target = make_target(config);
    int accepted = 0;
    for (int step = 0; step < 20; ++step) {
      const ChainData before = session.read();
      session.advance(1);
      const ChainData after = session.read();
      const LatticeStepView view(config, target, before.step);
      for (std::size_t i = 0; i < before.chains; ++i) {
        const LatticeMove move = view.move(before.x(i), static_cast<std::uint32_t>(i));
        ASSERT_EQ(move.accepted ? move.to : move.from, after.x(i)) << "chain " << i << ", step " << step;
        accepted += move.accepted;
      }
    }
    EXPECT_GT(accepted, 0);
  }
}

/// The masses that are drawn and those that the acceptance counts with are the same distribution. Means over
/// an auxiliary variable leave out what changes them by less than (1e-3)^2.
TEST(LatticeMove, MassesAreThoseOfTheAcceptance) {
  for (const KernelCase& sampler : kernel_cases()) {
    SCOPED_TRACE(sampler);
    const RunConfig config = run_of(sampler);
    const std::shared_ptr<const Target> target = make_target(config);
    const LatticeStepView view(config, target, 0);
    const Sides sides = view.sides();
    for (std::size_t from = 0; from < sides.count(); from += 7) {
      const Position x = sides.site(from);
      const auto distribution = view.proposal(x);
      const auto marginals = marginals_of(distribution, sides);
      const std::vector<double> mass = masses_of(distribution, sides);
      const std::vector<double> expected = expected_masses(config, *target, x);
      std::vector<double> along(static_cast<std::size_t>(sides.x));
      for (std::size_t to = 0; to < sides.count(); ++to) {
        EXPECT_NEAR(mass[to], expected[to], view.averaged() ? 1e-6 : 1e-12) << from << " to " << to;
        along[static_cast<std::size_t>(sides.site(to).x)] += mass[to];
      }
      for (std::size_t k = 0; k < along.size(); ++k) EXPECT_NEAR(marginals.x[k], along[k], 1e-14);
    }
  }
}

/// Mass times acceptance is the exact transition probability; where both are means over an auxiliary
/// variable, to the promised accuracy.
TEST(LatticeMove, MassTimesAcceptanceIsTheTransition) {
  for (const KernelCase& sampler : kernel_cases()) {
    SCOPED_TRACE(sampler);
    const RunConfig config = run_of(sampler);
    const LatticeStepView view(config, make_target(config), 0);
    const ExactCase exact(sampler.with({{"target", "lattice8"}}));
    const Sides sides = view.sides();
    for (std::size_t from = 0; from < sides.count(); from += 7) {
      const std::vector<double> mass = masses_of(view.proposal(sides.site(from)), sides);
      const std::vector<double> row = exact.cycle.phase(0)->row(from);
      double apart = 0;
      for (std::size_t to = 0; to < sides.count(); ++to)
        if (to != from)
          apart += std::abs(mass[to] * view.acceptance(sides.site(from), sides.site(to)) - row[to]);
      EXPECT_LE(apart, view.averaged() ? 1e-3 : 1e-12) << from;
    }
  }
}

TEST(LatticeMove, RefusesThePlane) {
  const RunConfig config = pair_config("mala", "ring8", BackendKind::cpu);
  EXPECT_FALSE(LatticeStepView::possible(config));
  EXPECT_THROW(LatticeStepView(config, make_target(config), 0), Error);
}

}  // namespace
}  // namespace ergo::lattice_move_test
