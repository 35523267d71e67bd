// A run that cannot restart stays; what a budget of gradients buys; what a journal may hold.
#include "core/run/session.h"

#include <gtest/gtest.h>

#include "core/backend/cpu_backend.h"
#include "core/base/error.h"
#include "tests/machine_fixture.h"

namespace ergo::session_test {
namespace {

/// Has no room for more than a thousand chains, no program for ula, and cannot begin rwm.
class SmallBackend : public Backend {
 public:
  BackendKind kind() const override { return cpu_.kind(); }
  std::string device() const override { return cpu_.device(); }
  void configure(const RunConfig& config) override {
    if (config.chains > 1000) throw machine_error("no memory for", std::to_string(config.chains), "fewer");
    if (config.sampler.id == "ula") throw machine_error("no program for", "ula", "others");
    cpu_.configure(config);
    sampler_ = config.sampler.id;
  }
  void set_sampler_rows(std::span<const std::vector<double>> rows) override { cpu_.set_sampler_rows(rows); }
  void set_target(std::shared_ptr<const Target> target) override { cpu_.set_target(std::move(target)); }
  void place(std::span<const Position> positions, std::uint64_t step) override {
    cpu_.place(positions, step);
  }
  void begin(ChainData data) override {
    cpu_.begin(std::move(data));
    if (sampler_ == "rwm") throw machine_error("no way to begin", "rwm", "others");
  }
  void advance(std::uint64_t step, std::uint64_t count) override {
    taken += count;
    cpu_.advance(step, count);
  }
  ChainData read() override { return cpu_.read(); }
  ChainData read_chain(std::size_t chain) override { return cpu_.read_chain(chain); }
  void write(const ChainData& data) override { cpu_.write(data); }
  ChannelMeans means() override { return cpu_.means(); }
  Blob save() override { return cpu_.save(); }
  void restore(const Blob& blob) override { cpu_.restore(blob); }
  void request_snapshot() override { cpu_.request_snapshot(); }
  std::optional<ChainData> take_snapshot() override { return cpu_.take_snapshot(); }

  std::uint64_t taken = 0;  ///< steps

 private:
  CpuBackend cpu_;
  std::string sampler_;
};

BackendFactory small() {
  return [](BackendKind) { return std::make_unique<SmallBackend>(); };
}

/// MALA at step 150, its step size changed at 100.
Session changed_run() {
  Session run(pair_config("mala", "ring8", BackendKind::cpu, 200), small());
  run.advance(100);
  run.assign({"sampler.step_size", "0.2"});
  run.advance(50);
  return run;
}

TEST(Session, ARestartThatFailsLeavesTheRunWhereItStood) {
  Session run = changed_run();
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

TEST(Session, ASamplerThatCannotRunLeavesTheRunWhereItStood) {
  Session run = changed_run();
  Session undisturbed(run.initial(), small(), run.journal());
  undisturbed.advance(150);
  for (const char* sampler : {"ula", "rwm"}) {
    EXPECT_THROW(run.assign({"sampler", sampler}), Error);
    EXPECT_EQ(run.config(), undisturbed.config()) << sampler;
    EXPECT_EQ(run.journal(), undisturbed.journal()) << sampler;
    EXPECT_EQ(run.state_hash(), undisturbed.state_hash()) << sampler;
  }
  run.advance(50);
  undisturbed.advance(50);
  EXPECT_EQ(run.state_hash(), undisturbed.state_hash());
}

/// A tape may hold what ran when it was recorded.
TEST(Session, StopsBeforeASamplerOfItsTapeThatCannotRun) {
  Session run(pair_config("mala", "ring8", BackendKind::cpu, 200), small(), {{30, {"sampler", "ula"}}});
  EXPECT_THROW(run.advance(50), Error);
  EXPECT_EQ(run.step(), 30u);
  EXPECT_EQ(run.config().sampler.id, "mala");
  run.rewind(20);
  EXPECT_EQ(run.step(), 20u);
  run.assign({"sampler.step_size", "0.2"});
  run.advance(50);
  EXPECT_EQ(run.step(), 70u);
}

TEST(Session, GoesForwardAgainByItsKeptMoments) {
  Session run(pair_config("mala", "ring8", BackendKind::cpu, 20), small());
  run.advance(1000);
  run.assign({"sampler.step_size", "0.2"});
  run.advance(1000);
  const std::string hash = run.state_hash();
  const double gradients = run.gradient_evaluations();
  run.rewind(10);
  auto& taken = dynamic_cast<SmallBackend&>(run.backend()).taken;
  taken = 0;
  run.rewind(2000);
  EXPECT_LT(taken, 64u);  // between two kept moments
  EXPECT_EQ(run.state_hash(), hash);
  EXPECT_EQ(run.gradient_evaluations(), gradients);
  EXPECT_EQ(run.config().sampler.values.front(), 0.2);
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

}  // namespace
}  // namespace ergo::session_test
