#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/diagnostics/diagnostics.h"
#include "core/settings/preset.h"
#include "tests/machine_fixture.h"

namespace ergo {

/// Within four standard errors, by which one of some hundred comparisons fails by chance once in 150 seeds;
/// `bias`: what the method itself is off by.
inline void expect_mean(const Estimate& estimate, double expected, double bias = 0) {
  EXPECT_NEAR(estimate.value, expected, 4 * estimate.error + bias) << "standard error " << estimate.error;
}
inline void expect_greater(const Estimate& a, const Estimate& b) {
  EXPECT_GT(a.value - b.value, 4 * std::hypot(a.error, b.error)) << a.value << " and " << b.value;
}

/// MMD^2 with what exact draws would give.
struct Distance {
  MmdEstimate mmd;
  Interval band;
  Estimate estimate() const { return {mmd.mmd2, mmd.error}; }
};
// The tail of the null distribution falls exponentially, by e^-3 up to the band's end of 95 %: e^-9 remain at
// three times that.
inline void expect_like_exact(const Distance& d) { EXPECT_LT(d.mmd.mmd2, 3 * d.band.high); }
inline void expect_told_apart(const Distance& d) { EXPECT_GT(d.mmd.mmd2 - 4 * d.mmd.error, d.band.high); }

/// A session with a memory: looked at from its beginning and on the way, as a window does.
class WatchedSession {
 public:
  WatchedSession(RunConfig config, const Journal& journal, BackendKind backend = BackendKind::gpu)
      : session_(on(backend, std::move(config)), test_factory(), journal) {
    look();
  }
  /// With reports on the way, from which time weights and visited modes are known.
  void advance(std::uint64_t steps, std::uint64_t reports = 20) {
    for (std::uint64_t k = 1; k <= reports; ++k) {
      session_.advance(steps * k / reports - steps * (k - 1) / reports);
      diagnostics_.report({session_.read(), session_.config(), session_.gradient_evaluations()});
    }
  }
  const DiagnosticReport& look(DrawsUsed draws = DrawsUsed::raw) {
    report_ = diagnostics_.report({session_.read(), session_.config(), session_.gradient_evaluations(), draws,
                                   MmdEstimator::closed_form, session_.begun_at_start(), session_.initial(),
                                   session_.journal()});
    while (diagnostics_.band_pending()) diagnostics_.simulate_band(16);
    diagnostics_.add_band(report_);
    return report_;
  }
  Estimate channel(const std::string& id) {
    look();
    const auto at = std::ranges::find(report_.channel_ids, id) - report_.channel_ids.begin();
    const ChannelMean& mean = report_.channels.at(static_cast<std::size_t>(at));
    return {mean.mean, std::sqrt(mean.variance / static_cast<double>(mean.count))};
  }
  double channel_sd(const std::string& id) {
    return channel(id).error * std::sqrt(static_cast<double>(session_.config().chains));
  }
  Session& session() { return session_; }

 private:
  static RunConfig on(BackendKind backend, RunConfig config) {
    config.backend = backend;
    return config;
  }

  Session session_;
  Diagnostics diagnostics_;
  DiagnosticReport report_;
};

/// One run of a preset, counted from 0; `chains`: in place of the preset's.
inline WatchedSession run_of(const std::string& preset, std::size_t run = 0, std::uint64_t chains = 0) {
  const Preset all = load_preset(preset);
  PresetSession one = run == 0 ? PresetSession{all.config, all.journal} : all.beside.at(run - 1);
  if (chains > 0) one.config.chains = chains;
  return {one.config, one.journal};
}

}  // namespace ergo
