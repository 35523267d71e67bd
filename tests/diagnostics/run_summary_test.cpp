// What a run tells of itself at its end.
#include "core/diagnostics/run_summary.h"

#include <gtest/gtest.h>

#include "core/backend/cpu_backend.h"
#include "core/config/apply_list.h"
#include "core/run/session.h"

namespace ergo::run_summary_test {
namespace {

using Settings = std::vector<Assignment>;

std::string remarks_of(Settings settings, std::uint64_t steps, std::uint64_t every = 5) {
  RunConfig config;
  apply_all(config, std::move(settings));
  Session session(config, [](BackendKind) { return std::make_unique<CpuBackend>(); });
  RunSummary summary;
  summary.add(session.read(), session.config());
  for (std::uint64_t step = 0; step < steps; step += every) {
    session.advance(every);
    summary.add(session.read(), session.config());
  }
  std::string words;
  for (const std::string& remark : summary.remarks()) words += remark + "\n";
  return words;
}

void expect_words(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " not in: " << text;
}

TEST(RunSummary, NamesDivergedChains) {
  expect_words(remarks_of({{"target", "banana"}, {"sampler", "ula"}, {"sampler.step_size", "1"}}, 10),
               {"chains diverged"});
}

TEST(RunSummary, NamesSaturatedTrees) {
  const Settings short_steps = {{"target", "gaussian"},     {"start", "exact"},
                                {"sampler", "nuts"},        {"sampler.step_size", "0.001"},
                                {"sampler.max_depth", "3"}, {"chains", "50"}};
  expect_words(remarks_of(short_steps, 40), {"100 % of the observed trajectories", "sampler.max_depth"});
}

TEST(RunSummary, NamesEnergyDivergences) {
  expect_words(remarks_of({{"target", "gaussian"},
                           {"start", "exact"},
                           {"sampler", "nuts"},
                           {"sampler.step_size", "60"},
                           {"chains", "50"}},
                          40),
               {"of the observed transitions diverged"});
}

TEST(RunSummary, NamesAcceptanceAtBothEnds) {
  expect_words(
      remarks_of({{"target", "ring8"}, {"sampler", "mala"}, {"sampler.step_size", "1"}, {"chains", "100"}},
                 100),
      {"nearly every proposal is rejected"});
  expect_words(remarks_of({{"target", "gaussian"},
                           {"start", "exact"},
                           {"sampler", "mala"},
                           {"sampler.step_size", "0.001"},
                           {"chains", "100"}},
                          100),
               {"nearly every proposal is accepted"});
}

TEST(RunSummary, NamesChainsThatNeverMoved) {
  expect_words(remarks_of({{"target", "banana"},
                           {"start", "normal"},
                           {"start.mean_x", "6"},
                           {"start.mean_y", "-10"},
                           {"sampler", "mala"},
                           {"sampler.step_size", "0.5"},
                           {"chains", "30"}},
                          60),
               {"30 of 30 chains never moved", "nearly every proposal is rejected"});
}

TEST(RunSummary, NamesATemperatureThatIsOff) {
  expect_words(remarks_of({{"target", "gaussian"},
                           {"sampler", "sghmc"},
                           {"gradient_noise.kind", "gaussian"},
                           {"gradient_noise.B", "3"},
                           {"chains", "200"}},
                          400),
               {"the kinetic temperature is"});
}

TEST(RunSummary, NamesChainsThatDisagree) {
  expect_words(remarks_of({{"target", "ring8"},
                           {"start", "uniform"},
                           {"sampler", "hmc"},
                           {"sampler.step_size", "0.01"},
                           {"sampler.leapfrog_steps", "3"},
                           {"chains", "20"}},
                          200),
               {"split R-hat is"});
}

TEST(RunSummary, NamesChainsThatNeverLeftTheirMode) {
  const Settings local = {
      {"target", "ring8"}, {"start", "exact"}, {"sampler", "mala"}, {"sampler.step_size", "0.02"}};
  expect_words(remarks_of(local, 100),
               {"% of the chains never left their starting mode (checked every 5 steps)"});
  const Settings far = {
      {"target", "double_well"}, {"sampler", "rwm"}, {"sampler.sd", "3"}, {"start", "exact"}};
  EXPECT_EQ(remarks_of(far, 400).find("never left their starting mode"), std::string::npos);
}

// A chain on a lattice may be back where it began: two states do not tell that it never moved.
TEST(RunSummary, DoesNotTakeAReturnForStillness) {
  const Settings lattice = {{"target", "lattice8"}, {"start", "exact"}, {"sampler", "lattice_gibbs"}};
  EXPECT_EQ(remarks_of(lattice, 100, 100).find("never moved"), std::string::npos);
}

/// Every exact sampler from exact draws at its defaults, on a target that it mixes on: nothing is said of
/// divergence, temperature or stillness.
TEST(RunSummary, IsSilentOfSoundRuns) {
  for (const auto& sampler : samplers(Space::plane)) {
    if (sampler.descriptor.claims.distribution != Distribution::exact) continue;
    SCOPED_TRACE(sampler.descriptor.id);
    const std::string words = remarks_of(
        {{"target", "gaussian"}, {"start", "exact"}, {"sampler", sampler.descriptor.id}, {"chains", "200"}},
        200);
    for (const char* none : {"diverged", "temperature", "never moved", "rejected", "trajectories"})
      EXPECT_EQ(words.find(none), std::string::npos) << words;
  }
}

TEST(RunSummary, WaitsForEnoughSteps) {
  EXPECT_EQ(remarks_of({{"target", "banana"},
                        {"start", "normal"},
                        {"start.mean_x", "6"},
                        {"start.mean_y", "-10"},
                        {"sampler", "mala"},
                        {"sampler.step_size", "0.5"}},
                       15),
            "");
}

}  // namespace
}  // namespace ergo::run_summary_test
