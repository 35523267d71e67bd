// What a player asks of the diagnostics, and what comes back.
#include <algorithm>
#include <bit>

#include "core/live/player.h"
#include "core/unit/lattice_sampler.h"

namespace ergo {
namespace {

constexpr std::uint64_t look_frames = 8;  // a look waits so long for its phase at most

}  // namespace

Player::Shown Player::shown(const View& view) const {
  return {available(view.draws, session_->sampler_descriptor()), view.marginals};
}

bool Player::seen_here(const View& view) {
  if (session_->step() == 0) {
    observe(view);
    return last_ || (requested_ && requested_->epoch == epoch_);
  }
  if (!marked_) return true;
  collect();
  if (requested_) return false;
  // Of edits that follow one another faster than reports come, the first is reported.
  if (owed_ || !way_.empty()) {
    marked_ = false;
  } else {
    planned_.reset();
    look(shown(view));
  }
  return true;
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
  if (seen.marked || !begun_) owed_ = seen.step;
  data->step = seen.step;
  submit(seen, std::move(*data), session_->begun_at_start());
}

void Player::submit(const Sight& seen, ChainData data, bool begun_at_start) {
  begun_ = true;
  worker_.submit({.data = std::move(data),
                  .config = seen.config,
                  .gradient_evaluations = seen.gradients,
                  .draws = seen.shown.draws,
                  .begun_at_start = begun_at_start,
                  .seconds = seen.seconds,
                  .marginals = seen.shown.marginals,
                  .gradients_before = seen.gradients_before});
  if (seen.config == session_->config()) last_ = seen;
  moments_.add({seen.gradients, static_cast<double>(seen.step), seen.seconds});
  lead_distribution(seen.step);
}

void Player::lead_distribution(std::uint64_t step) {
  if (!session_->target().lattice()) return distribution_worker_.forget();
  distribution_worker_.follow(session_->initial(), session_->journal(), step);
}

std::vector<Player::Infinite> Player::take_infinite() {
  infinite_ = distribution_worker_.newest();
  // The run may be on another lattice since.
  const LatticeTarget* lattice = session_->target().lattice();
  if (infinite_ && !(lattice && infinite_->distribution.distribution->size() == lattice->sides().count()))
    infinite_.reset();
  std::vector<Infinite> found;
  for (const DistributionPoint& point : distribution_worker_.take())
    found.push_back({moments_.at(point.step), point.total_variation});
  return found;
}

void Player::observe(const View& view) {
  collect();
  // A newer request would replace the first one, unread, in the worker's mailbox.
  if (requested_ || owed_) return;
  const Shown wanted = shown(view);
  if (!way_.empty()) return report_way(wanted);
  if (last_ && last_->step == session_->step() && last_->shown == wanted) return;
  if (pace_ > 0 && session_->step() > 0) {
    if (planned_) return;
    planned_ = {next_look(), wanted};
    return;
  }
  planned_.reset();
  look(wanted);
}

void Player::look(Shown shown) {
  session_->backend().request_snapshot();
  requested_ = sight(shown, std::exchange(marked_, false));
  collect();  // the CPU copies when it is asked for the data
}

Player::Sight Player::sight(Shown shown, bool marked) const {
  return {.step = session_->step(),
          .gradients = session_->gradient_evaluations(),
          .gradients_before = session_->sampler_beginning().gradients,
          .seconds = seconds_,
          .shown = shown,
          .epoch = epoch_,
          .marked = marked,
          .config = session_->config()};
}

std::size_t Player::period() const {
  const auto sampler = make_sampler(session_->config());
  const LatticeKernel* kernel = sampler->lattice_kernel();
  return static_cast<std::size_t>(kernel ? kernel->period() : 1);
}

std::uint64_t Player::next_look() {
  const std::size_t period = this->period();
  if (period < 2) {
    // Whole steps of a power of 2: runs of one pace are seen at the same steps, those of others at shared
    // ones, so that curves of one run agree however it was watched.
    const std::uint64_t stride = std::bit_ceil(pace_);
    return (session_->step() / stride + 1) * stride;
  }
  if (phases_seen_.size() != period) phases_seen_.assign(period, 0);
  const std::uint64_t horizon = std::min<std::uint64_t>(period, look_frames * pace_);
  // The state at step k is the work of phase k - 1.
  const auto seen = [&](std::uint64_t ahead) -> std::uint64_t& {
    return phases_seen_[(session_->step() + ahead - 1) % period];
  };
  std::uint64_t best = 1;
  for (std::uint64_t ahead = 2; ahead <= horizon; ++ahead)
    if (seen(ahead) < seen(best)) best = ahead;
  ++seen(best);
  return session_->step() + best;
}

bool Player::asked_of_this() const {
  const RunConfig& run = session_->config();
  return equilibrium_of_ && equilibrium_of_->target == run.target &&
         equilibrium_of_->sampler == run.sampler && equilibrium_of_->gradient_noise == run.gradient_noise;
}

bool Player::follow_equilibrium() {
  if (!asked_of_this()) {
    const RunConfig& run = session_->config();
    equilibrium_of_ = run;
    equilibrium_.reset();
    std::shared_ptr<const Target> target = make_target(run);
    const bool possible = EquilibriumWorker::possible(run, *target);
    equilibrium_worker_.submit(possible ? std::vector{run} : std::vector<RunConfig>(), std::move(target));
  }
  const auto found = equilibrium_worker_.found();
  if (equilibrium_ || found.empty()) return false;
  equilibrium_ = found.front();
  return true;
}

bool Player::at_rest() const {
  if (requested_ || !report_ || report_->step != session_->step()) return false;
  if (!asked_of_this() || !equilibrium_worker_.at_rest()) return false;
  if (!equilibrium_ && !equilibrium_worker_.found().empty()) return false;
  if (!distribution_worker_.at_rest()) return false;
  const auto newest = distribution_worker_.newest();
  return !newest || (infinite_ && infinite_->step == newest->step);
}

std::shared_ptr<const DiagnosticReport> Player::take_report() {
  const auto taken = worker_.take();
  if (!taken) return {};
  if (owed_ == (*taken)->step) {
    owed_.reset();
    const DiagnosticReport& first = **taken;
    if (std::exchange(owed_mark_, false) && on_mark)
      on_mark({first.gradient_evaluations, static_cast<double>(first.step), first.seconds});
  }
  if ((*taken)->sampler != session_->config().sampler.id) {
    last_.reset();  // the tape has gone on to another since: ask again
    return {};
  }
  if (!way_.empty()) return *taken;
  report_ = *taken;
  count(report_->gradient_evaluations, report_->step);
  return report_;
}

}  // namespace ergo
