// A chain diverges at the same place on both backends, and no number of a report is lost on the way there.
#include <gtest/gtest.h>

#include <cmath>

#include "core/diagnostics/diagnostics.h"
#include "core/diagnostics/quantities.h"
#include "tests/machine_fixture.h"

namespace ergo::divergence_test {
namespace {

constexpr std::uint64_t chains = 256, steps = 40;

struct Outcome {
  double diverged = 0;  ///< share of the chains
  std::string lost;     ///< metrics that are not finite though chains are left
};

/// `diagnostics` keeps what belongs to a target from run to run.
Outcome run(const RunConfig& config, Diagnostics& diagnostics) {
  Session session(config, test_factory());
  Outcome outcome;
  for (std::uint64_t step = 0; step <= steps; step += 10) {
    if (step > 0) session.advance(10);
    DiagnosticReport report =
        diagnostics.report({session.read(), session.config(), session.gradient_evaluations(), DrawsUsed::raw,
                            MmdEstimator::closed_form, session.begun_at_start()});
    outcome.diverged = static_cast<double>(report.diverged) / chains;
    if (report.diverged == chains) break;
    for (const Metric& metric : metrics(report))
      if (std::isinf(metric.value) || std::isinf(metric.error)) outcome.lost += metric.id + " ";
  }
  return outcome;
}

/// Every sampler with steps that are too long for most targets. Both backends use the same random numbers,
/// but a chain that is about to diverge magnifies rounding: shares of independent chains differ by at most 5
/// standard deviations.
TEST(Divergence, IsTheSameOnBothBackends) {
  const double allowed = 5 * std::sqrt(2 * 0.25 / chains);
  int diverging = 0, pairs = 0;
  Diagnostics diagnostics;
  for (const auto& [target, sampler] : kernel_pairs()) {
    const int index = find_parameter(sampler.descriptor, "step_size");
    if (target.descriptor.space == Space::lattice || index < 0) continue;
    SCOPED_TRACE(target.descriptor.id + " " + sampler.descriptor.id);
    const Parameter& step_size = sampler.descriptor.parameters[static_cast<std::size_t>(index)];
    RunConfig config = pair_config(sampler.descriptor.id, target.descriptor.id, BackendKind::cpu, chains);
    apply(config, {"sampler.step_size", value_text(step_size, step_size.slider.high)});
    const Outcome cpu = run(config, diagnostics);
    config.backend = BackendKind::gpu;
    const Outcome gpu = run(config, diagnostics);
    EXPECT_NEAR(cpu.diverged, gpu.diverged, allowed);
    EXPECT_EQ(cpu.lost, "");
    EXPECT_EQ(gpu.lost, "");
    ++pairs;
    diverging += cpu.diverged > 0;
  }
  EXPECT_GT(diverging, pairs / 4) << "the steps were long enough to matter";
}

}  // namespace
}  // namespace ergo::divergence_test
