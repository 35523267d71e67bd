// The numbers of a report under their names, as the metrics file has them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/backend/cpu_backend.h"
#include "core/config/assignment.h"
#include "core/config/acceptance_guide.h"
#include "core/diagnostics/diagnostics.h"
#include "core/diagnostics/quantities.h"
#include "core/run/session.h"
#include "tests/diagnostics/diagnostics_requests.h"
#include "tests/machine_fixture.h"

namespace ergo::diagnostics_metrics_test {
namespace {

TEST(Diagnostics, MetricsKeepTheirNames) {
  Diagnostics diagnostics;
  auto request = exact_request("ring8", "esh", 50, 0);
  const auto before = metrics(diagnostics.report(request));
  request.data.step = 7;
  request.data.diverged.assign(50, 1);
  const auto after = metrics(diagnostics.report(request));
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].id, after[i].id);
}

/// The documented column of a metric: channels and modes have one for all.
std::string column_of(std::string id, const Descriptor& sampler) {
  std::size_t longest = 0;  // as one channel's id may begin with that of another
  for (const Channel& channel : sampler.channels)
    if (id.starts_with(channel.id)) longest = std::max(longest, channel.id.size());
  if (longest > 0) id.replace(0, longest, "<channel>");
  const auto number = id.find_last_not_of("0123456789") + 1;
  if (number < id.size() && id[number - 1] == '_') id.replace(number, std::string::npos, "<k>");
  for (const char* end : {"_band_low", "_band_high"})
    if (id.ends_with(end)) id.resize(id.size() - std::string(end).size());
  return id;
}

TEST(Diagnostics, EveryMetricIsADocumentedColumn) {
  std::set<std::string> documented, found;
  for (const Quantity& column : metric_columns()) documented.insert(column.id);
  for (const SamplerUnit& unit : samplers()) {
    for (const Metric& metric :
         metrics(Diagnostics().report(exact_request(home_of(unit.descriptor), unit.descriptor.id, 9, 0)))) {
      const std::string column = column_of(metric.id, unit.descriptor);
      EXPECT_TRUE(documented.contains(column)) << metric.id;
      found.insert(column);
    }
    for (const Quantity& plotted : plotted_quantities(unit.descriptor))
      EXPECT_TRUE(documented.contains(column_of(column_of(plotted), unit.descriptor))) << plotted.id;
  }
  for (const char* column : {"chains", "<channel>", "mmd2", "occupancy_<k>", "nested_rhat"})
    EXPECT_TRUE(found.contains(column)) << column;
}

TEST(Diagnostics, MetricsHaveAGuideForAcceptance) {
  int told = 0;
  for (const SamplerUnit& unit : samplers()) {
    const std::string target = unit.descriptor.space == Space::plane ? "gaussian" : home_of(unit.descriptor);
    const auto list = metrics(Diagnostics().report(exact_request(target, unit.descriptor.id, 9, 0)));
    for (const Channel& channel : unit.descriptor.channels) {
      const auto low = std::ranges::find(list, channel.id + "_band_low", &Metric::id);
      const bool expected = channel.id == unit.descriptor.claims.acceptance_channel && unit.descriptor.claims.best_acceptance;
      ASSERT_EQ(low != list.end(), expected) << unit.descriptor.id << ", " << channel.id;
      if (!expected) continue;
      ++told;
      EXPECT_EQ(std::next(low)->id, channel.id + "_band_high");
      EXPECT_NEAR(std::next(low)->value - low->value, 2 * guide_half_width, 1e-12);
    }
  }
  EXPECT_GE(told, 2);  // random walk and MALA at least
}

TEST(Diagnostics, AcceptanceHasNoGuideWhereTheBestIsNotKnown) {
  const auto guided = [](const std::string& target, const std::vector<Assignment>& settings) {
    RunConfig config;
    apply(config, {"target", target});
    for (const Assignment& setting : settings) apply(config, setting);
    return acceptance_guide(config).has_value();
  };
  EXPECT_TRUE(guided("gaussian", {{"sampler", "mala"}}));
  EXPECT_FALSE(guided("ring8", {{"sampler", "mala"}}));
  EXPECT_FALSE(guided("correlated_gaussian", {{"sampler", "mala"}}));
  EXPECT_FALSE(guided("gaussian", {{"sampler", "mala"}, {"target.sd_x", "2"}}));
  EXPECT_FALSE(guided("gaussian", {{"sampler", "mala"}, {"sampler.metropolis", "off"}}));
  EXPECT_FALSE(guided("gaussian", {{"sampler", "mala"}, {"gradient_noise.kind", "gaussian"}, {"gradient_noise.sigma", "1"}}));
  EXPECT_TRUE(guided("gaussian", {{"sampler", "rwm"}, {"gradient_noise.kind", "gaussian"}, {"gradient_noise.sigma", "1"}}));
}

}  // namespace
}  // namespace ergo::diagnostics_metrics_test
