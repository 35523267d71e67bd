#include "core/run/shared_clock.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ergo {
namespace {

constexpr double slack = 1e-9;  // of a step: times are sums of costs

}  // namespace

double PacedRun::gradients_per_step() const {
  return counted() && counted_cost_ > 0 ? counted_cost_ : session().gradients_per_step();
}

double PacedRun::gradients_per_step_at(double gradients) const {
  if (counted() && gradients >= session().sampler_beginning().gradients) return gradients_per_step();
  const std::uint64_t step = session().step_within(gradients);
  return session().gradients_at(step + 1) - session().gradients_at(step);
}

double PacedRun::gradients_at(std::uint64_t step) const {
  if (!counted() || step < session().sampler_beginning().step) return session().gradients_at(step);
  const auto [begun, before] = session().sampler_beginning();
  return before + gradients_per_step() * static_cast<double>(step - begun);
}

double PacedRun::gradient_evaluations() const {
  return counted() ? gradients_at(session().step()) : session().gradient_evaluations();
}

std::uint64_t PacedRun::step_within(double gradients) const {
  if (!counted() || gradients < session().sampler_beginning().gradients)
    return session().step_within(gradients);
  const auto [begun, before] = session().sampler_beginning();
  return begun + static_cast<std::uint64_t>((gradients - before) / gradients_per_step() + slack);
}

void PacedRun::count(double gradients, std::uint64_t step) {
  const auto [begun, before] = session().sampler_beginning();
  if (step > begun) counted_cost_ = (gradients - before) / static_cast<double>(step - begun);
}

void SharedClock::set_pace(Pace pace) {
  pace_ = pace;
  settle();
}

double SharedClock::unit() const {
  if (!counts_gradients()) return 1;
  double dearest = 0;
  for (const PacedRun* run : runs_) dearest = std::max(dearest, run->gradients_per_step());
  return dearest;
}

double SharedClock::unit_at(double time) const {
  double dearest = 0;
  for (const PacedRun* run : runs_) dearest = std::max(dearest, run->gradients_per_step_at(time));
  return dearest;
}

std::uint64_t SharedClock::steps() const {
  if (!counts_gradients()) return static_cast<std::uint64_t>(now_ + slack);
  std::uint64_t steps = 0;
  double reached = 0;
  // What steps cost changes at edits alone: up to the first step that begins at one or beyond, or to now.
  for (const double edit : changes(true)) {
    if (edit <= reached || edit >= now_) continue;
    const double unit = unit_at(reached), whole = std::ceil((edit - reached) / unit - slack);
    if (reached + whole * unit > now_ + slack) break;
    steps += static_cast<std::uint64_t>(whole);
    reached += whole * unit;
  }
  return steps + static_cast<std::uint64_t>((now_ - reached) / unit_at(reached) + slack);
}

std::vector<double> SharedClock::edits() const { return changes(false); }

std::vector<double> SharedClock::changes(bool of_edits_that_go_on) const {
  std::set<double> times;
  for (const PacedRun* run : runs_)
    for (const JournalEntry& entry : run->session().journal())
      if (of_edits_that_go_on || !entry.goes_on)
        times.insert(counts_gradients() ? run->gradients_at(entry.step) : static_cast<double>(entry.step));
  return {times.begin(), times.end()};
}

void SharedClock::next() { now_ = (std::floor(now_ / unit() + slack) + 1) * unit(); }

void SharedClock::previous() { now_ = std::max(0.0, (std::floor(now_ / unit() + slack) - 1) * unit()); }

void SharedClock::begin(double time) {
  now_ = time;
  reached_ = end_ = 0;
}

std::uint64_t SharedClock::step_at(const PacedRun& run, double time) const {
  return counts_gradients() ? run.step_within(time) : static_cast<std::uint64_t>(time + slack);
}

double SharedClock::time_of(const PacedRun& run) const {
  return counts_gradients() ? run.gradient_evaluations() : static_cast<double>(run.session().step());
}

std::uint64_t SharedClock::step_of(std::size_t run) const {
  const std::uint64_t step = step_at(*runs_[run], now_);
  return now_ >= reached_ ? std::max(step, runs_[run]->session().step()) : step;
}

std::uint64_t SharedClock::steps_within(std::size_t run, double steps) const {
  const std::uint64_t before = step_at(*runs_[run], std::max(0.0, now_ - steps * unit()));
  return std::max<std::uint64_t>(1, step_at(*runs_[run], now_) - before);
}

double SharedClock::step_length(const PacedRun& run) const {
  return counts_gradients() ? run.gradients_per_step() : 1;
}

double SharedClock::phase(std::size_t run) const {
  const double over = (now_ - time_of(*runs_[run])) / step_length(*runs_[run]);
  return over < slack ? 0 : std::min(over, 1.0);
}

double SharedClock::at_phase(std::size_t run, double phase) const {
  return time_of(*runs_[run]) + phase * step_length(*runs_[run]);
}

void SharedClock::arrived() {
  reached_ = now_;
  end_ = std::max(end_, now_);
}

void SharedClock::settle() {
  double furthest = 0;
  for (const PacedRun* run : runs_) furthest = std::max(furthest, time_of(*run));
  // A part of a step owed is still owed.
  if (furthest > now_ || now_ - furthest >= unit()) now_ = furthest;
  reached_ = end_ = now_;
}

}  // namespace ergo
