// What the comparisons among the presets claim, at equal gradient evaluations.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/diagnostics/diagnostics.h"
#include "core/run/session.h"
#include "core/settings/preset.h"
#include "tests/machine_fixture.h"
#include "tests/stories/asserted_stories.h"

namespace ergo::comparison_presets_test {
namespace {

const AssertedHere stories = {
    {"esh-14-compare", "are in this order: ESH, Langevin, MALA, and Nosé–Hoover last"},
};

/// MMD^2 of each of a comparison's runs, by sampler, where a chain has spent so many gradient evaluations.
std::map<std::string, MmdEstimate> mmd_after(const Preset& preset, double gradients) {
  constexpr std::uint64_t reports = 20;  // on the way, for the time weights
  std::vector<PresetSession> runs = preset.beside;
  runs.push_back({preset.config, preset.journal});
  std::map<std::string, MmdEstimate> found;
  for (const PresetSession& run : runs) {
    Session session(run.config, test_factory(), run.journal, 0);
    Diagnostics diagnostics;
    DiagnosticReport report;
    const std::uint64_t steps = session.step_within(gradients);
    for (std::uint64_t k = 1; k <= reports; ++k) {
      session.advance(steps * k / reports - session.step());
      report = diagnostics.report({session.read(), session.config(), session.gradient_evaluations(),
                                   available(DrawsUsed::weighted, session.sampler_descriptor()),
                                   MmdEstimator::closed_form, session.begun_at_start(), session.initial(),
                                   session.journal()});
    }
    found[run.config.sampler.id] = *report.mmd;
  }
  return found;
}

TEST(ComparisonPresets, FourWaysOutOfOneModeForgetItInThisOrder) {
  const auto mmd = mmd_after(load_preset("esh-14-compare"), 100);
  const char* const order[] = {"esh", "ula", "mala", "nose_hoover"};
  for (int i = 0; i < 3; ++i) {
    const MmdEstimate &ahead = mmd.at(order[i]), &behind = mmd.at(order[i + 1]);
    EXPECT_GT(behind.mmd2 - ahead.mmd2, 4 * std::hypot(ahead.error, behind.error))
        << order[i] << " " << ahead.mmd2 << ", " << order[i + 1] << " " << behind.mmd2;
  }
}

}  // namespace
}  // namespace ergo::comparison_presets_test
