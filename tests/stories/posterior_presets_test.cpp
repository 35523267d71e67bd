// What the story of the posterior under mini-batches says. Thresholds are four standard errors beside what theory leaves
// out; the seeds are those of the preset.
#include <cmath>

#include "core/truth/target_moments.h"
#include "tests/stories/asserted_stories.h"
#include "tests/watched_session.h"

namespace ergo::posterior_presets_test {
namespace {

const AssertedHere stories = {
    {"posterior-minibatches", "mini-batches of ten of its hundred rows, whose noise depends on the position"},
    {"posterior-minibatches", "ξ settles near A + B = 2.1, and both variances are right within an eighth"},
    {"posterior-minibatches", "are more than twice too wide"},
};

/// On the processor, where a batch and all rows cost less than on a device without hardware.
WatchedSession run_of_preset(std::size_t run) {
  const Preset preset = load_preset("posterior-minibatches");
  RunConfig config = run == 0 ? preset.config : preset.beside.at(run - 1).config;
  config.chains = 1000;
  return {config, {}, BackendKind::cpu};
}

/// Variances of both parameters over those of the posterior, after 18 of time.
struct Widths {
  Estimate a, b;
};
Widths widths_of(WatchedSession& run) {
  run.advance(600, 1);
  const TargetMoments exact = exact_moments(run.session().target());
  const DiagnosticReport& report = run.look();
  return {{report.variance.x / exact.variance.x, report.variance_error.x / exact.variance.x},
          {report.variance.y / exact.variance.y, report.variance_error.y / exact.variance.y}};
}

// Euler's rule moves xi from A + B by (A + B)^2 h/2 = 0.07, and the noise over the posterior is within a tenth of that at
// the mode (PosteriorThermostat): B, 1.08, is good to 0.11.
TEST(PosteriorPresets, TheThermostatFindsTheNoise) {
  WatchedSession run = run_of_preset(0);
  const RunConfig config = run.session().config();
  const Target& target = run.session().target();
  const Position mode = target.modes().at(0).centre;
  EXPECT_NE(target.minibatch_covariance(mode).xx, target.minibatch_covariance(mode + Position{0.3, 0.3}).xx);
  EXPECT_NEAR(1 + gradient_noise_B(config), 2.1, 0.05);
  const auto [a, b] = widths_of(run);
  expect_mean(run.channel("xi"), 2.1, 0.07 + 0.11);
  expect_mean(a, 1, 0.125);
  expect_mean(b, 1, 0.125);
}

TEST(PosteriorPresets, OthersAreTooWide) {
  for (const std::size_t other : {1u, 2u}) {
    WatchedSession run = run_of_preset(other);
    const auto [a, b] = widths_of(run);
    EXPECT_GT(a.value, 2) << other;
    EXPECT_GT(b.value, 2) << other;
  }
}

}  // namespace
}  // namespace ergo::posterior_presets_test
