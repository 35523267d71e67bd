// The contract of a run: the state after a step depends on configuration, journal and backend alone.
#include "core/run/session.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/machine_fixture.h"
#include "tests/units/sampler_cases.h"

namespace ergo::session_contract_test {
namespace {

class SessionContract : public testing::TestWithParam<SamplerCase> {
 protected:
  RunConfig config(std::uint64_t chains = 200) const {
    return pair_config(GetParam().sampler, on_lattice() ? "lattice_gaussian" : "ring8", GetParam().backend,
                       chains);
  }
  Session session(Journal journal = {}, std::size_t memory = 64 << 20) const {
    return Session(config(), test_factory(), std::move(journal), memory);
  }
  bool on_lattice() const { return sampler_unit(GetParam().sampler).descriptor.space == Space::lattice; }
  /// A live edit of the target.
  Assignment other_target() const {
    return on_lattice() ? Assignment{"target.variance_long", "20"} : Assignment{"target.sd", "0.1"};
  }
  /// A legal value of the sampler's first parameter that is not its default; of the run's, where it has none.
  Assignment other_value() const {
    const auto& parameters = sampler_unit(GetParam().sampler).descriptor.parameters;
    if (parameters.empty()) return {"gradient_noise.kind", "gaussian"};
    const Parameter& p = parameters[0];
    return {"sampler." + p.id, value_text(p, p.kind == Kind::choice ? p.hard.high : p.initial * 0.5)};
  }
};

TEST_P(SessionContract, AdvanceMayBeCutUpAtWill) {
  Session whole = session(), cut = session();
  whole.advance(100);
  for (int i = 0; i < 10; ++i) cut.advance(10);
  EXPECT_EQ(whole.state_hash(), cut.state_hash());
  EXPECT_EQ(cut.step(), 100u);
  EXPECT_EQ(whole.gradient_evaluations(), cut.gradient_evaluations());
}

TEST_P(SessionContract, SeedsDiffer) {
  Session one = session();
  RunConfig other = config();
  other.seed = one.config().seed + 1;
  Session two(other, test_factory());
  one.advance(3);
  two.advance(3);
  EXPECT_NE(one.state_hash(), two.state_hash());
}

TEST_P(SessionContract, RewindIsBitExact) {
  Session run = session();
  std::vector<std::string> hashes;
  for (int i = 0; i <= 200; ++i) {
    hashes.push_back(run.state_hash());
    run.advance(1);
  }
  for (const std::uint64_t step : {199, 130, 128, 127, 64, 1, 0, 77}) {
    run.rewind(step);
    EXPECT_EQ(run.step(), step);
    EXPECT_EQ(run.state_hash(), hashes[step]) << "step " << step;
  }
}

TEST_P(SessionContract, RewindWithoutCheckpointsIsBitExactToo) {
  Session run = session({}, 0);
  run.advance(90);
  const std::string hash = run.state_hash();
  run.advance(60);
  run.rewind(90);
  EXPECT_EQ(run.state_hash(), hash);
}

TEST_P(SessionContract, JournalReplays) {
  Session by_hand = session();
  by_hand.advance(37);
  by_hand.assign(other_value());
  by_hand.advance(50);
  by_hand.assign(other_target());
  by_hand.advance(61);
  Session replayed = session(by_hand.journal());
  replayed.advance(148);
  EXPECT_EQ(by_hand.state_hash(), replayed.state_hash());
  EXPECT_EQ(by_hand.config(), replayed.config());

  by_hand.rewind(20);
  EXPECT_EQ(by_hand.config(), by_hand.initial());
  by_hand.advance(128);
  EXPECT_EQ(by_hand.state_hash(), replayed.state_hash()) << "the tape is met again after going back";
}

TEST_P(SessionContract, AnAssignmentErasesTheRestOfTheTape) {
  Session run = session();
  run.advance(70);
  run.assign(other_value());
  run.advance(10);
  run.rewind(66);
  run.assign(other_target());
  ASSERT_EQ(run.journal().size(), 1u);
  EXPECT_EQ(run.journal()[0].step, 66u);
  run.advance(14);
  Session replayed = session(run.journal());
  replayed.advance(80);
  EXPECT_EQ(run.state_hash(), replayed.state_hash());
}

TEST_P(SessionContract, LiveParametersKeepTheChainsAndTargetsKeepThePositions) {
  Session run = session();
  run.advance(5);
  const std::string hash = run.state_hash();
  EXPECT_EQ(run.assign(other_value()), Effect::live);
  EXPECT_EQ(run.state_hash(), hash);
  const ChainData before = run.read();
  EXPECT_EQ(run.assign({"target", on_lattice() ? "lattice_modes" : "banana"}), Effect::reinitialise);
  const ChainData after = run.read();
  for (std::size_t i = 0; i < before.chains; ++i) {
    EXPECT_EQ(before.x(i).x, after.x(i).x);
    EXPECT_EQ(before.x(i).y, after.x(i).y);
  }
  EXPECT_EQ(run.step(), 5u);
}

TEST_P(SessionContract, BadAssignmentsChangeNothing) {
  Session run = session();
  run.advance(9);
  const std::string hash = run.state_hash();
  const RunConfig config = run.config();
  for (const Assignment& bad : std::vector<Assignment>{{"sampler", "nope"},
                                                       {"target.nope", "1"},
                                                       {"chains", "0"},
                                                       {"chains", "1000000000"},
                                                       {"chains", "-1"},
                                                       {"seed", "1.5"},
                                                       {"target.sd", "nan"},
                                                       {"target.sd", "-1"},
                                                       {"target.sd", "1e400"},
                                                       {"backend", "tpu"},
                                                       {"", "1"},
                                                       {"start", "mode1"}}) {
    try {
      run.assign(bad);
      ADD_FAILURE() << bad.path << "=" << bad.value << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.blame, Blame::user);
      EXPECT_FALSE(error.legal.empty()) << bad.path;
    }
  }
  EXPECT_EQ(run.state_hash(), hash);
  EXPECT_EQ(run.config(), config);
  EXPECT_TRUE(run.journal().empty());
}

TEST_P(SessionContract, AStartThatTheTargetLacksLeavesTheRunAlone) {
  Session run = session();
  run.advance(4);
  const std::string hash = run.state_hash();
  run.assign({"target", "banana"});  // has no modes
  const std::string on_banana = run.state_hash();
  EXPECT_THROW(run.assign({"start", "mode"}), Error);
  EXPECT_EQ(run.state_hash(), on_banana);
  run.rewind(4);
  EXPECT_EQ(run.config().target.id, "banana");
  EXPECT_NE(run.state_hash(), hash);
}

TEST_P(SessionContract, RestartingAssignmentsGoToStepZero) {
  Session run = session();
  run.advance(20);
  run.assign({"chains", "50"});
  EXPECT_EQ(run.step(), 0u);
  EXPECT_EQ(run.read().chains, 50u);
  EXPECT_EQ(run.initial().chains, 50u);
}

TEST_P(SessionContract, GivenDataAreTheStart) {
  Session run = session();
  run.advance(30);
  const ChainData data = run.read();
  const std::string hash = run.state_hash();
  run.start_from(data);
  EXPECT_EQ(run.step(), 0u);
  EXPECT_EQ(run.state_hash(), hash);
  run.advance(7);
  const std::string later = run.state_hash();
  run.reset();
  EXPECT_EQ(run.state_hash(), hash);
  run.advance(7);
  EXPECT_EQ(run.state_hash(), later);
}

INSTANTIATE_TEST_SUITE_P(All, SessionContract,
                         testing::ValuesIn(sampler_cases([](const Descriptor&) { return true; })),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace ergo::session_contract_test
