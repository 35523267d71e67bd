#include "core/live/player.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/backend/reloads_kernels.h"
#include "core/picture/visible_steps.h"
#include "core/run/tape.h"

namespace ergo {
namespace {

// Frames are stepped in portions to draw trails. The points of a section lie between the ends of a portion, and
// divergences are seen at its end alone, so these need more of them.
constexpr std::uint64_t trail_portions = 8, kept_portions = 32;

/// Adds the time of its own life to a number of seconds.
class Timed {
 public:
  explicit Timed(double& seconds) : seconds_(seconds) {}
  Timed(const Timed&) = delete;
  ~Timed() { seconds_ += std::chrono::duration<double>(Clock::now() - begun_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  Clock::time_point begun_ = Clock::now();
};

/// Whether an edit begins at this step of a journal.
bool edit_begins(const Journal& journal, std::uint64_t step) {
  return std::ranges::any_of(
      journal, [step](const JournalEntry& entry) { return entry.step == step && !entry.goes_on; });
}

}  // namespace

Player::Player(std::shared_ptr<Machine> machine, const RunConfig& config, const Journal& journal)
    : machine_(std::move(machine)),
      shader_revision_(machine_->shaders()->revision()),
      run_(std::make_shared<PacedRun>(make_session(config, journal))),
      scene_(machine_->scenes()()),
      distribution_(*run_),
      reports_(*run_, distribution_) {}

std::unique_ptr<Session> Player::make_session(const RunConfig& config, const Journal& journal) const {
  return std::make_unique<Session>(config, machine_->backends(), journal);
}

std::unique_ptr<Player> Player::duplicate() const {
  auto other = std::make_unique<Player>(machine_, session().initial(), session().journal());
  if (const Checkpoint* kept = session().kept_before(session().step())) other->session().resume(*kept);
  other->session().rewind(session().step());
  other->history_->restore(*history_);
  return other;
}

void Player::open(const RunConfig& config, const Journal& journal) {
  run_->replace(make_session(config, journal));
  tuning_.reset();
  parameters_.forget();
  reports_.forget_request();
  motion_ = {};
  if (followed_) follow(followed_->chain());
  begin_anew();
}

RunPosition Player::position() const {
  return {session().initial(), session().journal(), session().step(), gradient_evaluations(), run_->seconds};
}

void Player::go_to(const RunPosition& position) {
  if (position.moment) session().resume(*position.moment);
  session().rewind(position.step);
  motion_ = {};
  forget_present();
  run_->count(position.gradients, session().step());
  run_->seconds = position.seconds;
}

void Player::restore(const RunPosition& position) {
  const Journal& journal = session().journal();
  if (session().initial() != position.initial) {
    open(position.initial, position.journal);
  } else if (journal != position.journal) {
    replace_tape(position.journal, parting(journal, position.journal));
  }
  go_to(position);
}

void Player::forget_present() {
  reports_.forget_present();
  distribution_.forget_present();
  scene_->clear_trails();
}

void Player::begin_anew() {
  forget_present();
  reports_.begin_anew();
  distribution_.begin_anew(-1);
  run_->seconds = 0;
  history_->cut(-1);
}

Effect Player::assign(const std::vector<Assignment>& assignments, bool same_edit) {
  motion_ = {};  // a sampler removed and chosen again at one step begins with other momenta
  Effect effect = Effect::none;
  for (const Assignment& assignment : assignments)
    effect = std::max(effect, session().assign(assignment, same_edit));
  if (effect == Effect::none) return effect;
  if (effect > Effect::live) reports_.discard_copies();
  reports_.expect_new_report();
  if (session().step() == 0) {
    begin_anew();
    return effect;
  }
  distribution_.reach(now());
  history_->cut(gradient_evaluations());  // the tape ended here
  if (!session().journal().back().goes_on) mark_edit();
  return effect;
}

void Player::mark_edit() {
  reports_.mark_edit();
  history_->mark(now());
}

void Player::replace_tape(const Journal& journal, std::uint64_t step) {
  session().retape(journal, step);
  motion_ = {};
  forget_present();
  distribution_.begin_anew(gradient_evaluations());
  // A mark at the step itself is one of the new tape.
  history_->cut(std::nextafter(gradient_evaluations(), -1));
  if (edit_begins(journal, step)) history_->mark(now());
}

bool Player::reload_shaders() {
  const unsigned revision = machine_->shaders()->revision();
  if (std::exchange(shader_revision_, revision) == revision) return false;
  if (auto* compiled = dynamic_cast<ReloadsKernels*>(&session().backend())) compiled->reload();
  return true;
}

void Player::restart() {
  session().restart();
  begin_anew();
}

Moment Player::now() const {
  return {gradient_evaluations(), static_cast<double>(session().step()), run_->seconds};
}

void Player::go_to(std::uint64_t step, const View& view) {
  constexpr std::uint64_t leap = 256;  // steps that take longer than the trails they would draw are worth
  const std::uint64_t now = session().step();
  reports_.set_moving(step > now);
  const Checkpoint* kept = session().kept_before(step);
  const bool ahead = kept && kept->blob.step > now + leap;
  if (step < now || ahead) {
    const std::uint64_t reached = ahead ? kept->blob.step : step;
    session().rewind(reached);
    distribution_.reach_step(reached);
    if (now > 0) run_->seconds *= static_cast<double>(reached) / static_cast<double>(now);
    forget_present();
  }
  if (step > session().step()) advance(step - session().step(), view);
}

std::uint64_t Player::steps_to_edit() const {
  for (const JournalEntry& entry : session().journal())
    if (entry.step > session().step() && !entry.goes_on) return entry.step - session().step();
  return std::numeric_limits<std::uint64_t>::max();
}

void Player::advance(std::uint64_t steps, const View& view) {
  const bool watched = follows_paths(view) || keeps_marks(view);
  if (watched != watched_) scene_->clear_trails();
  watched_ = watched;
  const std::uint64_t portions = keeps_marks(view) ? kept_portions : trail_portions;
  const std::uint64_t portion =
      watched ? std::max<std::uint64_t>(1, (steps + portions - 1) / portions) : steps;
  if (followed_) followed_->follow(session());
  for (std::uint64_t left = steps; left > 0;) {
    const Timed timed(run_->seconds);
    if (!reports_.may_leave(view)) return;
    const std::uint64_t edit = steps_to_edit();
    std::uint64_t now = std::min({left, portion, edit, reports_.next_step() - session().step()});
    if (followed_) now = std::min(now, FollowedChain::portion);
    session().advance(now);
    if (now == edit) mark_edit();
    if (watched) scene_->accumulate(session(), view);
    if (followed_) followed_->follow(session());
    reports_.reached_step(view);
    left -= now;
    chain_steps_ += now * session().config().chains;
  }
}

void Player::fast_forward(std::uint64_t step) {
  if (step <= session().step()) return session().rewind(step);
  const std::size_t most = reports_.room_to_keep();
  if (most < 2) return session().rewind(step);
  reports_.keep(false);
  // Multiples of a power of 2, as for a run that is watched; with a cycle, every phase of it in turn.
  std::uint64_t stride = std::bit_ceil(std::max<std::uint64_t>(1, (step - session().step()) / most));
  while (std::gcd(stride, reports_.period()) > 1) ++stride;
  while (session().step() < step) {
    const std::uint64_t now = session().step(), edit = steps_to_edit();
    const std::uint64_t next = std::min({step - now, stride - now % stride, edit});
    {
      const Timed timed(run_->seconds);
      session().advance(next);
    }
    reports_.keep(next == edit);
  }
}

std::shared_ptr<const DiagnosticReport> Player::take_report() {
  std::shared_ptr<const DiagnosticReport> newest;
  for (const auto& report : reports_.take()) {
    if (report->occasion.edit_begins)
      history_->mark({report->gradient_evaluations, static_cast<double>(report->step), report->seconds});
    history_->add(*report);
    const bool failed = !report->error.empty();
    if (failed || report.get() == reports_.newest()) newest = report;
  }
  return newest;
}

void Player::restore_history(const RunHistory& kept, const RunPosition* up_to) {
  history_->restore(kept);
  if (!up_to) return;
  // A mark at the position itself is one of its own tape.
  history_->cut(std::nextafter(up_to->gradients, -1));
  if (edit_begins(up_to->journal, up_to->step))
    history_->mark({up_to->gradients, static_cast<double>(up_to->step), up_to->seconds});
}

void Player::follow(std::optional<std::uint32_t> chain) {
  followed_.reset();
  if (chain) followed_.emplace(*chain).follow(session());
}

void Player::draw(const View& view, double phase, bool paused) {
  if (paused) scene_->hold_trails();
  scene_->draw(session(), view, phase > 0 ? motion_.at(session(), phase) : nullptr);
  if (followed_) followed_->follow(session());
  if (tuning_) tuning_->advance();
  parameters_.advance(session().config(), machine_->backends());
}

void Player::tune(const TuningOptions& options) {
  const RunConfig& run = session().config();
  tuning_ = std::make_unique<Tuning>(run, machine_->backends()(backend_for(run)), options);
}

}  // namespace ergo
