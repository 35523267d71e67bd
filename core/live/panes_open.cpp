// Runs that are opened, and what they are opened from: a preset, or how others stood.
#include <algorithm>

#include "core/live/panes.h"

namespace ergo {

void Panes::open(const Preset& preset) {
  if (on_leave) on_leave();
  put_on(preset);
  for (int i = 0; on_cut && i < count(); ++i) on_cut(i, -1);
  done_.clear();
  undone_.clear();
}

void Panes::put_on(const Preset& preset) {
  if (players_.size() == 1 && preset.beside.empty()) {  // keeps its scene and programs
    players_.front()->open(preset.config, preset.journal);
    adopt(std::move(players_));
  } else {
    Players players;
    players.push_back(std::make_unique<Player>(shaders_, preset.config, preset.journal));
    for (const PresetSession& session : preset.beside)
      players.push_back(std::make_unique<Player>(shaders_, session.config, session.journal));
    adopt(std::move(players));
  }
  clock_.set_pace(pace_of(preset.view));
  stand_at(static_cast<double>(preset.step));
  speed = preset.view.speed.value_or(1);
  follow(preset.view.follow);
  pause_.reset();
}

void Panes::stand_at(double clock) {
  clock_.begin(clock);
  for (int i = 0; i < count(); ++i) at(i).stand_at(clock_.step_of(static_cast<std::size_t>(i)));
}

bool Panes::report_way() const {
  return std::ranges::any_of(players_, [](const auto& player) { return player->reports_way(); });
}

Preset Panes::saved(const PresetView& view) const {
  Preset preset = saved_runs(sessions(), clock_, view);
  if (speed != 1) preset.view.speed = speed;
  preset.view.follow = followed_;
  return preset;
}

Panes::Standing Panes::tapes() const {
  Standing now{{}, clock_.now(), pace(), pause_, followed_, focus_, running};
  for (const auto& player : players_) now.runs.push_back(player->standing());
  return now;
}

Panes::Standing Panes::standing() {
  Standing now = tapes();
  for (std::size_t i = 0; i < players_.size(); ++i) now.runs[i].moment = players_[i]->moment();
  return now;
}

void Panes::open(const Standing& was) {
  Preset beginning;
  beginning.config = was.runs.front().initial;
  beginning.journal = was.runs.front().journal;
  for (auto run = was.runs.begin() + 1; run != was.runs.end(); ++run)
    beginning.beside.push_back({run->initial, run->journal});
  open(beginning);
  for (std::size_t i = 0; i < players_.size(); ++i) players_[i]->resume(was.runs[i]);
  followed_ = was.followed;
  panes_changed();  // the samplers may be others than in the beginning
  set_focus(was.focus);
  clock_.set_pace(was.pace);
  clock_.begin(was.clock);
  clock_.arrived();
  pause_ = was.pause;
  running = was.running;
}

}  // namespace ergo
