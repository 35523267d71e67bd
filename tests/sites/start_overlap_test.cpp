// The overlap of chains of sites with where they began.
#include "core/diagnostics/start_overlap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/diagnostics/diagnostics.h"
#include "core/run/session.h"
#include "core/sites/site_units.h"
#include "tests/assigned_config.h"
#include "tests/machine_fixture.h"

namespace ergo::start_overlap_test {
namespace {

std::vector<Configuration> configurations(Session& session) {
  const ChainData data = session.read();
  std::vector<Configuration> all;
  for (std::size_t chain = 0; chain < data.chains; ++chain)
    all.push_back(session.target().sites()->configuration(data.state_row(chain)));
  return all;
}

double overlap_of(Session& session) {
  Diagnostics diagnostics;
  const auto all = metrics(diagnostics.report(
      {.data = session.read(), .config = session.config(), .start_words = known_start(session)}));
  return std::ranges::find(all, "start_overlap", &Metric::id)->value;
}

double counted(const std::vector<Configuration>& one, const std::vector<Configuration>& other) {
  std::size_t same = 0, sites = 0;
  for (std::size_t chain = 0; chain < one.size(); ++chain)
    for (std::size_t site = 0; site < one[chain].size(); ++site, ++sites)
      same += one[chain][site] == other[chain][site];
  return static_cast<double>(same) / static_cast<double>(sites);
}

TEST(StartOverlap, IsThatOfTheConfigurationsOnEveryTarget) {
  for (const SiteTargetUnit& unit : site_targets()) {
    SCOPED_TRACE(unit.id);
    Session session(config_of({{"target", unit.id}, {"chains", "9"}}), test_factory());
    const auto start = configurations(session);
    EXPECT_EQ(overlap_of(session), 1);
    session.advance(20);
    const double then = overlap_of(session);
    EXPECT_NEAR(then, counted(configurations(session), start), 1e-12);
    session.advance(30);
    session.rewind(20);
    EXPECT_EQ(overlap_of(session), then);
    session.reset();
    EXPECT_EQ(overlap_of(session), 1);
  }
}

TEST(StartOverlap, FollowsTheRunsBeginning) {
  Session session(config_of({{"target", "ising"}, {"chains", "9"}}), test_factory());
  session.advance(15);
  EXPECT_LT(overlap_of(session), 1);
  session.start_from(session.read());
  EXPECT_EQ(overlap_of(session), 1);
  session.advance(15);
  EXPECT_LT(overlap_of(session), 1);
  const double then = overlap_of(session);
  session.assign({"target.coupling", "0.1"});
  EXPECT_EQ(overlap_of(session), then);
  session.assign({"target.side", "4"});  // as many words, but other sites
  EXPECT_TRUE(std::isnan(overlap_of(session)));
  session.rewind(14);
  EXPECT_LT(overlap_of(session), 1);
  session.assign({"seed", "7"});
  EXPECT_EQ(overlap_of(session), 1);
  // Of a machine that learns too.
  Session learning(
      config_of({{"target", "pictures"}, {"learn.model", "rbm"}, {"learn.hidden", "4"}, {"chains", "9"}}),
      test_factory());
  EXPECT_EQ(overlap_of(learning), 1);
  learning.advance(11);
  EXPECT_LT(overlap_of(learning), 1);
}

// After two sweeps each free spin has been drawn anew. The mean of 200 times 25 spins has a standard error of
// 0.007.
TEST(StartOverlap, IsOneHalfForFreshSpins) {
  Session session(config_of({{"target", "ising"},
                             {"target.coupling", "0"},
                             {"sampler", "gibbs_sites"},
                             {"sampler.scan", "systematic"},
                             {"chains", "200"}}),
                  test_factory());
  session.advance(50);
  EXPECT_NEAR(overlap_of(session), 0.5, 5 * 0.5 / std::sqrt(200 * 25.0));
}

TEST(StartOverlap, IsNotKnownWithoutTheStart) {
  Session session(config_of({{"target", "ising"}, {"chains", "9"}}), test_factory());
  Diagnostics diagnostics;
  EXPECT_TRUE(std::isnan(
      diagnostics.report({.data = session.read(), .config = session.config()}).start_overlap->value));
  const ChainData data = session.read();
  const std::vector<std::size_t> chains = {0, 1};
  EXPECT_TRUE(
      std::isnan(start_overlap(*session.target().sites(), data, chains, std::vector<double>{1, 2}).value));
  Session plane(config_of({{"target", "ring8"}, {"chains", "9"}}), test_factory());
  EXPECT_FALSE(
      Diagnostics().report({.data = plane.read(), .config = plane.config()}).start_overlap.has_value());
}

}  // namespace
}  // namespace ergo::start_overlap_test
