// Every sampler on every target of its space, with the step size that it has by default: within its band, or
// said not to be. CI takes every second pair; ERGO_ALL_TESTS=1 takes all.
#include "core/config/default_steps.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/backend/cpu_backend.h"
#include "core/config/apply_list.h"
#include "core/config/remarks.h"
#include "core/lanes/simd_backend.h"
#include "core/verification/trial.h"
#include "tests/sample.h"
#include "tests/sampler_list.h"

namespace ergo::default_steps_test {
namespace {

constexpr std::uint64_t chains = 4096, steps = 100;

/// What a run does to its exact draws, as a relative error of the temperature, and the standard error of
/// that.
struct Deviation {
  double value, error;
  std::size_t diverged;
};

double energy_of(const ChainData& data, std::size_t chain) { return data.state_row(chain)[2]; }

/// How far the energy has moved on average, of a quadratic target's d/2 for a temperature of 1. The error is
/// that of draws from the target, independent or, where chains are slow, as they are: a few chains that are
/// lost do not widen it.
Deviation of_energy(const Trial& trial, const ChainData& before, const ChainData& after) {
  ChannelMean change, drawn;
  for (std::size_t i = 0; i < after.chains; ++i) {
    if (after.diverged[i] != 0) continue;
    change.add(energy_of(after, i) - energy_of(before, i));
    drawn.add(energy_of(before, i));
  }
  const double half = trial.target->dim / 2.0, variance = std::min(change.variance, 2 * drawn.variance);
  return {std::abs(change.mean) / half, std::sqrt(variance / static_cast<double>(change.count)) / half,
          after.diverged_count()};
}

/// The root mean square of what the exact flow keeps at 0, over d: the error of a time weight's logarithm.
Deviation of_conserved(const Trial& trial, const ChainData& after) {
  ChannelMean square;
  for (const double error : channel_of(after, trial.sampler, trial.sampler.claims.conserved_channel))
    square.add(error * error);
  return {std::sqrt(square.mean) / trial.target->dim, 0, after.diverged_count()};
}

Deviation after_steps(Trial& trial) {
  trial.start_at_equilibrium(trial.target->lattice() ? 4 * chains : chains);
  const ChainData before = trial.backend.read();
  trial.backend.advance(0, steps);
  const ChainData after = trial.backend.read();
  const Claims& claims = trial.sampler.claims;
  const bool draws_at_once =
      claims.distribution == Distribution::exact || claims.distribution == Distribution::biased;
  if (draws_at_once || claims.conserved_channel.empty() || trial.target->dim < claims.least_dim)
    return of_energy(trial, before, after);
  return of_conserved(trial, after);
}

/// The largest band of the sampler's step sizes; none where every step size gives exact draws.
double band_of(const Descriptor& sampler) {
  double band = 0;
  for (const Parameter& p : sampler.parameters)
    if (p.step && p.step->limits_when.choice.empty()) band = std::max(band, p.step->band);
  return band;
}

/// Four standard errors allow for chance: one of the 150 pairs in 100 sweeps is beyond them.
bool within_band(const Trial& trial, const Deviation& deviation) {
  return deviation.diverged == 0 && deviation.value <= band_of(trial.sampler) + 4 * deviation.error;
}

/// Whether one step tells anything: draws of weighted samplers without a conserved channel follow the target
/// only in the long run.
bool is_told_at_once(const Claims& claims) {
  return claims.distribution == Distribution::exact || claims.distribution == Distribution::biased ||
         !claims.conserved_channel.empty();
}

std::string name_of(const Trial& trial, const Deviation& deviation) {
  return trial.sampler.id + " on " + trial.config().target.id + ": " + std::to_string(deviation.value) +
         " +- " + std::to_string(deviation.error) + ", " + std::to_string(deviation.diverged) +
         " diverged; " + sampler_remark(trial.config());
}

class DefaultStepsOf : public testing::TestWithParam<std::string> {};

TEST_P(DefaultStepsOf, AreWithinTheirBandOrSaidNotToBe) {
  const SamplerUnit& sampler = sampler_unit(GetParam());
  SimdBackend backend;
  std::size_t item = number_of(GetParam());
  for (const TargetUnit& target : targets(sampler.descriptor.space)) {
    if (!in_sample(item++, goes_over_data(target) ? 8 : 2, 1)) continue;
    Trial trial(sampler, target, backend, 1, Defaults::by_target);
    const bool flagged = !sampler_remark(trial.config()).empty();
    if (!flagged && !is_told_at_once(sampler.descriptor.claims)) continue;
    const Deviation deviation = after_steps(trial);
    EXPECT_NE(within_band(trial, deviation), flagged) << name_of(trial, deviation);
  }
}

INSTANTIATE_TEST_SUITE_P(Samplers, DefaultStepsOf, testing::ValuesIn(sampler_ids()),
                         [](const auto& info) { return info.param; });

// The declared step sizes, which files of version 1 have, sample something else on these pairs.
TEST(DefaultSteps, FixedOnesAreSaidToBeWrongWhereTheyAre) {
  CpuBackend backend;
  const std::pair<const char*, const char*> pairs[] = {
      {"langevin", "ring8"}, {"langevin", "funnel"}, {"ula", "funnel"}, {"sgld", "funnel"}, {"ula", "ring8"}};
  for (const auto& [sampler, target] : pairs) {
    Trial trial(sampler_unit(sampler), target_unit(target), backend, 1, Defaults::fixed);
    const Deviation deviation = after_steps(trial);
    EXPECT_FALSE(within_band(trial, deviation)) << name_of(trial, deviation);
    EXPECT_NE(sampler_remark(trial.config()), "") << name_of(trial, deviation);
  }
}

// A remark names a value; with it the remark is gone.
TEST(DefaultSteps, TheValueThatARemarkNamesIsGood) {
  int told = 0;
  for (const auto& [target, sampler] : kernel_pairs())
    for (const Parameter& p : sampler.descriptor.parameters) {
      if (!p.step || p.step->accurate == 0) continue;
      RunConfig config;
      apply(config, {"target", target.descriptor.id});
      apply(config, {"sampler", sampler.descriptor.id});
      if (!p.step->limits_when.choice.empty())
        apply(config, {"sampler." + p.step->limits_when.choice, p.step->limits_when.values.front()});
      apply(config, {"sampler." + p.id, value_text(p, p.hard.high)});
      const std::string words = step_remark(config), before = "; try ";
      ASSERT_NE(words, "") << sampler.descriptor.id << " on " << target.descriptor.id;
      const auto found = words.rfind(before);
      if (found == std::string::npos) continue;  // no step size would do
      apply(config, {"sampler." + p.id, words.substr(found + before.size())});
      EXPECT_EQ(step_remark(config), "")
          << sampler.descriptor.id << " on " << target.descriptor.id << ": " << words;
      ++told;
    }
  EXPECT_GT(told, 100);
}

/// A sampler with a step size that the target decides.
RunConfig with_step(const TargetUnit& target, const SamplerUnit& sampler) {
  RunConfig config;
  apply(config, {"target", target.descriptor.id});
  apply(config, {"sampler", sampler.descriptor.id});
  return config;
}

// A step size that nobody set follows the target; one that was set stays, and no parameter of the target
// moves it.
TEST(DefaultSteps, FollowTheTargetUntilTheyAreSet) {
  for (const auto& [target, sampler] : kernel_pairs()) {
    const Descriptor& d = sampler.descriptor;
    const std::string home = d.space == Space::lattice ? "lattice_gaussian" : "gaussian";
    RunConfig config = with_step(target, sampler);
    EXPECT_EQ(config.sampler.values, default_values(d, defaults(target.descriptor), Defaults::by_target));
    apply(config, {"target", home});
    EXPECT_EQ(config.sampler.values, default_values(d, defaults(target_unit(home).descriptor), Defaults::by_target)) << d.id;
    std::vector<double> moved = config.sampler.values;
    for (std::size_t i = 0; i < moved.size(); ++i)
      if (d.parameters[i].step) {
        moved[i] *= 1.5;
        apply(config, {"sampler." + d.parameters[i].id, value_text(d.parameters[i], moved[i])});
      }
    apply(config, {"target", target.descriptor.id});
    EXPECT_EQ(config.sampler.values, moved) << d.id;
    config = with_step(target, sampler);
    const std::vector<double> resolved = config.sampler.values;
    for (const Parameter& p : target.descriptor.parameters)
      if (p.kind == Kind::real && p.initial != p.slider.high)
        apply(config, {"target." + p.id, value_text(p, p.slider.high)});
    EXPECT_EQ(config.sampler.values, resolved) << d.id << " on " << target.descriptor.id;
  }
}

// Every form of a run holds its step sizes as numbers, so that other rules would not change it.
TEST(DefaultSteps, AreWrittenAsNumbers) {
  for (const auto& [target, sampler] : kernel_pairs()) {
    const RunConfig run = with_step(target, sampler);
    RunConfig config;
    const std::vector<Assignment> shortest = apply_needed(config, assignments_of(run));
    EXPECT_EQ(config, run);
    for (const Parameter& p : sampler.descriptor.parameters)
      EXPECT_TRUE(!p.step || std::ranges::count(shortest, "sampler." + p.id, &Assignment::path) == 1) << p.id;
  }
}

}  // namespace
}  // namespace ergo::default_steps_test
