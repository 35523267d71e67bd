// The search for a cyclical schedule: what it promises of its probes and its result, and that it fails aloud.
#include "core/run/tuning.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/machine_fixture.h"

namespace ergo::tuning_test {
namespace {

constexpr std::uint64_t chains = 1000;

Tuning tuned(const std::string& target, TuningOptions options, BackendKind kind = BackendKind::cpu,
             const std::vector<Assignment>& assignments = {}) {
  RunConfig config = pair_config("dmala", target, kind, chains);
  for (const auto& assignment : assignments) apply(config, assignment);
  Tuning tuning(config, test_factory()(kind), options);
  while (!tuning.done()) tuning.advance();
  return tuning;
}

std::vector<Probe> kept(const Tuning& tuning, Probe::Purpose purpose) {
  std::vector<Probe> list;
  for (const Probe& probe : tuning.probes())
    if (probe.kept && probe.purpose == purpose) list.push_back(probe);
  return list;
}

/// On the Gaussian of 21 sites a side both ends are within reach of a long search.
const TuningOptions options = {.alpha_ceil = 500, .beta_max = 0.6, .cycle_length = 8, .budget = 400};
/// Among peaks close to each other long steps are accepted again, where they follow the gradient: there is a
/// cycle.
const TuningOptions rugged_options = {
    .alpha_ceil = 2000, .beta_max = 0.6, .acceptance = 0.3, .cycle_length = 8, .budget = 400};
const std::vector<Assignment> rugged = {{"target.spacing", "4"}, {"target.width", "1"}};

TEST(Tuning, FindsAFallingSchedule) {
  for (const auto kind : {BackendKind::cpu, BackendKind::gpu}) {
    const Tuning tuning = tuned("lattice_modes", rugged_options, kind, rugged);
    ASSERT_TRUE(tuning.schedule()) << tuning.summary();
    const TunedSchedule& found = *tuning.schedule();
    EXPECT_GT(found.alpha_max, found.alpha_min);
    ASSERT_EQ(found.beta.size(), 8u);
    EXPECT_EQ(found.beta.front(), rugged_options.beta_max);
    EXPECT_EQ(found.beta.back(), rugged_options.beta_min);
    EXPECT_TRUE(std::ranges::is_sorted(found.beta, std::greater()));
    // A run that takes it up has these betas in its eight phases.
    RunConfig config = pair_config("dmala", "lattice8", kind, 4);
    for (const auto& assignment : found.assignments(rugged_options.cycle_length)) apply(config, assignment);
    Session run(config, test_factory());
    const auto channel = [&](const char* id) {
      return static_cast<std::size_t>(find_channel(run.sampler_descriptor(), id));
    };
    for (std::size_t k = 0; k < 8; ++k) {
      run.advance(1);
      const ChannelMeans means = run.backend().means();
      EXPECT_NEAR(means.channels[channel("beta")].mean, found.beta[k], 1e-6);
      EXPECT_LE(means.channels[channel("alpha")].mean, found.alpha_max * (1 + 1e-6));
    }
  }
}

/// The searches go one way, and end where the acceptance is the one aimed at. The kept probe is the best of
/// five noisy ones, so it may be as far off as a standard error; the step before changed alpha by
/// (zeta/2)|miss| at most.
TEST(Tuning, EndsAtTheAcceptanceAimedAt) {
  const Tuning tuning = tuned("lattice_gaussian", options);
  const auto falling = kept(tuning, Probe::Purpose::alpha_max),
             rising = kept(tuning, Probe::Purpose::alpha_min);
  EXPECT_TRUE(std::ranges::is_sorted(falling, std::greater(), &Probe::alpha));
  EXPECT_TRUE(std::ranges::is_sorted(rising, {}, &Probe::alpha));
  for (const auto* list : {&falling, &rising})
    EXPECT_NEAR(list->back().acceptance, options.acceptance, 5 * list->back().error) << tuning.summary();
}

TEST(Tuning, IsReproducible) {
  const Tuning one = tuned("lattice_gaussian", options), two = tuned("lattice_gaussian", options);
  ASSERT_EQ(one.probes().size(), two.probes().size());
  for (std::size_t i = 0; i < one.probes().size(); ++i)
    EXPECT_TRUE(one.probes()[i].acceptance == two.probes()[i].acceptance ||
                std::isnan(one.probes()[i].acceptance));
}

/// On 8x8 sites steps that follow nearly the whole gradient are accepted so seldom that alpha_max falls below
/// alpha_min.
TEST(Tuning, ReportsWhenThereIsNoRoomForACycle) {
  const Tuning tuning = tuned("lattice8", {});
  EXPECT_FALSE(tuning.schedule());
  EXPECT_NE(tuning.summary().find("no schedule"), std::string::npos) << tuning.summary();
}

/// All chains on one peak: steps short enough to be rejected half the time are not reached from the floor
/// within the budget. Of a search that gets there nothing is said.
TEST(Tuning, SaysByHowMuchItMissesTheAim) {
  const Tuning far = tuned("lattice_modes", {}, BackendKind::cpu,
                           {{"start", "point"}, {"start.x", "75"}, {"start.y", "75"}});
  const double off = std::abs(kept(far, Probe::Purpose::alpha_min).back().acceptance - 0.5);
  EXPECT_GT(off, 0.1);
  EXPECT_NE(
      far.summary().find("budget spent: aim 0.5 missed by 0." + std::to_string(static_cast<int>(10 * off))),
      std::string::npos)
      << far.summary();
  const Tuning near = tuned("lattice_gaussian", options);
  EXPECT_EQ(near.summary().find("missed"), std::string::npos) << near.summary();
}

TEST(Tuning, RefusesWhatMakesNoSense) {
  const auto make = [](const std::string& sampler, const std::string& target, TuningOptions wanted) {
    Tuning(pair_config(sampler, target, BackendKind::cpu, chains), test_factory()(BackendKind::cpu), wanted);
  };
  EXPECT_THROW(make("esh", "ring8", {}), Error);
  EXPECT_THROW(make("dmala", "lattice8", {.alpha_ceil = 0.01}), Error);
  EXPECT_THROW(make("dmala", "lattice8", {.beta_max = 0.4}), Error);
  EXPECT_THROW(make("dmala", "lattice8", {.acceptance = 1}), Error);
  EXPECT_THROW(make("dmala", "lattice8", {.cycle_length = 1}), Error);
  EXPECT_THROW(make("dmala", "lattice8", {.budget = 4}), Error);
  EXPECT_NO_THROW(make("dmala", "lattice8", {}));
}

}  // namespace
}  // namespace ergo::tuning_test
