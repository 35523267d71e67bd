#include "core/live/report_schedule.h"

#include <algorithm>
#include <utility>

#include "core/diagnostics/start_overlap.h"
#include "core/unit/lattice_sampler.h"

namespace ergo {
namespace {

constexpr std::size_t most_waiting = 64;           // reports of a run that is watched
constexpr std::size_t most_kept = 64;              // of a way that is not
constexpr std::size_t waiting_memory = 64u << 20;  // bytes of chains that may wait

std::size_t bytes_of_chains(const Session& session) {
  const Descriptor& sampler = session.sampler_descriptor();
  return sizeof(double) * session.config().chains *
         (static_cast<std::size_t>(state_size(sampler) + session.target().configuration_words()) +
          sampler.channels.size() + 1);
}

}  // namespace

ReportSchedule::Wanted ReportSchedule::wanted_by(const View& view) const {
  return {available(view.draws, run_.session().sampler_descriptor()), view.marginals};
}

ReportSchedule::Copied ReportSchedule::present(Wanted wanted, ReportOccasion occasion) const {
  const Session& session = run_.session();
  return {.step = session.step(),
          .gradients_before = session.sampler_beginning().gradients,
          .seconds = run_.seconds,
          .wanted = wanted,
          .epoch = epoch_,
          .occasion = occasion,
          .config = session.config(),
          .begun_at_start = session.begun_at_start(),
          .learning = session.learning() && !occasion.channels_only
                          ? std::optional(session.learning()->report())
                          : std::nullopt,
          .start_words = known_start(session)};
}

bool ReportSchedule::due() const {
  const std::uint64_t step = run_.session().step();
  return (step == 0 || marked_ || next_ == step) && copied_ != step;
}

ReportOccasion ReportSchedule::occasion() const {
  const std::uint64_t step = run_.session().step();
  if (step == 0 || marked_) return {};
  const double before = run_.gradients_at(step - 1), now = run_.gradients_at(step);
  return {.channels_only = !grid().passed(before, now, ReportGrid::all)};
}

std::uint64_t ReportSchedule::next_step() {
  const std::uint64_t step = run_.session().step();
  if (next_ && *next_ > step) return *next_;
  const double now = run_.gradients_at(step);
  const ReportGrid grid = this->grid();
  const double wanted = std::min(grid.next(now, ReportGrid::channels), grid.next(now, ReportGrid::all));
  std::uint64_t reached = run_.step_within(wanted);
  if (run_.gradients_at(reached) < wanted * (1 - clock_slack)) ++reached;
  next_ = std::max(reached, step + 1);
  return *next_;
}

bool ReportSchedule::may_leave(const View& view) {
  submit_kept(view);
  collect();
  if (!due()) return true;
  if (!requested_) reached_step(view);
  if (requested_) {
    run_.session().backend().read_chain(0);  // waits for the device, which has the copy then
    collect();
  }
  return !due();
}

void ReportSchedule::reached_step(const View& view) {
  if (due() && !requested_ && room()) request(wanted_by(view), occasion());
}

void ReportSchedule::observe(const View& view) {
  submit_kept(view);
  collect();
  const std::uint64_t step = run_.session().step();
  if (requested_ || (moving_ && step > 0)) return;
  if (due()) return reached_step(view);
  const Wanted wanted = wanted_by(view);
  if (last_ && last_->step == step && last_->wanted == wanted && !last_->occasion.channels_only) return;
  request(wanted, {.at_rest = true});
}

void ReportSchedule::expect_new_report() {
  last_.reset();
  if (next_ != run_.session().step()) next_.reset();  // steps may have another cost
}

void ReportSchedule::mark_edit() {
  marked_ = true;
  copied_.reset();
}

void ReportSchedule::request(Wanted wanted, ReportOccasion occasion) {
  run_.session().backend().request_snapshot();
  requested_ = present(wanted, occasion);
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
  Copied copied = *std::exchange(requested_, std::nullopt);
  if (copied.epoch == epoch_) submit(std::move(copied), std::move(*data));
}

void ReportSchedule::submit(Copied copied, ChainData data) {
  data.step = copied.step;
  if (!copied.occasion.at_rest) {
    copied_ = copied.step;
    marked_ = false;
    const bool present_sampler = copied.config.sampler.id == run_.session().config().sampler.id;
    const auto spent = counted_gradients(data, sampler_unit(copied.config.sampler.id).descriptor);
    if (spent && present_sampler) run_.count(copied.gradients_before + *spent, copied.step);
  }
  copied.occasion.serial = ++submitted_;
  const double gradients = run_.gradients_at(copied.step);
  worker_.submit({.data = std::move(data),
                  .config = copied.config,
                  .gradient_evaluations = gradients,
                  .draws = copied.wanted.draws,
                  .begun_at_start = copied.begun_at_start,
                  .seconds = copied.seconds,
                  .marginals = copied.wanted.marginals,
                  .gradients_before = copied.gradients_before,
                  .learning = copied.learning,
                  .start_words = copied.start_words,
                  .occasion = copied.occasion});
  distribution_.reach({gradients, static_cast<double>(copied.step), copied.seconds});
  if (copied.config == run_.session().config()) last_ = std::move(copied);
}

std::size_t ReportSchedule::period() const {
  return static_cast<std::size_t>(make_sampler(run_.session().config())->period());
}

DiagnosticsWorker::Reports ReportSchedule::take() {
  DiagnosticsWorker::Reports taken = worker_.take();
  for (const auto& report : taken) {
    reported_ = std::max(reported_, report->occasion.serial);
    if (!report->occasion.channels_only && report->sampler == run_.session().config().sampler.id)
      report_ = report;
  }
  return taken;
}

bool ReportSchedule::at_rest() const {
  return !requested_ && !unfinished() && report_ && last_ && last_->step == run_.session().step() &&
         report_->occasion.serial == last_->occasion.serial;
}

void ReportSchedule::keep(bool edit_begins) {
  kept_.push_back({present({}, {.edit_begins = edit_begins}), run_.session().read()});
}

std::size_t ReportSchedule::room_to_keep() const {
  return std::min(most_kept, waiting_memory / bytes_of_chains(run_.session()));
}

void ReportSchedule::submit_kept(const View& view) {
  for (KeptChains& each : std::exchange(kept_, {})) {
    const Descriptor& sampler = sampler_unit(each.copied.config.sampler.id).descriptor;
    each.copied.wanted = {available(view.draws, sampler), view.marginals};
    submit(std::move(each.copied), std::move(each.data));
  }
}

bool ReportSchedule::room() const {
  const auto [requests, bytes] = worker_.backlog();
  return requests < most_waiting && bytes < waiting_memory;
}

void ReportSchedule::forget_after(double step) {
  std::erase_if(kept_, [step](const KeptChains& each) { return static_cast<double>(each.copied.step) > step; });
  worker_.forget_after(step);
  reported_ = submitted_;
}

void ReportSchedule::forget_present() {
  ++epoch_;
  forget_after(static_cast<double>(run_.session().step()));
  last_.reset();
  next_.reset();
  copied_.reset();
  marked_ = false;
  report_.reset();
}

void ReportSchedule::begin_anew() {
  forget_present();
  forget_after(-1);
}

}  // namespace ergo
