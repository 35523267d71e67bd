// The contract of a run: the state after a step depends on configuration, journal and backend alone.
#include "core/run/session.h"

#include <gtest/gtest.h>

#include "core/unit/error.h"
#include "tests/machine_fixture.h"
#include "tests/sampler_cases.h"

namespace ergo {
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

/// Has no room for more than a thousand chains.
class SmallBackend : public Backend {
 public:
  BackendKind kind() const override { return cpu_.kind(); }
  std::string device() const override { return cpu_.device(); }
  void configure(const RunConfig& config) override {
    if (config.chains > 1000) throw machine_error("no memory for", std::to_string(config.chains), "fewer");
    cpu_.configure(config);
  }
  void set_sampler_rows(std::span<const std::vector<double>> rows) override { cpu_.set_sampler_rows(rows); }
  void place(std::span<const Position> positions, std::uint64_t step) override {
    cpu_.place(positions, step);
  }
  void begin(ChainData data) override { cpu_.begin(std::move(data)); }
  void advance(std::uint64_t step, std::uint64_t count) override { cpu_.advance(step, count); }
  ChainData read() override { return cpu_.read(); }
  ChainData read_chain(std::size_t chain) override { return cpu_.read_chain(chain); }
  void write(const ChainData& data) override { cpu_.write(data); }
  ChannelMeans means() override { return cpu_.means(); }
  Blob save() override { return cpu_.save(); }
  void restore(const Blob& blob) override { cpu_.restore(blob); }
  void request_snapshot() override { cpu_.request_snapshot(); }
  std::optional<ChainData> take_snapshot() override { return cpu_.take_snapshot(); }

 private:
  CpuBackend cpu_;
};

TEST(Session, ARestartThatFailsLeavesTheRunWhereItStood) {
  Session run(pair_config("mala", "ring8", BackendKind::cpu, 200),
              [](BackendKind) { return std::make_unique<SmallBackend>(); });
  run.advance(100);
  run.assign({"sampler.step_size", "0.2"});
  run.advance(50);
  const std::string hash = run.state_hash();
  const double gradients = run.gradient_evaluations();
  EXPECT_THROW(run.assign({"chains", "2000"}), Error);
  EXPECT_EQ(run.step(), 150u);
  EXPECT_EQ(run.state_hash(), hash);
  EXPECT_EQ(run.gradient_evaluations(), gradients);
  EXPECT_EQ(run.journal().size(), 1u);
  EXPECT_NE(run.kept_before(100), nullptr);
  run.rewind(0);
  run.advance(150);
  EXPECT_EQ(run.state_hash(), hash);
}

TEST(Session, KnowsTheStepThatABudgetOfGradientsBuys) {
  RunConfig config;
  config.chains = 4;
  apply(config, {"sampler", "hmc"});  // ten gradients a step
  Session session(config, [](BackendKind) { return std::make_unique<CpuBackend>(); });
  EXPECT_EQ(session.step_within(0), 0u);
  EXPECT_EQ(session.step_within(99), 9u);
  EXPECT_EQ(session.step_within(100), 10u);
  session.advance(10);
  session.assign({"sampler.leapfrog_steps", "3"});
  session.advance(7);
  session.assign({"sampler", "mala"});
  session.advance(2);
  EXPECT_EQ(session.gradient_evaluations(), 123);
  for (const double gradients : {0.0, 55.0, 99.9, 100.0, 102.0, 103.0, 121.0, 122.0, 123.0, 140.0}) {
    const std::uint64_t step = session.step_within(gradients);
    session.rewind(step);
    EXPECT_LE(session.gradient_evaluations(), gradients);
    session.rewind(step + 1);
    EXPECT_GT(session.gradient_evaluations(), gradients);
  }
}

TEST(Journal, CannotRestartTheRun) {
  RunConfig config;
  config.backend = BackendKind::cpu;
  EXPECT_THROW(Session(config, test_factory(), {{5, {"chains", "10"}}}), Error);
  EXPECT_THROW(Session(config, test_factory(), {{5, {"target.sdd", "10"}}}), Error);
}

TEST(CheckpointStore, StaysWithinItsBudget) {
  RunConfig config;
  config.backend = BackendKind::cpu;
  config.chains = 100;
  CpuBackend probe(1);
  probe.configure(config);
  probe.place(std::vector<Position>(100), 0);
  const std::size_t one = probe.save().bytes.size();
  CheckpointStore store(5 * one);
  for (std::uint64_t step = 1; step <= 100'000; ++step)
    if (store.due(step)) store.keep({Blob{step, std::vector<std::byte>(one)}, config, 0, 0.0});
  EXPECT_LE(store.bytes(), 5 * one);
  EXPECT_GE(store.size(), 2u);
  ASSERT_NE(store.before(100'000), nullptr);
  EXPECT_LE(store.spacing(), 100'000u / 2);
}

TEST(CheckpointStore, IsDenserWhereStepsTakeLong) {
  const auto kept_of = [](double seconds_per_step, std::size_t memory) {
    CheckpointStore store(memory);
    store.follow_pace(seconds_per_step);
    for (std::uint64_t step = 1; step <= 1024; ++step)
      if (store.due(step)) store.keep({Blob{step, std::vector<std::byte>(1)}, {}, 0, 0.0});
    return store;
  };
  EXPECT_EQ(kept_of(1e-3, 10'000).spacing(), 64u);
  EXPECT_EQ(kept_of(0.01, 10'000).spacing(), 8u);
  EXPECT_EQ(kept_of(0.04, 10'000).spacing(), 2u);
  EXPECT_EQ(kept_of(3, 10'000).spacing(), 1u);
  EXPECT_EQ(kept_of(3, 10'000).size(), 1024u);
  const CheckpointStore full = kept_of(3, 200);  // thinned three times
  EXPECT_EQ(full.spacing(), 8u);
  EXPECT_EQ(full.before(1024)->blob.step, 1024u);
  EXPECT_EQ(full.before(15)->blob.step, 8u);
}

INSTANTIATE_TEST_SUITE_P(All, SessionContract,
                         testing::ValuesIn(sampler_cases([](const Descriptor&) { return true; })),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace ergo
