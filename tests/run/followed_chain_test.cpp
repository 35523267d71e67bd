// One chain of a run, followed: the path is the run's, whoever steps it, and what comes next comes.
#include "core/run/swarm_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/machine_fixture.h"

namespace ergo::followed_chain_test {
namespace {

class FollowedOn : public testing::TestWithParam<BackendKind> {
 protected:
  Session session(const std::string& sampler, const std::string& target, std::uint64_t chains = 100) const {
    return Session(pair_config(sampler, target, GetParam(), chains), test_factory());
  }
  /// On the device an error estimate that cancels in single precision may cut a step up differently.
  static bool is_one_path(const SamplerUnit& sampler) {
    return GetParam() == BackendKind::cpu || sampler.descriptor.claims.control_field.empty();
  }
  bool has_backend(const SamplerUnit& sampler) const {
    return GetParam() == BackendKind::cpu || sampler.descriptor.space != Space::sites;
  }
};

TEST_P(FollowedOn, OneChainIsRead) {
  Session run = session("esh", "ring8");
  run.advance(20);
  const ChainData all = run.read();
  for (const std::size_t chain : {0u, 17u, 99u}) {
    const ChainData one = run.backend().read_chain(chain);
    EXPECT_EQ(one.chains, 1u);
    EXPECT_EQ(std::vector(one.state.begin(), one.state.end()),
              std::vector(all.state_row(chain).begin(), all.state_row(chain).end()));
    EXPECT_EQ(one.report,
              std::vector(all.report.begin() + static_cast<std::ptrdiff_t>(chain) * all.report_size,
                          all.report.begin() + static_cast<std::ptrdiff_t>(chain + 1) * all.report_size));
  }
}

// On the CPU to the last bit; on the device to single precision, except where a decision was closer than
// that, which forgets the path. 2e-4: some 2000 roundings of a number near 1.
TEST_P(FollowedOn, ThePathIsTheRuns) {
  const double allowed = GetParam() == BackendKind::cpu ? 0 : 2e-4;
  for (const UnitPair& pair : unit_pairs()) {
    const std::string& sampler = pair.sampler.descriptor.id;
    if (pair.target.descriptor.id != home_of(pair.sampler.descriptor) || !is_one_path(pair.sampler)) continue;
    if (!has_backend(pair.sampler)) continue;
    Session run = session(sampler, pair.target.descriptor.id);
    FollowedChain chain(7);
    chain.follow(run);
    int joined = 0;
    for (int portion = 0; portion < 10; ++portion) {
      const Position promised = chain.next().to.x;
      run.advance(1);
      chain.follow(run);
      EXPECT_EQ(chain.x(), run.read().x(7));
      if (!chain.last().empty()) {
        EXPECT_LE(norm(chain.x() - promised), allowed) << sampler;
      }
      run.advance(3);
      chain.follow(run);
      if (chain.last().size() < 4) continue;
      ++joined;
      for (std::size_t k = chain.last().size() - 3; k < chain.last().size(); ++k)
        EXPECT_LE(norm(chain.last()[k].from.x - chain.last()[k - 1].to.x), allowed) << sampler;
      EXPECT_LE(norm(chain.last().back().to.x - chain.x()), allowed) << sampler;
    }
    EXPECT_GE(joined, 8) << sampler;
  }
}

TEST_P(FollowedOn, NoMoreThanItsLastStepsAreKept) {
  Session run = session("mala", "ring8");
  FollowedChain chain(3);
  for (int portion = 0; portion < 20; ++portion) {
    chain.follow(run);
    run.advance(FollowedChain::portion);
  }
  EXPECT_EQ(chain.last().size(), FollowedChain::steps_kept);
}

TEST_P(FollowedOn, ARewindBeginsANewPath) {
  Session run = session("mala", "ring8");
  FollowedChain chain(3);
  chain.follow(run);
  run.advance(10);
  chain.follow(run);
  EXPECT_EQ(chain.last().size(), 10u);
  run.rewind(4);
  chain.follow(run);
  EXPECT_TRUE(chain.last().empty());
  EXPECT_EQ(chain.x(), run.read().x(3));
}

// An edit holds from the step at which it was made, not before.
TEST_P(FollowedOn, AnEditTakesEffectBetweenSteps) {
  Session run = session("ula", "gaussian");
  FollowedChain chain(5);
  chain.follow(run);
  run.advance(5);
  chain.follow(run);
  run.assign({"sampler.step_size", "0.5"});
  chain.follow(run);
  EXPECT_EQ(chain.last().size(), 5u);
  EXPECT_EQ(chain.next().sub_steps.front().find(ToldQuantity::Kind::distribution)->sd.x, 0.5);
  run.advance(1);
  chain.follow(run);
  EXPECT_EQ(chain.last().size(), 6u);
}

// With fewer chains than the followed one's number, the first is.
TEST_P(FollowedOn, FirstChainIsFollowedIfTheFollowedChainIsGone) {
  Session run = session("ula", "gaussian");
  FollowedChain chain(50);
  run.assign({"chains", "10"});
  chain.follow(run);
  EXPECT_EQ(chain.chain(), 0u);
}

TEST_P(FollowedOn, ADivergedChainRests) {
  Session run = session("ula", "banana");
  run.assign({"sampler.step_size", "10"});
  FollowedChain chain(0);
  for (int k = 0; k < 100; ++k) {
    chain.follow(run);
    run.advance(1);
  }
  chain.follow(run);
  EXPECT_TRUE(chain.diverged());
  EXPECT_TRUE(std::isfinite(chain.x().x));
  EXPECT_TRUE(chain.next().sub_steps.empty());
  EXPECT_EQ(chain.next().to.x, chain.x());
}

INSTANTIATE_TEST_SUITE_P(Machines, FollowedOn, testing::Values(BackendKind::cpu, BackendKind::gpu),
                         [](const auto& info) { return to_string(info.param); });

TEST(StepCursor, PartsShareTheStepEvenly) {
  const ExplainedStep step{
      {{0, 0}}, {{0, 0}}, {{"a", "", {1, 0}}, {"b", "", {1, 2}}, {"c", "", {0, 2}}, {"d", "", {0, 0}}}};
  EXPECT_EQ(stance_at(step, cursor_at(step, 0)).x, (Position{0, 0}));
  EXPECT_EQ(stance_at(step, cursor_at(step, 0.125)).x, (Position{0.5, 0}));
  EXPECT_EQ(stance_at(step, cursor_at(step, 0.375)).x, (Position{1, 1}));
  EXPECT_EQ(cursor_at(step, 0.5).part, 2u);
  EXPECT_EQ(stance_at(step, cursor_at(step, 1)).x, (Position{0, 0}));
  EXPECT_EQ(cursor_at(step, 1).part, 3u);
}

/// In position, momentum and thermostat together, each against its size.
double apart(const Stance& a, const Stance& b) {
  const auto off = [](Position p, Position q) { return norm(p - q) / (1 + norm(q)); };
  return std::max({off(a.x, b.x), off(a.momentum.value_or(Position{}), b.momentum.value_or(Position{})),
                   off({a.thermostat.value_or(0), 0}, {b.thermostat.value_or(0), 0})});
}

// At the end of the step all chains are where the run's next step has them; at its beginning, where they are.
TEST_P(FollowedOn, TheSwarmArrivesWithTheRun) {
  const double allowed = GetParam() == BackendKind::cpu ? 0 : 2e-4;
  for (const SamplerUnit& sampler : samplers()) {
    if (!is_one_path(sampler) || !has_backend(sampler)) continue;
    Session run = session(sampler.descriptor.id, home_of(sampler.descriptor));
    run.advance(10);
    SwarmMotion motion;
    const ChainData here = run.read();
    const ChainData* start = motion.at(run, 0);
    ASSERT_TRUE(start);
    const auto stance = [&](const ChainData& of, std::size_t i) {
      return stance_of(sampler.descriptor, of.state_row(i));
    };
    for (std::size_t i = 0; i < here.chains; ++i) EXPECT_EQ(apart(stance(*start, i), stance(here, i)), 0);
    const ChainData end = *motion.at(run, 1);
    run.advance(1);
    const ChainData next = run.read();
    int parted = 0;  // by decisions closer than rounding
    for (std::size_t i = 0; i < here.chains; ++i) parted += apart(stance(end, i), stance(next, i)) > allowed;
    EXPECT_LE(parted, GetParam() == BackendKind::cpu ? 0 : 1) << sampler.descriptor.id;
  }
}

TEST_P(FollowedOn, ASwarmTooLargeIsNotTakenApart) {
  Session run = session("ula", "gaussian", SwarmMotion::most_chains + 1);
  EXPECT_EQ(SwarmMotion().at(run, 0.5), nullptr);
}

}  // namespace
}  // namespace ergo::followed_chain_test
