#include "core/live/panes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/config/chain_edit.h"
#include "core/config/edit_words.h"
#include "core/config/run_paths.h"

namespace ergo {

Panes::Panes(std::shared_ptr<Machine> machine, const Preset& preset) : machine_(std::move(machine)) {
  open(preset);
}

void Panes::open(const Preset& preset) {
  if (on_leave) on_leave();
  start(preset);
  undo_.clear();
}

void Panes::start(const Preset& preset) {
  if (players_.size() == 1 && preset.beside.empty()) {  // keeps its scene and programs
    players_.front()->open(preset.config, preset.journal);
    adopt(std::move(players_));
  } else {
    Players players;
    players.push_back(std::make_unique<Player>(machine_, preset.config, preset.journal));
    for (const PresetSession& session : preset.beside)
      players.push_back(std::make_unique<Player>(machine_, session.config, session.journal));
    adopt(std::move(players));
  }
  set_pace(pace_of(preset.view));
  fast_forward(static_cast<double>(preset.step));
  speed = preset.view.speed.value_or(1);
  loop = preset.view.loop;
  follow(preset.view.follow);
  pause_.reset();
}

void Panes::adopt(Players players) {
  players_ = std::move(players);
  focus_ = 0;
  shared_clock().begin();
  panes_changed();
}

void Panes::panes_changed() {
  end_edit();
  std::vector<std::shared_ptr<PacedRun>> runs;
  for (const auto& player : players_) runs.push_back(player->run());
  comparison_.set_runs(std::move(runs));
  follow(followed_);
  if (on_panes) on_panes();
}

Preset Panes::saved(const PresetView& view) const {
  Preset preset = saved_runs(sessions(), time(), view);
  if (speed != 1) preset.view.speed = speed;
  preset.view.follow = followed_;
  preset.paused = !running;
  return preset;
}

PanesPosition Panes::tapes() const {
  PanesPosition now{{}, clock(), pace(), pause_, followed_, focus_, running};
  for (const auto& player : players_) now.runs.push_back(player->position());
  return now;
}

PanesPosition Panes::position() {
  PanesPosition now = tapes();
  for (std::size_t i = 0; i < players_.size(); ++i) now.runs[i].moment = players_[i]->moment();
  now.histories = copied_histories();
  return now;
}

void Panes::open(const PanesPosition& position) {
  Preset beginning;
  beginning.config = position.runs.front().initial;
  beginning.journal = position.runs.front().journal;
  for (auto run = position.runs.begin() + 1; run != position.runs.end(); ++run)
    beginning.beside.push_back({run->initial, run->journal});
  open(beginning);
  for (std::size_t i = 0; i < players_.size(); ++i) players_[i]->go_to(position.runs[i]);
  restore_histories(position);
  followed_ = position.followed;
  panes_changed();  // the samplers may be others than in the beginning
  set_focus(position.focus);
  set_pace(position.pace);
  shared_clock().begin(position.clock);
  shared_clock().arrived();
  pause_ = position.pause;
  running = position.running;
}

void Panes::set_focus(int pane) {
  if (pane < 0 || pane >= count() || pane == focus_) return;
  at(pane).parameters().shown = std::exchange(focused().parameters().shown, ParameterPlots::Shown::none);
  focus_ = pane;
  end_edit();
}

void Panes::check_room() const {
  if (players_.size() >= sessions_max)
    throw Error("too many runs side by side:", std::to_string(count() + 1),
                "1 to " + std::to_string(sessions_max), "");
}

void Panes::add(const std::string& sampler) {
  check_room();
  RunConfig config = focused().session().config();
  apply(config, {"sampler", sampler});
  auto player = std::make_unique<Player>(machine_, config);
  remember(position(), "Run beside: " + sampler_unit(sampler).descriptor.title);
  if (on_leave) on_leave();
  players_.push_back(std::move(player));
  focus_ = count() - 1;
  panes_changed();
  restart();
}

void Panes::duplicate() {
  check_room();
  auto copy = focused().duplicate();
  remember(position(), "Copy of the run: " + title_of(focus_));
  players_.insert(players_.begin() + focus_ + 1, std::move(copy));
  ++focus_;
  panes_changed();
  shared_clock().settle();
}

void Panes::remove() {
  if (count() == 1) return;
  remember(position(), "Run removed: " + title_of(focus_));
  players_.erase(players_.begin() + focus_);
  focus_ = std::min(focus_, count() - 1);
  panes_changed();
  shared_clock().settle();
}

void Panes::keep_focused() {
  if (count() == 1) return;
  remember(position(), "One run alone: " + title_of(focus_));
  std::swap(players_.front(), players_[static_cast<std::size_t>(focus_)]);
  players_.resize(1);
  focus_ = 0;
  panes_changed();
  shared_clock().settle();
}

std::vector<std::vector<Assignment>> Panes::routed(const std::vector<Assignment>& assignments) const {
  std::vector<std::vector<Assignment>> lists(players_.size());
  for (const Assignment& assignment : assignments) {
    const RunPath path = run_path(assignment.path, players_.size());
    for (std::size_t i = 0; i < lists.size(); ++i)
      if (path.edits(i, static_cast<std::size_t>(focus_))) lists[i].push_back({path.path, assignment.value});
  }
  return lists;
}

void Panes::assign(const std::vector<Assignment>& assignments) {
  if (assignments.empty()) return;
  if (is_of_chain(assignments.front().path)) return assign_chain(assignments.front());
  const auto lists = routed(assignments);
  Effect effect = Effect::none;
  for (std::size_t i = 0; i < lists.size(); ++i)
    effect = std::max(effect, std::as_const(*players_[i]).session().check(lists[i]));
  if (effect == Effect::none) return;
  const bool same_edit = assignments.front().path == edited_path_;
  PanesPosition before = effect == Effect::restart && !same_edit ? position() : tapes();
  if (effect == Effect::restart) {
    const auto begun = [](const Session* session) { return session->step() > 0; };
    if (on_leave && std::ranges::any_of(sessions(), begun)) on_leave();
    keep_passed();
  }
  try {
    for (std::size_t i = 0; i < lists.size(); ++i) players_[i]->assign(lists[i], same_edit);
  } catch (...) {  // the machine cannot, e.g. too little memory for the chains asked for
    restore(before);
    throw;
  }
  edited_path_ = assignments.front().path;
  const std::size_t edited = run_path(edited_path_, players_.size()).run.value_or(static_cast<std::size_t>(focus_));
  const std::string words = edit_words(std::as_const(*players_[edited]).session().config(), assignments);
  same_edit ? undo_.go_on(at_step(words)) : remember(std::move(before), words);
  if (effect == Effect::restart)
    for (const auto& player : players_)
      if (player->session().step() > 0) player->restart();
  shared_clock().settle();
}

void Panes::assign_chain(const Assignment& edit) {
  end_edit();
  focused().session().check({edit});
  PanesPosition before = tapes();
  focused().assign({edit});
  remember(std::move(before), edit_words(focused().session().config(), {edit}));
  shared_clock().settle();
}

void Panes::place(Position at, double spread, bool focused_alone) {
  const auto text = [](double value) { return value_text(Parameter{}, value); };
  std::vector<Assignment> edits = {{"start", "normal"},
                                   {"start.mean_x", text(at.x)},
                                   {"start.mean_y", text(at.y)},
                                   {"start.sd", text(spread)}};
  if (focused().session().config().start.id == "point")
    edits = {{"start", "point"}, {"start.x", text(at.x)}, {"start.y", text(at.y)}};
  if (focused_alone && count() > 1)
    for (Assignment& edit : edits) edit.path = own_path(static_cast<std::size_t>(focus_), edit.path);
  end_edit();
  assign(edits);
  end_edit();
}

void Panes::keep_passed() {
  undo_.keep_passed(sessions(), [this] { return copied_histories(); });
}

std::shared_ptr<const std::vector<RunHistory>> Panes::copied_histories() const {
  std::vector<RunHistory> all;
  for (const auto& player : players_) all.push_back(*player->history());
  return std::make_shared<const std::vector<RunHistory>>(std::move(all));
}

void Panes::restore_histories(const PanesPosition& position) {
  if (!position.histories) return;
  for (std::size_t i = 0; i < players_.size(); ++i)
    players_[i]->restore_history((*position.histories)[i],
                                 position.recorded_beyond ? &position.runs[i] : nullptr);
}

void Panes::restore(const PanesPosition& position) {
  end_edit();
  if (on_leave && !begin_alike(tapes(), position)) on_leave();
  if (position.runs.size() == players_.size()) {
    for (std::size_t i = 0; i < players_.size(); ++i) players_[i]->restore(position.runs[i]);
  } else {
    Players players;
    for (const RunPosition& run : position.runs) {
      players.push_back(std::make_unique<Player>(machine_, run.initial, run.journal));
      players.back()->go_to(run);
    }
    adopt(std::move(players));
  }
  set_focus(position.focus);
  const Pace present = pace();
  set_pace(position.pace);
  shared_clock().begin(position.clock);
  shared_clock().arrived();
  if (present != position.pace) set_pace(present);
  pause_.reset();
  restore_histories(position);
}

bool Panes::go(Undo::Direction direction) {
  const PanesPosition* next = undo_.next(direction);
  if (!next) return false;
  PanesPosition present = tapes();
  if (begin_alike(present, *next)) {
    // The way back leads to the same place on the present tapes.
    present.clock = next->clock;
    present.pace = next->pace;
    for (std::size_t i = 0; i < present.runs.size(); ++i) {
      present.runs[i].step = next->runs[i].step;
      present.runs[i].gradients = next->runs[i].gradients;
      present.runs[i].seconds = next->runs[i].seconds;
    }
  } else {
    keep_passed();
    present = position();
  }
  restore(*next);
  undo_.made(direction, std::move(present));
  return true;
}

void Panes::follow(std::optional<std::uint32_t> chain) {
  followed_ = chain;
  for (const auto& player : players_) player->follow(chain);
}

double Panes::phase(int pane) const {
  const bool slow = !running || in_slow_motion(speed * steps_per_frame);
  return slow ? time().phase(static_cast<std::size_t>(pane)) : 0;
}

void Panes::step_part(bool forward) {
  const FollowedChain* chain = focused().followed();
  if (!chain || chain->next().sub_steps.empty()) return;
  stop();
  const double parts = static_cast<double>(chain->next().sub_steps.size()), over = phase(focus_) * parts;
  const double part = forward ? std::floor(over + 1e-6) + 1 : std::ceil(over - 1e-6) - 1;
  shared_clock().set(std::max(0.0, time().at_phase(static_cast<std::size_t>(focus_), part / parts)));
}

void Panes::stop() {
  if (std::exchange(running, false) && held_up_) shared_clock().settle();
}

void Panes::step() {
  stop();
  shared_clock().next();
}

void Panes::seek(double clock) {
  stop();
  shared_clock().set(std::clamp(clock, 0.0, time().end()));
}

void Panes::step_back() {
  stop();
  pause_.reset();
  shared_clock().previous();
}

void Panes::restart() {
  if (on_leave) on_leave();
  keep_passed();
  for (const auto& player : players_) player->restart();
  shared_clock().begin();
  pause_.reset();
}

void Panes::fast_forward(double clock) {
  shared_clock().begin(clock);
  for (int i = 0; i < count(); ++i) at(i).fast_forward(time().step_of(static_cast<std::size_t>(i)));
}

bool Panes::reports_later() const {
  return std::ranges::any_of(players_, [](const auto& player) { return player->reports_later(); });
}

double Panes::diagnostics_seconds() const {
  double sum = 0;
  for (const auto& player : players_) sum += player->diagnostics_seconds();
  return sum;
}

void Panes::frame(const std::function<const View&(int)>& view_of, const PartDone& done) {
  const double before = clock();
  if (running) shared_clock().advance(speed * steps_per_frame);
  if (running && loop && clock() >= *loop) shared_clock().set(0);
  if (pause_ && clock() >= *pause_) {
    shared_clock().set(*std::exchange(pause_, std::nullopt));
    running = false;
  }
  bool arrived = true, moved = false;
  comparison_.go_to_clock([&](int run, std::uint64_t wanted) {
    const std::uint64_t step = at(run).session().step();
    at(run).go_to(wanted, view_of(run));
    arrived &= at(run).session().step() == wanted;
    moved |= at(run).session().step() != step;
  });
  held_up_ = !arrived && running;
  if (held_up_) shared_clock().set(before);
  const bool paused = !moved && clock() == before;
  shared_clock().arrived();
  tell(done, FramePart::step);
  for (int i = 0; i < count(); ++i) at(i).draw(view_of(i), phase(i), paused);
  tell(done, FramePart::draw);
  if (!kept_curves_.empty() && kept_of_ != focused().session().config().target) kept_curves_.clear();
}

std::vector<DrawnPicture> Panes::drawn() const {
  std::vector<DrawnPicture> pictures;
  for (const auto& player : players_) pictures.push_back(player->drawn());
  return pictures;
}

bool Panes::reload_shaders() {
  bool any = false;
  for (const auto& player : players_) any |= player->reload_shaders();
  return any;
}

std::uint64_t Panes::chain_steps() const {
  std::uint64_t sum = 0;
  for (const auto& player : players_) sum += player->chain_steps();
  return sum;
}

std::vector<Moment> Panes::moments() const {
  std::vector<Moment> all;
  for (const auto& player : players_) all.push_back(player->now());
  return all;
}

std::vector<std::shared_ptr<const RunHistory>> Panes::histories() const {
  std::vector<std::shared_ptr<const RunHistory>> all;
  for (const auto& player : players_) all.push_back(player->history());
  return all;
}

void Panes::keep_curves(const std::vector<std::string>& names) {
  kept_of_ = focused().session().config().target;
  for (std::size_t i = 0; i < players_.size(); ++i)
    kept_curves_.push_back({names.at(i), std::make_shared<const RunHistory>(*players_[i]->history())});
}

}  // namespace ergo
