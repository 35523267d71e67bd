#include "widgets/player.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/backend/cpu_backend.h"
#include "core/gl/gl_backend.h"
#include "core/gl/kernel_source.h"
#include "core/unit/error.h"

namespace ergo {
namespace {

/// A section's points lie between the ends of a portion, so it takes more of them.
constexpr std::uint64_t trail_portions = 8, section_portions = 32;
constexpr std::size_t undo_depth = 200;
constexpr std::uint64_t map_steps = 2000;  // then its errors are small

/// Edits what differs from `wanted` and nothing else, unit ids before their parameters.
void assign_differences(Session& session, const RunConfig& wanted) {
  for (const Assignment& assignment : assignments_of(wanted, true)) {
    const std::vector<Assignment> current = assignments_of(session.config(), true);
    if (std::ranges::find(current, assignment) == current.end()) session.assign(assignment);
  }
}

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

void Player::open(const RunConfig& config, const Journal& journal) {
  auto session = make_session(config, journal);
  session_ = std::move(session);
  tuning_.reset();
  requested_.reset();  // of the backend that is gone
  undo_.clear();
  end_edit();
  cut(-1);
}

void Player::cut(double gradients) {
  due_ = 0;
  ++epoch_;
  first_.reset();
  last_.reset();
  first_reported_ = false;
  reported_gradients_ = std::max(gradients, 0.0);
  scene_->clear_trails();
  if (on_cut) on_cut(gradients);
}

void Player::assign(const std::vector<Assignment>& assignments) {
  RunConfig checked = session_->config();
  for (const Assignment& assignment : assignments) apply(checked, assignment);
  const RunConfig before = session_->config();
  const Effect effect = assign_all(assignments);
  if (effect == Effect::none) return;
  const std::string& path = assignments.front().path;
  const bool same_edit = path == edited_path_;
  edited_path_ = path;
  if (!same_edit) undo_.push_back(before);
  if (undo_.size() > undo_depth) undo_.erase(undo_.begin());
  changed(same_edit);
}

Effect Player::assign_all(const std::vector<Assignment>& assignments) {
  ++epoch_;
  const std::uint64_t step = session_->step();
  Effect effect = Effect::none;
  try {
    for (const Assignment& assignment : assignments) effect = std::max(effect, session_->assign(assignment));
  } catch (...) {
    if (session_->step() < step) cut(-1);  // the session fell back on its beginning
    throw;
  }
  return effect;
}

void Player::changed(bool same_edit) {
  ++epoch_;
  last_.reset();
  if (session_->step() == 0)
    cut(-1);
  else if (on_mark)
    on_mark(gradient_evaluations(), same_edit);
}

void Player::place(Position at, double spread) {
  const auto text = [](double value) { return value_text(Parameter{}, value); };
  end_edit();
  if (session_->config().start.id == "point")
    assign({{"start.x", text(at.x)}, {"start.y", text(at.y)}});
  else
    assign({{"start", "normal"},
            {"start.mean_x", text(at.x)},
            {"start.mean_y", text(at.y)},
            {"start.sd", text(spread)}});
  end_edit();
}

bool Player::undo() {
  if (undo_.empty()) return false;
  const RunConfig before = undo_.back();
  undo_.pop_back();
  end_edit();
  ++epoch_;
  assign_differences(*session_, before);
  changed(false);
  return true;
}

bool Player::reload_shaders() {
  const unsigned revision = shaders_ ? shaders_->revision() : 0;
  if (std::exchange(shader_revision_, revision) == revision) return false;
  if (auto* gpu = dynamic_cast<GlBackend*>(&session_->backend())) gpu->reload();
  return true;
}

void Player::step_back() {
  if (session_->step() == 0) return;
  session_->rewind(session_->step() - 1);
  cut(gradient_evaluations());
}

void Player::restart() {
  session_->restart();
  cut(-1);
}

void Player::rewind() {
  session_->rewind(0);
  cut(-1);
}

std::uint64_t Player::steps_to_edit() const {
  for (const JournalEntry& entry : session_->journal())
    if (entry.step > session_->step()) return entry.step - session_->step();
  return std::numeric_limits<std::uint64_t>::max();
}

void Player::advance(std::uint64_t steps, const View& view) {
  if (follows_paths(view) != trails_) scene_->clear_trails();
  trails_ = follows_paths(view);
  const std::uint64_t portions = view.coordinates == Coordinates::section ? section_portions : trail_portions;
  const std::uint64_t portion =
      trails_ ? std::max<std::uint64_t>(1, (steps + portions - 1) / portions) : steps;
  for (std::uint64_t left = steps; left > 0;) {
    const std::uint64_t edit = steps_to_edit(), now = std::min({left, portion, edit});
    session_->advance(now);
    if (now == edit && on_mark) on_mark(gradient_evaluations(), false);
    if (trails_) scene_->accumulate(*session_, view);
    left -= now;
  }
  chain_steps_ += steps * session_->config().chains;
}

void Player::frame(const View& view) {
  if (running) due_ += speed * steps_per_frame;
  const auto whole = static_cast<std::uint64_t>(due_);
  due_ -= static_cast<double>(whole);
  if (whole + pending_steps_ > 0 && beginning_seen(view.draws))
    advance(whole + std::exchange(pending_steps_, 0), view);
  scene_->draw(*session_, view);
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
    MapAxes axes;
    std::vector<std::string> numbers;
    for (const Parameter& p : session_->sampler_descriptor().parameters)
      if (p.kind == Kind::real) numbers.push_back(p.id);
    if (numbers.size() < 2) {
      map_wanted = false;
      throw Error("a map needs a sampler with two numbers:", run.sampler.id, "e.g. dmala", "");
    }
    axes.x = numbers[0];
    axes.y = numbers[1];
    map_wanted = false;  // unless it can be made
    map_ = std::make_unique<ParameterMap>(run, make_backend(run.backend), axes);
    map_wanted = true;
  }
  if (map_->steps() < map_steps) map_->advance();
}

bool Player::beginning_seen(DrawsUsed shown) {
  if (session_->step() > 0) return true;
  observe(shown);
  return last_ || (requested_ && requested_->epoch == epoch_);
}

void Player::collect() {
  if (!requested_) return;
  auto data = session_->backend().take_snapshot();
  if (!data) {
    // One asked for before an edit may have gone with its buffers. Asking again does nothing while it is
    // under way; whichever comes is worthless, and frees the way.
    if (requested_->epoch != epoch_) session_->backend().request_snapshot();
    return;
  }
  const Sight seen = *std::exchange(requested_, std::nullopt);
  if (seen.epoch != epoch_) return;
  data->step = seen.step;
  worker_.submit({.data = std::move(*data),
                  .config = session_->config(),
                  .gradient_evaluations = seen.gradients,
                  .draws = seen.draws,
                  .begun_at_start = session_->begun_at_start(),
                  .initial = session_->initial(),
                  .journal = session_->journal()});
  if (!first_) first_ = seen;
  last_ = seen;
}

void Player::observe(DrawsUsed shown) {
  collect();
  // A newer request would replace the first one, unread, in the worker's mailbox.
  if (requested_ || (first_ && !first_reported_)) return;
  const DrawsUsed draws = available(shown, session_->sampler_descriptor());
  if (last_ && last_->step == session_->step() && last_->draws == draws) return;
  session_->backend().request_snapshot();
  requested_ = {session_->step(), session_->gradient_evaluations(), draws, epoch_};
  collect();  // the CPU copies when it is asked for the data
}

std::shared_ptr<const DiagnosticReport> Player::take_report() {
  const auto taken = worker_.take();
  if (!taken || !first_) return {};
  // The worker may still have been busy with what a cut made worthless.
  const std::uint64_t step = (*taken)->step, newest = last_ ? last_->step : session_->step();
  if (step < first_->step || step > newest) return {};
  first_reported_ = true;
  reported_gradients_ = (*taken)->gradient_evaluations;
  return *taken;
}

double Player::gradient_evaluations() const {
  const bool counted = !session_->sampler_descriptor().claims.gradients_field.empty();
  return counted ? reported_gradients_ : session_->gradient_evaluations();
}

}  // namespace ergo
