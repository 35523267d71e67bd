#include "core/live/report_schedule.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/unit/lattice_sampler.h"

namespace ergo {
namespace {

constexpr std::uint64_t frames_ahead = 8;        // a copy waits at most this long for a phase of the cycle
constexpr std::size_t most_kept = 64;            // times that chains are kept for later
constexpr std::size_t kept_memory = 64u << 20;   // bytes of chains kept for later

std::size_t bytes_of(const ChainData& data) {
  return sizeof(double) * (data.state.size() + data.report.size() + data.diverged.size());
}

}  // namespace

ReportSchedule::Wanted ReportSchedule::wanted_by(const View& view) const {
  return {available(view.draws, run_.session().sampler_descriptor()), view.marginals};
}

ReportSchedule::Copied ReportSchedule::present(Wanted wanted, bool edit_begins) const {
  const Session& session = run_.session();
  return {.step = session.step(),
          .gradients = session.gradient_evaluations(),
          .gradients_before = session.sampler_beginning().gradients,
          .seconds = run_.seconds,
          .wanted = wanted,
          .epoch = epoch_,
          .edit_begins = edit_begins,
          .config = session.config()};
}

bool ReportSchedule::may_leave(const View& view) {
  if (run_.session().step() == 0) {
    observe(view);
    return last_ || (requested_ && requested_->epoch == epoch_);
  }
  if (!marked_) return true;
  collect();
  if (requested_) return false;
  // If edits follow one another faster than reports come, the first one is reported.
  if (must_report_ || !later_.empty()) {
    marked_ = false;
  } else {
    planned_.reset();
    request(wanted_by(view));
  }
  return true;
}

std::optional<std::uint64_t> ReportSchedule::planned_step() const {
  return planned_ ? std::optional(planned_->step) : std::nullopt;
}

void ReportSchedule::reached_step() {
  if (planned_ && planned_->step == run_.session().step()) request(std::exchange(planned_, {})->wanted);
}

void ReportSchedule::observe(const View& view) {
  collect();
  // A newer request would replace the first one, unread, in the worker's mailbox.
  if (requested_ || must_report_) return;
  const Wanted wanted = wanted_by(view);
  if (!later_.empty()) return report_kept(wanted);
  const std::uint64_t step = run_.session().step();
  if (last_ && last_->step == step && last_->wanted == wanted) return;
  if (pace_ > 0 && step > 0) {
    if (!planned_) planned_ = {next_planned(), wanted};
    return;
  }
  planned_.reset();
  request(wanted);
}

void ReportSchedule::request(Wanted wanted) {
  run_.session().backend().request_snapshot();
  requested_ = present(wanted, std::exchange(marked_, false));
  collect();  // the CPU copies when it is asked for the data
}

void ReportSchedule::collect() {
  if (!requested_) return;
  Backend& backend = run_.session().backend();
  auto data = backend.take_snapshot();
  if (!data) {
    // A copy asked for before an edit may have gone with its buffers. Asking again does nothing while it is
    // under way. Whichever comes is worthless, and then a new one can be asked for.
    if (requested_->epoch != epoch_) backend.request_snapshot();
    return;
  }
  const Copied copied = *std::exchange(requested_, std::nullopt);
  if (copied.epoch != epoch_) return;
  if (copied.edit_begins || !any_submitted_) must_report_ = copied.step;
  data->step = copied.step;
  submit(copied, std::move(*data), run_.session().begun_at_start());
}

void ReportSchedule::submit(const Copied& copied, ChainData data, bool begun_at_start) {
  any_submitted_ = true;
  worker_.submit({.data = std::move(data),
                  .config = copied.config,
                  .gradient_evaluations = copied.gradients,
                  .draws = copied.wanted.draws,
                  .begun_at_start = begun_at_start,
                  .seconds = copied.seconds,
                  .marginals = copied.wanted.marginals,
                  .gradients_before = copied.gradients_before});
  if (copied.config == run_.session().config()) last_ = copied;
  distribution_.reach({copied.gradients, static_cast<double>(copied.step), copied.seconds});
}

std::size_t ReportSchedule::period() const {
  const auto sampler = make_sampler(run_.session().config());
  const LatticeKernel* kernel = sampler->lattice_kernel();
  return static_cast<std::size_t>(kernel ? kernel->period() : 1);
}

/// The phase of a sampler's cycle that was copied least is next, so that the pace of frames hides none. Without
/// a cycle the next multiple of a power of 2 is: runs at one pace are reported at the same steps, and curves of
/// one run agree however it was watched.
std::uint64_t ReportSchedule::next_planned() {
  const std::size_t period = this->period();
  const std::uint64_t step = run_.session().step();
  if (period < 2) {
    const std::uint64_t stride = std::bit_ceil(pace_);
    return (step / stride + 1) * stride;
  }
  if (phases_seen_.size() != period) phases_seen_.assign(period, 0);
  const std::uint64_t horizon = std::min<std::uint64_t>(period, frames_ahead * pace_);
  // The state at step k is the work of phase k - 1.
  const auto seen = [&](std::uint64_t ahead) -> std::uint64_t& {
    return phases_seen_[(step + ahead - 1) % period];
  };
  std::uint64_t best = 1;
  for (std::uint64_t ahead = 2; ahead <= horizon; ++ahead)
    if (seen(ahead) < seen(best)) best = ahead;
  ++seen(best);
  return step + best;
}

ReportSchedule::Taken ReportSchedule::take() {
  const auto found = worker_.take();
  if (!found) return {};
  Taken taken{*found};
  const DiagnosticReport& report = *taken.report;
  if (must_report_ == report.step) {
    must_report_.reset();
    if (std::exchange(must_report_edit_, false))
      taken.edit = {report.gradient_evaluations, static_cast<double>(report.step), report.seconds};
  }
  if (report.sampler != run_.session().config().sampler.id) {
    last_.reset();  // the run has another sampler since: ask again
    taken.report.reset();
    return taken;
  }
  if (!later_.empty()) return taken;
  report_ = taken.report;
  run_.count(report.gradient_evaluations, report.step);
  return taken;
}

bool ReportSchedule::at_rest() const {
  return !requested_ && report_ && report_->step == run_.session().step();
}

void ReportSchedule::keep_for_later(bool edit_begins) {
  later_.push_back({present({}, edit_begins), run_.session().read(), run_.session().begun_at_start()});
  later_.back().data.step = run_.session().step();
}

std::size_t ReportSchedule::room_for_later() const {
  const std::size_t bytes = later_.empty() ? 1 : std::max<std::size_t>(1, bytes_of(later_.back().data));
  return std::min(most_kept, kept_memory / bytes);
}

void ReportSchedule::report_kept(Wanted wanted) {
  KeptChains next = std::move(later_.front());
  later_.pop_front();
  next.copied.wanted = wanted;
  next.copied.epoch = epoch_;
  must_report_ = next.copied.step;
  must_report_edit_ = next.copied.edit_begins;
  submit(next.copied, std::move(next.data), next.begun_at_start);
}

void ReportSchedule::drop_later(std::uint64_t after) {
  std::erase_if(later_, [&](const KeptChains& kept) { return kept.copied.step > after; });
}

void ReportSchedule::drop_later_of_another_sampler() {
  if (!later_.empty() && later_.back().copied.config.sampler.id != run_.session().config().sampler.id)
    later_.clear();
}

void ReportSchedule::forget_present() {
  ++epoch_;
  worker_.forget();
  last_.reset();
  marked_ = any_submitted_ = false;
  must_report_.reset();
  must_report_edit_ = false;
  planned_.reset();
  report_.reset();
}

}  // namespace ergo
