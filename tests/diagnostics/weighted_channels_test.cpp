// The mean energy of samplers whose draws have weights, and what is said of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/diagnostics/diagnostics.h"
#include "core/diagnostics/quantities.h"
#include "tests/machine_fixture.h"

namespace ergo::weighted_channels_test {
namespace {

Estimate energy_in(const DiagnosticReport& report) {
  for (const Metric& metric : metrics(report))
    if (metric.id == "energy") return {metric.value, metric.error};
  return {};
}

Estimate exact_energy(const std::string& target) {
  const auto unit = target_unit(target).make();
  std::vector<double> values;
  for (const Position x : ExactDraws(target_unit(target).make())(400'000, for_band))
    values.push_back(unit->evaluate(x).energy);
  return mean_of(values);
}

// Chains begin at exact draws, and each follows the target within its own set in the long run if its positions count
// by their time. Between chains, which are independent, the standard error of the weighted mean is
// sqrt(sum w^2 (E - mean)^2)/sum w, that of a ratio of sums. Within four of them, and of the exact value's own, a value
// lies in all but one of 16 000 cases.
TEST(WeightedChannels, TheEnergyOfExactDrawsStaysThatOfTheTarget) {
  int samplers_with_weights = 0, raw_is_off = 0;
  for (const std::string target : {"three_gaussians", "banana"}) {
    const Estimate exact = exact_energy(target);
    for (const SamplerUnit& unit : kernel_samplers()) {
      if (unit.descriptor.claims.time_weight_channel.empty()) continue;
      SCOPED_TRACE(unit.descriptor.id + " on " + target);
      ++samplers_with_weights;
      RunConfig config = pair_config(unit.descriptor.id, target, BackendKind::simd, 2000);
      apply(config, {"start", "exact"});
      Session session(config, test_factory());
      session.advance(4000);
      DiagnosticsRequest request{.data = session.read(), .config = session.config(), .draws = DrawsUsed::weighted};
      const Estimate weighted = energy_in(Diagnostics().report(request));
      EXPECT_NEAR(weighted.value, exact.value, 4 * std::hypot(weighted.error, exact.error));
      request.draws = DrawsUsed::raw;
      const Estimate raw = energy_in(Diagnostics().report(request));
      raw_is_off += std::abs(raw.value - exact.value) > 8 * std::hypot(raw.error, exact.error);
    }
  }
  EXPECT_GE(samplers_with_weights, 2);
  EXPECT_GT(raw_is_off, 0) << "weights make no difference here";
}

TEST(WeightedChannels, OtherMeansOfASamplerWithWeightsAreCalledRaw) {
  for (const SamplerUnit& unit : kernel_samplers()) {
    const bool weights = !unit.descriptor.claims.time_weight_channel.empty();
    for (const Quantity& quantity : plotted_quantities(unit.descriptor)) {
      const int channel = find_channel(unit.descriptor, column_of(quantity));
      if (channel < 0) continue;
      const bool weighted = unit.descriptor.channels[static_cast<std::size_t>(channel)].of_position;
      EXPECT_EQ(quantity.symbol.ends_with(" raw"), weights && !weighted) << unit.descriptor.id << ": " << quantity.id;
      EXPECT_EQ((quantity.doc.find("weighted by time") != std::string::npos), weights && weighted) << quantity.doc;
    }
  }
}

}  // namespace
}  // namespace ergo::weighted_channels_test
