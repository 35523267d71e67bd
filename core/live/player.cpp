#include "core/live/player.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "core/backend/cpu_backend.h"
#include "core/base/error.h"
#include "core/gl/gl_backend.h"
#include "core/gl/kernel_source.h"
#include "core/picture/visible_steps.h"

namespace ergo {
namespace {

/// A section's points lie between the ends of a portion, so it takes more of them.
constexpr std::uint64_t trail_portions = 8, section_portions = 32;
constexpr std::uint64_t map_steps = 2000;  // then its errors are small

}  // namespace

Player::Player(std::shared_ptr<ShaderLibrary> shaders, const RunConfig& config, const Journal& journal)
    : shaders_(std::move(shaders)),
      session_(make_session(config, journal)),
      scene_(std::make_unique<Scene>(shaders_)),
      shader_revision_(shaders_ ? shaders_->revision() : 0) {}

std::unique_ptr<Backend> Player::make_backend(BackendKind kind) const {
  if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
  return std::make_unique<GlBackend>(shaders_);
}

std::unique_ptr<Session> Player::make_session(const RunConfig& config, const Journal& journal) const {
  return std::make_unique<Session>(
      config, [this](BackendKind kind) { return make_backend(kind); }, journal);
}

std::unique_ptr<Player> Player::duplicate() const {
  auto other = std::make_unique<Player>(shaders_, session_->initial(), session_->journal());
  if (const Checkpoint* kept = session_->kept_before(session_->step())) other->session_->resume(*kept);
  other->session_->rewind(session_->step());
  return other;
}

void Player::open(const RunConfig& config, const Journal& journal) {
  auto session = make_session(config, journal);
  session_ = std::move(session);
  tuning_.reset();
  map_.reset();
  requested_.reset();  // of the backend that is gone
  motion_ = {};
  if (followed_) follow(followed_->chain());
  cut(-1);
}

Player::Standing Player::standing() const {
  return {session_->initial(), session_->journal(), session_->step(), gradient_evaluations(), seconds_};
}

/// The moment may be one on the way.
void Player::resume(const Standing& was) {
  if (was.moment) session_->resume(*was.moment);
  session_->rewind(was.step);
  motion_ = {};
  forget_present();
  count(was.gradients, session_->step());
  seconds_ = was.seconds;
}

void Player::stand(const Standing& was) {
  const Journal& journal = session_->journal();
  if (session_->initial() != was.initial) {
    open(was.initial, was.journal);
  } else if (journal != was.journal) {
    const auto [now, then] = std::ranges::mismatch(journal, was.journal);
    std::uint64_t parting = std::numeric_limits<std::uint64_t>::max();
    if (now != journal.end()) parting = now->step;
    if (then != was.journal.end()) parting = std::min(parting, then->step);
    retape(was.journal, parting);
  }
  resume(was);
}

void Player::forget_present() {
  ++epoch_;
  worker_.forget();
  last_.reset();
  marked_ = begun_ = false;
  owed_.reset();
  owed_mark_ = false;
  planned_.reset();
  report_.reset();
  infinite_.reset();
  scene_->clear_trails();
}

void Player::cut(double gradients) {
  forget_present();
  forget_distribution(gradients);
  way_.clear();
  if (gradients < 0) seconds_ = 0;
  if (on_cut) on_cut(gradients);
}

void Player::forget_distribution(double gradients) {
  distribution_worker_.forget();
  moments_.cut(gradients);
}

Effect Player::check(const std::vector<Assignment>& assignments) const {
  RunConfig checked = session_->config();
  Effect effect = Effect::none;
  for (const Assignment& assignment : assignments)
    effect = std::max(effect, apply_in_run(checked, assignment));
  return effect;
}

Effect Player::assign(const std::vector<Assignment>& assignments, bool same_edit) {
  check(assignments);
  const Effect effect = assign_all(assignments, same_edit);
  if (effect == Effect::none) return effect;
  last_.reset();
  if (session_->step() == 0) {
    cut(-1);
    return effect;
  }
  moments_.add(now());
  lead_distribution(session_->step());
  forget_way(session_->step());
  if (on_cut) on_cut(gradient_evaluations());  // of a tape that went on from here
  if (!session_->journal().back().goes_on) mark();
  return effect;
}

void Player::mark() {
  marked_ = true;
  if (on_mark) on_mark(now());
}

void Player::retape(const Journal& journal, std::uint64_t step) {
  session_->retape(journal, step);
  motion_ = {};
  forget_present();
  forget_distribution(gradient_evaluations());
  forget_way(step);
  // Marks of the parting itself are those of the new tape.
  if (on_cut) on_cut(std::nextafter(gradient_evaluations(), -1));
  const auto begins_here = [&](const JournalEntry& edit) { return edit.step == step && !edit.goes_on; };
  if (on_mark && std::ranges::any_of(journal, begins_here)) on_mark(now());
}

Effect Player::assign_all(const std::vector<Assignment>& assignments, bool same_edit) {
  motion_ = {};  // a sampler taken off and put on again at one step begins with other momenta
  const std::uint64_t step = session_->step();
  Effect effect = Effect::none;
  try {
    for (const Assignment& assignment : assignments)
      effect = std::max(effect, session_->assign(assignment, same_edit));
  } catch (...) {
    ++epoch_;
    if (session_->step() < step) cut(-1);  // after a restart that an earlier one asked for
    throw;
  }
  if (effect > Effect::live) ++epoch_;  // its buffers may be others
  return effect;
}

bool Player::reload_shaders() {
  const unsigned revision = shaders_ ? shaders_->revision() : 0;
  if (std::exchange(shader_revision_, revision) == revision) return false;
  if (auto* gpu = dynamic_cast<GlBackend*>(&session_->backend())) gpu->reload();
  return true;
}

void Player::restart() {
  session_->restart();
  cut(-1);
}

void Player::go_to(std::uint64_t step, const View& view) {
  constexpr std::uint64_t leap = 256;  // steps that are worth more than the trails they would draw
  const std::uint64_t now = session_->step();
  pace_ = step - std::min(step, now);
  const Checkpoint* kept = session_->kept_before(step);
  const bool ahead = kept && kept->blob.step > now + leap;
  if (step < now || ahead) {
    const std::uint64_t reached = ahead ? kept->blob.step : step;
    session_->rewind(reached);
    lead_distribution(reached);
    if (now > 0) seconds_ *= static_cast<double>(reached) / static_cast<double>(now);
    forget_present();
  }
  if (step > session_->step()) {
    const auto begun = std::chrono::steady_clock::now();
    advance(step - session_->step(), view);
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  }
}

std::uint64_t Player::steps_to_edit() const {
  for (const JournalEntry& entry : session_->journal())
    if (entry.step > session_->step() && !entry.goes_on) return entry.step - session_->step();
  return std::numeric_limits<std::uint64_t>::max();
}

void Player::advance(std::uint64_t steps, const View& view) {
  if (follows_paths(view) != trails_) scene_->clear_trails();
  trails_ = follows_paths(view);
  const std::uint64_t portions = view.coordinates == Coordinates::section ? section_portions : trail_portions;
  const std::uint64_t portion =
      trails_ ? std::max<std::uint64_t>(1, (steps + portions - 1) / portions) : steps;
  if (followed_) followed_->follow(*session_);
  for (std::uint64_t left = steps; left > 0 && seen_here(view);) {
    const std::uint64_t edit = steps_to_edit();
    std::uint64_t now = std::min({left, portion, edit});
    if (followed_) now = std::min(now, FollowedChain::portion);
    if (planned_) now = std::min(now, planned_->step - session_->step());
    session_->advance(now);
    if (now == edit) mark();
    if (trails_) scene_->accumulate(*session_, view);
    if (followed_) followed_->follow(*session_);
    if (planned_ && planned_->step == session_->step()) look(std::exchange(planned_, {})->shown);
    left -= now;
    chain_steps_ += now * session_->config().chains;
  }
}

void Player::follow(std::optional<std::uint32_t> chain) {
  followed_.reset();
  if (chain) followed_.emplace(*chain).follow(*session_);
}

void Player::draw(const View& view, double phase, bool stands) {
  if (stands) scene_->hold_trails();
  scene_->draw(*session_, view, phase > 0 ? motion_.at(*session_, phase) : nullptr);
  if (followed_) followed_->follow(*session_);
  if (tuning_) tuning_->advance();
  follow_map();
}

void Player::tune(const TuningOptions& options) {
  const RunConfig& run = session_->config();
  tuning_ = std::make_unique<Tuning>(run, make_backend(run.backend), options);
}

void Player::follow_map() {
  if (!map_wanted) {
    map_.reset();
    return;
  }
  if (!map_ || !map_->fits(session_->config())) {
    map_.reset();
    const RunConfig& run = session_->config();
    map_wanted = false;  // unless it can be made
    map_ = std::make_unique<ParameterMap>(run, make_backend(run.backend),
                                          first_axes(session_->sampler_descriptor()));
    map_wanted = true;
  }
  if (map_->steps() < map_steps) map_->advance();
  map_->take_gaps();
}

}  // namespace ergo
