// What samplers tell of their steps, over all of them and every choice they offer: that the telling changes
// nothing, ends where the step ends, and says numbers that are so.
#include <gtest/gtest.h>

#include <cmath>

#include "core/backend/start_positions.h"
#include "tests/machine_fixture.h"

namespace ergo::sub_steps_test {
namespace {

/// The defaults, and every other value of one choice or switch.
std::vector<RunConfig> variations(const Descriptor& sampler) {
  const RunConfig usual = pair_config(sampler.id, home_of(sampler), BackendKind::cpu, 8);
  std::vector<RunConfig> all = {usual};
  for (std::size_t k = 0; k < sampler.parameters.size(); ++k) {
    const Parameter& p = sampler.parameters[k];
    if (p.kind != Kind::choice && p.kind != Kind::boolean) continue;
    for (double value = p.hard.low; value <= p.hard.high; ++value) {
      RunConfig other = usual;
      other.sampler.values[k] = value;
      if (other != usual) all.push_back(other);
    }
  }
  return all;
}

/// One chain, stepped by hand.
struct Chain {
  std::vector<double> state, report;
  std::uint64_t diverged = 0;
  std::uint32_t number;

  Chain(const Sampler& sampler, const Oracle& oracle, const Target& target, Position x, std::uint32_t number,
        std::uint64_t seed)
      : state(static_cast<std::size_t>(sampler.state_size())),
        report(static_cast<std::size_t>(sampler.report_size())),
        number(number) {
    const Evaluation at = target.evaluate(x);
    const double begin[] = {x.x, x.y, at.energy, at.gradient.x, at.gradient.y};
    std::copy(std::begin(begin), std::end(begin), state.begin());
    sampler.init(row(), oracle, seed, 0);
  }
  ChainRow row() { return {state, report, diverged, number}; }
  Position x() const { return {state[0], state[1]}; }
};

/// Calls see(from, sub-steps, chain after) for 40 steps of 8 chains.
template <class See>
void explain(const RunConfig& run, See see) {
  const auto target = make_target(run);
  const auto sampler = make_sampler(run);
  const Oracle oracle(*target, gradient_noise_of(run));
  const auto starts = start_positions(run, *target);
  for (std::uint32_t i = 0; i < starts.size(); ++i) {
    Chain chain(*sampler, oracle, *target, starts[i], i, run.seed);
    for (std::uint64_t step = 0; step < 40 && !chain.diverged; ++step) {
      Chain silent = chain;
      const Position from = chain.x();
      const auto parts = sampler->explain(chain.row(), oracle, run.seed, step);
      sampler->advance(silent.row(), oracle, run.seed, step, 1);
      ASSERT_EQ(chain.state, silent.state) << "step " << step;
      ASSERT_EQ(chain.report, silent.report) << "step " << step;
      ASSERT_EQ(chain.diverged, silent.diverged) << "step " << step;
      if (!chain.diverged) see(from, parts, chain, *target);
    }
  }
}

class SubSteps : public testing::TestWithParam<std::string> {
 protected:
  const Descriptor& sampler() const { return sampler_unit(GetParam()).descriptor; }
};

TEST_P(SubSteps, ReportingChangesNothingAndEndsAtTheStepsState) {
  for (const RunConfig& run : variations(sampler()))
    explain(run, [&](Position from, const std::vector<SubStep>& parts, const Chain& after, const Target&) {
      ASSERT_GE(parts.size(), 2u);
      EXPECT_EQ(parts.back().x, after.x());
      for (const SubStep& part : parts) {
        EXPECT_FALSE(part.name.empty());
        EXPECT_FALSE(part.formula.empty());
        for (const ToldQuantity& q : part.quantities) {
          EXPECT_STRNE(q.symbol, "") << part.name;
          EXPECT_FALSE(std::isnan(q.value.x) || std::isnan(q.value.y)) << part.name << " " << q.symbol;
        }
      }
      if (const auto accepted = parts.back().accepted()) {
        EXPECT_EQ(after.x(), *accepted ? parts[parts.size() - 2].x : from);
      }
    });
}

// A sampler that reports its acceptance of each proposal tells what it decided.
TEST_P(SubSteps, DecisionsAreReported) {
  const Claims& claims = sampler().claims;
  if (claims.acceptance_channel.empty()) GTEST_SKIP() << "nothing to decide";
  for (const RunConfig& run : variations(sampler()))
    explain(run, [&](Position, const std::vector<SubStep>& parts, const Chain&, const Target&) {
      EXPECT_TRUE(parts.back().accepted().has_value());
    });
}

// Without noise a gradient that is told is that at the place before the part or after it.
TEST_P(SubSteps, GradientsAreThoseOfTheTarget) {
  for (const RunConfig& run : variations(sampler()))
    explain(run, [&](Position from, const std::vector<SubStep>& parts, const Chain&, const Target& target) {
      Position before = from;
      for (const SubStep& part : parts) {
        if (const ToldQuantity* told = part.find(ToldQuantity::Kind::gradient)) {
          EXPECT_TRUE(told->value == target.evaluate(before).gradient ||
                      told->value == target.evaluate(part.x).gradient)
              << part.name;
        }
        before = part.x;
      }
    });
}

// What is called a drift goes along the momentum.
TEST_P(SubSteps, DriftsFollowTheMomentum) {
  for (const RunConfig& run : variations(sampler()))
    explain(run, [&](Position from, const std::vector<SubStep>& parts, const Chain&, const Target&) {
      Position before = from;
      for (const SubStep& part : parts) {
        const Position moved = part.x - before;
        before = part.x;
        if (part.name.find("drift") == std::string::npos) continue;
        const ToldQuantity* momentum = part.find(ToldQuantity::Kind::momentum);
        ASSERT_TRUE(momentum) << part.name;
        const double across = moved.x * momentum->value.y - moved.y * momentum->value.x;
        EXPECT_NEAR(across, 0, 1e-14 * (1 + norm(from)) * norm(momentum->value));
        EXPECT_GT(dot(moved, momentum->value), 0);
      }
    });
}

// The proposal measured by the distribution that is told has mean 0 and variance 1, coordinate by coordinate.
// The numbers are functions of independent ones, at most 640 of two coordinates: five standard errors.
TEST_P(SubSteps, ProposalsFollowTheReportedDistribution) {
  double sum = 0, squares = 0, count = 0;
  explain(variations(sampler()).front(),
          [&](Position, const std::vector<SubStep>& parts, const Chain&, const Target&) {
            for (const SubStep& part : parts) {
              const ToldQuantity* distribution = part.find(ToldQuantity::Kind::distribution);
              if (!distribution || part.x == distribution->value) continue;  // the distribution's own centre
              for (const double z : {(part.x.x - distribution->value.x) / distribution->sd.x,
                                     (part.x.y - distribution->value.y) / distribution->sd.y}) {
                sum += z;
                squares += z * z;
                ++count;
              }
              break;
            }
          });
  if (count == 0) GTEST_SKIP() << "no normal distribution is told";
  EXPECT_NEAR(sum / count, 0, 5 / std::sqrt(count));
  EXPECT_NEAR(squares / count, 1, 5 * std::sqrt(2 / count));
}

std::vector<std::string> all_samplers() {
  std::vector<std::string> ids;
  for (const auto& unit : kernel_samplers()) ids.push_back(unit.descriptor.id);
  return ids;
}
INSTANTIATE_TEST_SUITE_P(All, SubSteps, testing::ValuesIn(all_samplers()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace ergo::sub_steps_test
