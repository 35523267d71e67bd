#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/diagnostics/diagnostics.h"
#include "core/io/lecture.h"
#include "tests/machine_fixture.h"

namespace ergo {

/// A lecture played up to the end of a cue (counted from 1, as on screen), from the cue that opens its run;
/// of runs side by side one.
class Performance {
 public:
  Performance(const std::string& name, std::size_t cue, BackendKind backend = BackendKind::gpu,
              std::size_t session = 0)
      : lecture_(load_lecture(name)), cue_(opening_cue(lecture_, cue - 1)) {
    Preset preset = preset_at(lecture_, cue_);
    if (session > 0) preset.config = preset.beside.at(session - 1).config;
    preset.config.backend = backend;
    session_ = std::make_unique<Session>(preset.config, test_factory(), preset.journal);
    look();
    advance();
    while (cue_ + 1 < cue) next();
  }
  void next() {
    const Cue& cue = lecture_.cues.at(++cue_);
    for (const Assignment& assignment : cue.set) session_->assign(assignment);
    advance();
  }
  const DiagnosticReport& look(DrawsUsed draws = DrawsUsed::raw) {
    report_ = diagnostics_.report({session_->read(), session_->config(), session_->gradient_evaluations(),
                                   draws, MmdEstimator::closed_form, session_->begun_at_start(),
                                   session_->initial(), session_->journal()});
    while (diagnostics_.band_pending()) diagnostics_.simulate_band(16);
    report_.band = diagnostics_.band();
    return report_;
  }
  Estimate channel(const std::string& id) {
    look();
    const auto at = std::ranges::find(report_.channel_ids, id) - report_.channel_ids.begin();
    const ChannelMean& mean = report_.channels.at(static_cast<std::size_t>(at));
    return {mean.mean, std::sqrt(mean.variance / static_cast<double>(mean.count))};
  }
  double channel_sd(const std::string& id) {
    return channel(id).error * std::sqrt(static_cast<double>(session_->config().chains));
  }
  Session& session() { return *session_; }

 private:
  /// Through the cue's steps with reports on the way, from which time weights and visited modes are known.
  void advance() {
    constexpr std::uint64_t reports = 20;
    const std::uint64_t steps = lecture_.cues[cue_].steps.value_or(0);
    for (std::uint64_t k = 1; k <= reports; ++k) {
      session_->advance(steps * k / reports - steps * (k - 1) / reports);
      diagnostics_.report({session_->read(), session_->config(), session_->gradient_evaluations()});
    }
  }

  Lecture lecture_;
  std::size_t cue_;
  std::unique_ptr<Session> session_;
  Diagnostics diagnostics_;
  DiagnosticReport report_;
};

}  // namespace ergo
