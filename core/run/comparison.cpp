#include "core/run/comparison.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ergo {

class Comparison::Run : public PacedRun {
 public:
  explicit Run(Session& session) : session_(session) {}
  const Session& session() const override { return session_; }
  void count_now() {
    if (const auto spent = counted_gradients(session_.read(), session_.sampler_descriptor()))
      count(session_.sampler_beginning().gradients + *spent, session_.step());
  }

 private:
  Session& session_;
};

Comparison::Comparison(Sessions sessions, Pace pace) : sessions_(std::move(sessions)) {
  std::vector<const PacedRun*> followed;
  for (const auto& session : sessions_) {
    runs_.push_back(std::make_unique<Run>(*session));
    followed.push_back(runs_.back().get());
  }
  clock_.follow(std::move(followed));
  clock_.set_pace(pace);
}

Comparison::Comparison(Comparison&&) = default;
Comparison::~Comparison() = default;

std::vector<const Session*> Comparison::sessions() const {
  std::vector<const Session*> all;
  for (const auto& session : sessions_) all.push_back(session.get());
  return all;
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
  for (const auto& session : sessions_) session->backend().read_chain(0);
}

void Comparison::advance_within(double share, const Stepping& stepping) {
  if (!begun_) begun_ = {clock_.now(), clock_.now() + clock_.unit()};
  clock_.set(begun_->from + share * (begun_->to - begun_->from));
  move_all(stepping);
}

void Comparison::move_all(const Stepping& stepping) {
  for (std::size_t run = 0; run < runs_.size(); ++run) move(run, stepping);
  clock_.arrived();
}

/// A run whose steps differ in cost goes half of the way and is counted, until the way is gone: the less is
/// left, the better its cost is known.
void Comparison::move(std::size_t run, const Stepping& stepping) {
  const Session& session = runs_[run]->session();
  while (const std::uint64_t way = clock_.step_of(run) - session.step()) {
    const bool counted = clock_.counts_gradients() && runs_[run]->counted();
    stepping(static_cast<int>(run), counted ? (way + 1) / 2 : way);
    if (counted) runs_[run]->count_now();
  }
}

}  // namespace ergo
