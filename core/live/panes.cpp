#include "core/live/panes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/config/chain_edit.h"

namespace ergo {
Panes::Panes(std::shared_ptr<ShaderLibrary> shaders, const Preset& preset) : shaders_(std::move(shaders)) {
  open(preset);
}

std::vector<const Session*> Panes::sessions() const {
  std::vector<const Session*> all;
  for (const auto& player : players_) all.push_back(&std::as_const(*player).session());
  return all;
}

void Panes::adopt(Players players) {
  players_ = std::move(players);
  focus_ = 0;
  clock_.begin();
  panes_changed();
}

void Panes::panes_changed() {
  end_edit();
  std::vector<const PacedRun*> runs;
  for (const auto& player : players_) runs.push_back(player.get());
  clock_.follow(runs);
  for (std::size_t i = 0; i < players_.size(); ++i) connect(i);
  follow(followed_);
  if (on_panes) on_panes();
}

void Panes::connect(std::size_t pane) {
  const int number = static_cast<int>(pane);
  players_[pane]->on_mark = [this, number](const Moment& at) {
    if (on_mark) on_mark(number, at);
  };
  players_[pane]->on_cut = [this, number](double gradients) {
    if (on_cut) on_cut(number, gradients);
  };
}

void Panes::set_focus(int pane) {
  if (pane < 0 || pane >= count() || pane == focus_) return;
  at(pane).map_wanted = std::exchange(focused().map_wanted, false);
  focus_ = pane;
  end_edit();
}

void Panes::set_pace(Pace pace) { clock_.set_pace(pace); }

void Panes::check_room() const {
  if (players_.size() >= sessions_max)
    throw Error("too many runs side by side:", std::to_string(count() + 1),
                "1 to " + std::to_string(sessions_max), "");
}

void Panes::add(const std::string& sampler) {
  check_room();
  RunConfig config = focused().session().config();
  apply(config, {"sampler", sampler});
  auto player = std::make_unique<Player>(shaders_, config);
  remember(whole());
  if (on_leave) on_leave();
  players_.push_back(std::move(player));
  focus_ = count() - 1;
  panes_changed();
  restart();
}

void Panes::duplicate() {
  check_room();
  auto copy = focused().duplicate();
  remember(whole());
  players_.insert(players_.begin() + focus_ + 1, std::move(copy));
  if (on_copy) on_copy(focus_);
  ++focus_;
  panes_changed();
  clock_.settle();
}

void Panes::remove() {
  if (count() == 1) return;
  remember(whole());
  players_.erase(players_.begin() + focus_);
  if (on_remove) on_remove(focus_);
  focus_ = std::min(focus_, count() - 1);
  panes_changed();
  clock_.settle();
}

void Panes::keep_focused() {
  if (count() == 1) return;
  remember(whole());
  for (int i = count() - 1; on_remove && i >= 0; --i)
    if (i != focus_) on_remove(i);
  std::swap(players_.front(), players_[static_cast<std::size_t>(focus_)]);
  players_.resize(1);
  focus_ = 0;
  panes_changed();
  clock_.settle();
}

std::vector<std::vector<Assignment>> Panes::routed(const std::vector<Assignment>& assignments) const {
  std::vector<std::vector<Assignment>> lists(players_.size());
  for (const Assignment& assignment : assignments) {
    const auto [pane, path] = run_path(assignment.path, players_.size());
    for (std::size_t i = 0; i < lists.size(); ++i)
      if (!is_of_sampler(path) || i == pane.value_or(static_cast<std::size_t>(focus_)))
        lists[i].push_back({path, assignment.value});
  }
  return lists;
}

void Panes::assign(const std::vector<Assignment>& assignments) {
  if (assignments.empty()) return;
  if (is_of_chain(assignments.front().path)) return steer(assignments.front());
  const auto lists = routed(assignments);
  Effect effect = Effect::none;
  for (std::size_t i = 0; i < lists.size(); ++i) effect = std::max(effect, players_[i]->check(lists[i]));
  const bool same_edit = assignments.front().path == edited_path_;
  Edit before = effect == Effect::restart && !same_edit ? whole() : Edit{tapes()};
  if (effect == Effect::restart) {
    const auto begun = [](const auto& player) { return std::as_const(*player).session().step() > 0; };
    if (on_leave && std::ranges::any_of(players_, begun)) on_leave();
    keep_passed();
  }
  effect = Effect::none;
  for (std::size_t i = 0; i < lists.size(); ++i)
    effect = std::max(effect, players_[i]->assign(lists[i], same_edit));
  if (effect == Effect::none) return;
  edited_path_ = assignments.front().path;
  if (!same_edit) remember(std::move(before));
  undone_.clear();
  if (effect == Effect::restart)
    for (const auto& player : players_)
      if (player->session().step() > 0) player->restart();
  clock_.settle();
}

void Panes::place(Position at, double spread) {
  const auto text = [](double value) { return value_text(Parameter{}, value); };
  end_edit();
  if (focused().session().config().start.id == "point")
    assign({{"start.x", text(at.x)}, {"start.y", text(at.y)}});
  else
    assign({{"start", "normal"},
            {"start.mean_x", text(at.x)},
            {"start.mean_y", text(at.y)},
            {"start.sd", text(spread)}});
  end_edit();
}

void Panes::follow(std::optional<std::uint32_t> chain) {
  followed_ = chain;
  for (const auto& player : players_) player->follow(chain);
}

double Panes::phase(int pane) const {
  const bool slow = !running || in_slow_motion(speed * steps_per_frame);
  return slow ? clock_.phase(static_cast<std::size_t>(pane)) : 0;
}

void Panes::step_part(bool forward) {
  const FollowedChain* chain = focused().followed();
  if (!chain || chain->next().sub_steps.empty()) return;
  running = false;
  const double parts = static_cast<double>(chain->next().sub_steps.size()), over = phase(focus_) * parts;
  const double part = forward ? std::floor(over + 1e-6) + 1 : std::ceil(over - 1e-6) - 1;
  clock_.set(std::max(0.0, clock_.at_phase(static_cast<std::size_t>(focus_), part / parts)));
}

void Panes::step() {
  running = false;
  clock_.next();
}

void Panes::seek(double clock) {
  running = false;
  clock_.set(std::clamp(clock, 0.0, clock_.end()));
}

void Panes::step_back() {
  running = false;
  pause_.reset();
  clock_.previous();
}

void Panes::restart() {
  if (on_leave) on_leave();
  keep_passed();
  for (const auto& player : players_) player->restart();
  clock_.begin();
  pause_.reset();
}

void Panes::frame(const std::function<const View&(int)>& view_of) {
  const double before = clock_.now();
  if (running) clock_.advance(speed * steps_per_frame);
  if (pause_ && clock_.now() >= *pause_) {
    clock_.set(*std::exchange(pause_, std::nullopt));
    running = false;
  }
  bool stepped = true, stands = clock_.now() == before;
  for (int i = 0; i < count(); ++i) {
    const std::uint64_t wanted = clock_.step_of(static_cast<std::size_t>(i)), step = at(i).session().step();
    at(i).go_to(wanted, view_of(i));
    stepped &= at(i).session().step() == wanted;
    stands &= at(i).session().step() == step;
  }
  if (!stepped && running) clock_.set(before);
  clock_.arrived();
  for (int i = 0; i < count(); ++i) at(i).draw(view_of(i), phase(i), stands);
}

std::vector<RunConfig> Panes::configs() const {
  std::vector<RunConfig> all;
  for (const auto& player : players_) all.push_back(player->session().config());
  return all;
}

std::vector<unsigned> Panes::framebuffers() const {
  std::vector<unsigned> names;
  for (const auto& player : players_) names.push_back(player->framebuffer());
  return names;
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

}  // namespace ergo
