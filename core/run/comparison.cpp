#include "core/run/comparison.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ergo {

Comparison::Comparison(Sessions sessions, Pace pace) {
  std::vector<std::shared_ptr<PacedRun>> runs;
  for (auto& session : sessions) runs.push_back(std::make_shared<PacedRun>(std::move(session)));
  set_runs(std::move(runs));
  clock_.set_pace(pace);
}

void Comparison::set_runs(std::vector<std::shared_ptr<PacedRun>> runs) {
  runs_ = std::move(runs);
  clock_.follow({runs_.begin(), runs_.end()});
}

std::vector<const Session*> Comparison::sessions() const {
  std::vector<const Session*> all;
  for (const auto& run : runs_) all.push_back(&std::as_const(*run).session());
  return all;
}

std::vector<RunConfig> Comparison::configs() const {
  std::vector<RunConfig> all;
  for (const Session* session : sessions()) all.push_back(session->config());
  return all;
}

void Comparison::go_to_clock(const std::function<void(int run, std::uint64_t step)>& go_to) {
  for (int run = 0; run < count(); ++run) go_to(run, clock_.step_of(static_cast<std::size_t>(run)));
}

bool Comparison::costs_stay() const {
  return !clock_.counts_gradients() || std::ranges::none_of(runs_, [](const auto& run) {
    const Journal& journal = run->session().journal();
    return run->counted() || (!journal.empty() && journal.back().step > run->session().step());
  });
}

void Comparison::advance(std::uint64_t steps) {
  advance(steps, [this](int run, std::uint64_t count) { session(run).advance(count); });
}

void Comparison::advance(std::uint64_t steps, const Stepping& stepping) {
  constexpr double worth = 0.05;  // seconds
  const auto begun = std::chrono::steady_clock::now();
  for (const std::uint64_t end = steps_ + steps; steps_ < end;) {
    const std::uint64_t portion = costs_stay() && !begun_ ? end - steps_ : 1;
    steps_ += portion;
    if (begun_)
      clock_.set(std::exchange(begun_, {})->to);
    else
      clock_.advance(static_cast<double>(portion));
    move_all(stepping);
  }
  wait();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
  const double affordable = static_cast<double>(steps) * worth / taken.count();
  portion_ = static_cast<std::uint64_t>(std::clamp(affordable, 1.0, 2.0 * static_cast<double>(portion_)));
}

void Comparison::wait() {
  for (const auto& run : runs_) run->session().backend().read_chain(0);
}

void Comparison::advance_within(double share, const Stepping& stepping) {
  if (!begun_) begun_ = {clock_.now(), clock_.now() + clock_.unit()};
  clock_.set(begun_->from + share * (begun_->to - begun_->from));
  move_all(stepping);
}

/// A run whose steps differ in cost goes half of the way and is counted, until the way is gone: the less is
/// left, the better its cost is known.
void Comparison::move_all(const Stepping& stepping) {
  go_to_clock([&](int number, std::uint64_t step) {
    PacedRun& run = *runs_[static_cast<std::size_t>(number)];
    const bool counted = clock_.counts_gradients() && run.counted();
    while (const std::uint64_t way = step - run.session().step()) {
      stepping(number, counted ? (way + 1) / 2 : way);
      if (!counted) continue;
      run.count_now();
      step = clock_.step_of(static_cast<std::size_t>(number));
    }
  });
  clock_.arrived();
}

}  // namespace ergo
