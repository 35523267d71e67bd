#pragma once

#include <memory>
#include <string>

#include "core/settings/lecture.h"
#include "tests/watched_session.h"

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
    watched_ = std::make_unique<WatchedSession>(preset.config, preset.journal, backend);
    advance();
    while (cue_ + 1 < cue) next();
  }
  void next() {
    const Cue& cue = lecture_.cues.at(++cue_);
    for (const Assignment& assignment : cue.set) session().assign(assignment);
    advance();
  }
  const DiagnosticReport& look(DrawsUsed draws = DrawsUsed::raw) { return watched_->look(draws); }
  Estimate channel(const std::string& id) { return watched_->channel(id); }
  double channel_sd(const std::string& id) { return watched_->channel_sd(id); }
  Session& session() { return watched_->session(); }

 private:
  /// Through the cue's steps.
  void advance() { watched_->advance(lecture_.cues[cue_].steps.value_or(0)); }

  Lecture lecture_;
  std::size_t cue_;
  std::unique_ptr<WatchedSession> watched_;
};

}  // namespace ergo
