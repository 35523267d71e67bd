// What the stories of the presets on sites say.
#include <gtest/gtest.h>

#include <cmath>

#include "core/settings/preset_edit.h"
#include "core/site_plane/site_plane.h"
#include "tests/machine_fixture.h"
#include "tests/stories/asserted_stories.h"

namespace ergo::sites_presets_test {
namespace {

const AssertedHere stories = {
    {"dlp-2-spins", "accepts 54 % of its proposals: 3.3 spins change in a step"},
    {"ab-2-critical", "After 100 steps the magnetisation of Swendsen–Wang's chains has the variance of the target"},
    {"ab-2-critical", "that of AB's less than a third of it"},
};

double channel_mean(Session& session, const char* id) {
  const int channel = find_channel(session.sampler_descriptor(), id);
  return session.backend().means().channels[static_cast<std::size_t>(channel)].mean;
}

// Expected: 0.540 and 0.540 x 6.04. Over chains acceptances spread by 0.4 and changes by 3.4, so that the means of 1000
// chains at 40 steps have standard errors of less than 0.004 and 0.03 where steps 20 apart hardly correlate.
TEST(SitesPresets, DmalaChangesManySpins) {
  RunConfig config = load_preset("dlp-2-spins").config;
  config.chains = 1000;
  Session session(config, test_factory(), {}, 0);
  double acceptance = 0, changed = 0;
  constexpr int looks = 40;
  session.advance(100);
  for (int look = 0; look < looks; ++look) {
    session.advance(20);
    acceptance += channel_mean(session, "acceptance_rate") / looks;
    changed += channel_mean(session, "flips") / looks;
  }
  EXPECT_NEAR(acceptance, 0.540, 0.005 + 4 * 0.004);
  EXPECT_NEAR(changed, 3.26, 0.05 + 4 * 0.03);
}

/// Mean of m^2 over the chains, with its standard error.
std::pair<double, double> magnetisation_squared(Session& session) {
  const ChainData data = session.read();
  const auto level = static_cast<std::size_t>(find_channel(session.sampler_descriptor(), "level"));
  double mean = 0, square = 0;
  const auto n = static_cast<double>(data.chains);
  for (std::size_t i = 0; i < data.chains; ++i) {
    const double m = data.report[i * static_cast<std::size_t>(data.report_size) + level];
    mean += m * m / n;
    square += m * m * m * m / n;
  }
  return {mean, std::sqrt((square - mean * mean) / n)};
}

// <m^2> of the torus at J = 0.4407 from a run of 2^24 updates of Swendsen-Wang is the target's own; both by chains.
TEST(SitesPresets, SwendsenWangTurnsClustersOver) {
  const Preset preset = load_preset("ab-2-critical");
  const auto runs = runs_of(preset);
  ASSERT_EQ(runs.size(), 2u);
  std::vector<std::pair<double, double>> after;
  double stationary = 0;
  for (const PresetSession& run : runs) {
    Session session(run.config, test_factory(), run.journal, 0);
    session.advance(100);
    after.push_back(magnetisation_squared(session));
    const SitePlane& plane = *session.target().sites();
    stationary = 0;
    const int width = plane.statistics().width_x();
    for (std::size_t i = 0; i < plane.sides().count(); ++i) {
      const double m = std::min(plane.sides().site(i).x * width + 0.5 * (width - 1), 256.0) / 128 - 1;
      stationary += plane.distribution()[i] * m * m;
    }
  }
  const auto [ab, ab_error] = after[0];
  const auto [clusters, clusters_error] = after[1];
  EXPECT_NEAR(clusters, stationary, 0.01 + 4 * clusters_error);
  EXPECT_LT(ab + 4 * ab_error, stationary / 3);
}

}  // namespace
}  // namespace ergo::sites_presets_test
