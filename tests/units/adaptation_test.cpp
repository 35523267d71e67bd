// AB's adaptation: a part of the run that obeys the run's contract, moves what it may, and ends where the
// published one does.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/diagnostics/infinite_chains.h"
#include "core/unit/jump_distance_search.h"
#include "tests/machine_fixture.h"

namespace ergo::adaptation_test {
namespace {

RunConfig adapting(BackendKind backend, const std::string& sigma = "20", std::uint64_t chains = 200) {
  RunConfig config = pair_config("ab", "lattice_gaussian", backend, chains);
  apply(config, {"sampler.sigma", sigma});
  apply(config, {"sampler.adapt", "on"});
  return config;
}

double sampler_value(const Session& session, const std::string& id) {
  return parameter(session.config().sampler, session.sampler_descriptor(), id);
}

class AdaptationContract : public testing::TestWithParam<BackendKind> {
 protected:
  Session session(Journal journal = {}, std::size_t memory = 64 << 20) const {
    return Session(adapting(GetParam()), test_factory(), std::move(journal), memory);
  }
};

TEST_P(AdaptationContract, AdvanceMayBeCutUpAtWill) {
  Session whole = session(), cut = session(), odd = session();
  whole.advance(400);
  for (int i = 0; i < 40; ++i) cut.advance(10);
  for (int i = 0; i < 57; ++i) odd.advance(7);
  odd.advance(1);
  EXPECT_NE(whole.config(), whole.initial()) << "nothing was adapted";
  for (Session* other : {&cut, &odd}) {
    EXPECT_EQ(whole.state_hash(), other->state_hash());
    EXPECT_EQ(whole.config(), other->config());
  }
}

TEST_P(AdaptationContract, RewindIsBitExact) {
  // With room for all checkpoints, for three, which are thinned, and for none.
  Session probe = session();
  const std::size_t one = probe.backend().save().bytes.size();
  for (const std::size_t memory : {std::size_t{64} << 20, 3 * one + 1, std::size_t{0}}) {
    Session run = session({}, memory);
    std::map<std::uint64_t, std::pair<std::string, RunConfig>> known;
    for (std::uint64_t step = 0; step <= 900; step += 50) {
      known[step] = {run.state_hash(), run.config()};
      run.advance(50);
    }
    for (const std::uint64_t step : {900, 850, 600, 550, 100, 50, 0, 700}) {
      run.rewind(step);
      EXPECT_EQ(run.state_hash(), known[step].first) << "step " << step << ", memory " << memory;
      EXPECT_EQ(run.config(), known[step].second) << "step " << step << ", memory " << memory;
    }
  }
}

TEST_P(AdaptationContract, JournalReplays) {
  Session by_hand = session();
  by_hand.advance(350);
  by_hand.assign({"sampler.sigma", "5"});
  by_hand.advance(333);
  by_hand.assign({"sampler.adapt", "off"});
  const RunConfig at_rest = by_hand.config();
  by_hand.advance(300);
  EXPECT_EQ(by_hand.config(), at_rest);
  Session replayed = session(by_hand.journal());
  replayed.advance(983);
  EXPECT_EQ(by_hand.state_hash(), replayed.state_hash());
  EXPECT_EQ(by_hand.config(), replayed.config());
}

// The rule from the text of Algorithms 3 and 4, block by block, beside the run.
TEST_P(AdaptationContract, ItIsAlgorithms3And4) {
  Session run = session();
  double values[] = {20, 0.5}, gamma = 0.2;
  const std::string ids[] = {"sigma", "alpha_exponent"};
  for (int round = 0; round < 3; ++round) {
    bool changed = false;
    for (int turn = 0; turn < 2; ++turn) {
      double best = values[turn], longest = -1;
      for (const double factor : {1.0, 1 + gamma, 1 - gamma}) {
        const double tried = turn == 0 ? values[turn] * factor : std::min(values[turn] * factor, 1.0);
        EXPECT_EQ(sampler_value(run, ids[turn]), tried);
        EXPECT_EQ(sampler_value(run, ids[1 - turn]), values[1 - turn]);
        double travel = 0;
        for (int k = 0; k < 100; ++k) {
          run.advance(1);
          const ChainData data = run.read();
          const auto jump = static_cast<std::size_t>(find_channel(run.sampler_descriptor(), "jump"));
          for (std::size_t i = 0; i < data.chains; ++i)
            travel += data.report[i * static_cast<std::size_t>(data.report_size) + jump];
        }
        // Of 100 steps each: no two blocks of 20 000 jumps are as close as rounding moves their means.
        if (travel > longest) longest = travel, best = tried;
      }
      changed |= best != values[turn];
      values[turn] = best;
    }
    if (!changed) gamma *= 0.9;
  }
}

TEST_P(AdaptationContract, AnEditBeginsItAnewAndItsPartOfABlockDoesNotCount) {
  Session run = session();
  run.advance(150);
  run.assign({"sampler.sigma", "5"});
  for (const auto& [steps, sigma] : {std::pair{149u, 5.0}, {1u, 6.0}, {99u, 6.0}, {1u, 4.0}}) {
    run.advance(steps);
    EXPECT_DOUBLE_EQ(sampler_value(run, "sigma"), sigma) << "step " << run.step();
  }
}

/// The rule of one chain, by its own jumps: blocks of 100 steps at v, v (1 + gamma) and v (1 - gamma), sigma
/// and alpha by turns.
class AloneRule {
 public:
  double sigma() const { return tried(0); }
  double alpha() const { return tried(1); }
  void after_block(double travel) {
    travels_[trial_] = travel;
    if (++trial_ < 3) return;
    const auto longest = static_cast<std::size_t>(std::ranges::max_element(travels_) - travels_.begin());
    const double chosen = value(turn_, longest);
    changed_ |= chosen != values_[turn_];
    values_[turn_] = chosen;
    trial_ = 0;
    turn_ = 1 - turn_;
    if (turn_ == 1) return;
    if (!changed_) gamma_ *= 0.9;
    changed_ = false;
  }

