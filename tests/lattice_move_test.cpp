// One step taken apart is the step that the chains take, for all lattice samplers made of a proposal.
#include "core/run/lattice_move.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/unit/error.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

std::vector<RunConfig> runs() {
  std::vector<RunConfig> all;
  for (const auto& unit : samplers(Space::lattice)) {
    const RunConfig config = pair_config(unit.descriptor.id, "lattice8", BackendKind::cpu, 500);
    if (LatticeStepView::possible(config)) all.push_back(config);
  }
  return all;
}

TEST(LatticeMove, IsTheMoveThatTheChainMakes) {
  for (const RunConfig& config : runs()) {
    SCOPED_TRACE(config.sampler.id);
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

/// The masses that are drawn and those that the acceptance counts with are the same law.
TEST(LatticeMove, MassesAreThoseOfTheAcceptance) {
  for (const RunConfig& config : runs()) {
    SCOPED_TRACE(config.sampler.id);
    const std::shared_ptr<const Target> target = make_target(config);
    const LatticeStepView view(config, target, 0);
    const auto sampler = make_sampler(config);
    const Sides sides = view.sides();
    for (std::size_t from = 0; from < sides.count(); from += 7) {
      const Position x = sides.site(from);
      const auto law = view.proposal(x);
      const auto marginals = marginals_of(law, sides);
      const std::vector<double> mass = masses_of(law, sides);
      const Oracle oracle(*target);
      const auto proposal = sampler->lattice_kernel()->proposal(x, target->evaluate(x), oracle, 0);
      std::vector<double> along(static_cast<std::size_t>(sides.x));
      for (std::size_t to = 0; to < sides.count(); ++to) {
        EXPECT_NEAR(mass[to], std::exp(proposal->log_mass(sides.site(to))), 1e-12) << from << " to " << to;
        along[static_cast<std::size_t>(sides.site(to).x)] += mass[to];
      }
      for (std::size_t k = 0; k < along.size(); ++k) EXPECT_NEAR(marginals.x[k], along[k], 1e-14);
    }
  }
}

TEST(LatticeMove, RefusesThePlane) {
  const RunConfig config = pair_config("mala", "ring8", BackendKind::cpu);
  EXPECT_FALSE(LatticeStepView::possible(config));
  EXPECT_THROW(LatticeStepView(config, make_target(config), 0), Error);
}

}  // namespace
}  // namespace ergo