 private:
  double value(std::size_t turn, std::size_t trial) const {
    const double moved = values_[turn] * (trial == 0 ? 1 : trial == 1 ? 1 + gamma_ : 1 - gamma_);
    return turn == 1 ? std::min(moved, 1.0) : moved;
  }
  double tried(std::size_t which) const { return which == turn_ ? value(which, trial_) : values_[which]; }

  std::array<double, 2> values_ = {20, 0.5};
  std::array<double, 3> travels_ = {};
  double gamma_ = 0.2;
  std::size_t turn_ = 0, trial_ = 0;
  bool changed_ = false;
};

TEST_P(AdaptationContract, EachChainMayAdaptByItsOwnJumps) {
  Session run = session();
  run.assign({"sampler.adapt_by", "each_chain"});
  const auto column = [&](const char* id) {
    return static_cast<std::size_t>(find_channel(run.sampler_descriptor(), id));
  };
  const auto report = [](const ChainData& data, std::size_t chain, std::size_t channel) {
    return data.report[chain * static_cast<std::size_t>(data.report_size) + channel];
  };
  const std::size_t chains = run.config().chains;
  std::vector<AloneRule> rules(chains);
  for (int block = 0; block < 12; ++block) {
    std::vector<double> travel(chains, 0.0);
    for (int step = 0; step < 100; ++step) {
      run.advance(1);
      const ChainData data = run.read();
      for (std::size_t i = 0; i < chains; ++i) travel[i] += report(data, i, column("jump"));
    }
    const ChainData data = run.read();
    double mean = 0;
    for (std::size_t i = 0; i < chains; ++i) {
      EXPECT_NEAR(report(data, i, column("sigma")), rules[i].sigma(), 1e-6 * rules[i].sigma())
          << block << ", " << i;
      EXPECT_NEAR(report(data, i, column("alpha")), rules[i].alpha(), 1e-6) << block << ", " << i;
      rules[i].after_block(travel[i]);
      mean += rules[i].sigma() / static_cast<double>(chains);
    }
    EXPECT_NEAR(sampler_value(run, "sigma"), mean, 1e-9 * mean);
    EXPECT_EQ(run.config_of(7).sampler.values[0], rules[7].sigma());
  }
  // Going back and forth leads to the same chains.
  const std::string hash = run.state_hash();
  run.rewind(777);
  run.advance(1200 - 777);
  EXPECT_EQ(run.state_hash(), hash);
}

INSTANTIATE_TEST_SUITE_P(All, AdaptationContract, testing::Values(BackendKind::cpu, BackendKind::gpu),
                         [](const auto& info) { return to_string(info.param); });

// From far above and, on the other backend, from far below, the search ends in the same place: where the mean
// jump of the chains at equilibrium, with sigma at rest, is within a tenth of the largest that there is. A
// block of 100 steps of 400 chains knows its mean jump to about a hundredth, and steps of gamma >= 5 % move
// it by less near its flat top.
TEST(Adaptation, EndsWhereJumpsAreLongest) {
  const auto jump_at = [](double sigma, double alpha) {
    RunConfig config = pair_config("ab", "lattice_gaussian", BackendKind::cpu, 400);
    apply(config, {"start", "exact"});
    apply(config, {"sampler.sigma", value_text(Parameter{}, sigma)});
    apply(config, {"sampler.alpha_exponent", value_text(Parameter{}, alpha)});
    Session session(config, test_factory(), {}, 0);
    const auto jump = static_cast<std::size_t>(find_channel(session.sampler_descriptor(), "jump"));
    double mean = 0;
    for (int k = 0; k < 50; ++k) {
      session.advance(1);
      mean += session.backend().means().channels[jump].mean / 50;
    }
    return mean;
  };
  double longest = 0;
  for (double sigma = 0.5; sigma < 2000; sigma *= 2)
    for (double alpha = 0; alpha <= 1; alpha += 0.125) longest = std::max(longest, jump_at(sigma, alpha));
  for (const auto& [backend, from] : {std::pair{BackendKind::cpu, "1000"}, {BackendKind::gpu, "1"}}) {
    Session session(adapting(backend, from, 400), test_factory(), {}, 0);
    session.advance(30'000);
    const double sigma = sampler_value(session, "sigma"), alpha = sampler_value(session, "alpha_exponent");
    EXPECT_GT(jump_at(sigma, alpha), 0.9 * longest)
        << to_string(backend) << " from " << from << " to " << sigma << ", " << alpha;
  }
}

TEST(Adaptation, CoupledSwarmHasNoKnownDistribution) {
  RunConfig config = adapting(BackendKind::cpu);
  apply(config, {"target", "lattice8"});
  InfiniteChains infinite;
  EXPECT_FALSE(infinite.at(config, {}, 3));
  apply(config, {"sampler.adapt", "off"});
  EXPECT_TRUE(infinite.at(config, {}, 3));
  EXPECT_FALSE(infinite.at(config, {{2, {"sampler.adapt", "on"}}}, 3));
}

}  // namespace
}  // namespace ergo::adaptation_test
