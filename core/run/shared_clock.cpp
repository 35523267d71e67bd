#include "core/run/shared_clock.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ergo {

void SharedClock::set_pace(Pace pace) {
  pace_ = pace;
  settle();
}

double SharedClock::unit() const {
  if (!counts_gradients()) return 1;
  double dearest = 0;
  for (const auto& run : runs_) dearest = std::max(dearest, run->gradients_per_step());
  return dearest;
}

double SharedClock::unit_at(double time) const {
  double dearest = 0;
  for (const auto& run : runs_) dearest = std::max(dearest, run->gradients_per_step_at(time));
  return dearest;
}

std::uint64_t SharedClock::steps() const {
  if (!counts_gradients()) return static_cast<std::uint64_t>(now_ + clock_slack);
  std::uint64_t steps = 0;
  double reached = 0;
  // What steps cost changes at edits alone: up to the first step that begins at one or beyond, or to now.
  for (const double edit : changes(true)) {
    if (edit <= reached || edit >= now_) continue;
    const double unit = unit_at(reached), whole = std::ceil((edit - reached) / unit - clock_slack);
    if (reached + whole * unit > now_ + clock_slack) break;
    steps += static_cast<std::uint64_t>(whole);
    reached += whole * unit;
  }
  return steps + static_cast<std::uint64_t>((now_ - reached) / unit_at(reached) + clock_slack);
}

std::vector<double> SharedClock::edits() const { return changes(false); }

std::vector<double> SharedClock::changes(bool of_edits_that_go_on) const {
  std::set<double> times;
  for (const auto& run : runs_)
    for (const JournalEntry& entry : run->session().journal())
      if (of_edits_that_go_on || !entry.goes_on)
        times.insert(counts_gradients() ? run->gradients_at(entry.step) : static_cast<double>(entry.step));
  return {times.begin(), times.end()};
}

void SharedClock::next() { now_ = (std::floor(now_ / unit() + clock_slack) + 1) * unit(); }

void SharedClock::previous() { now_ = std::max(0.0, (std::floor(now_ / unit() + clock_slack) - 1) * unit()); }

void SharedClock::begin(double time) {
  now_ = time;
  reached_ = end_ = 0;
}

std::uint64_t SharedClock::step_at(const PacedRun& run, double time) const {
  return counts_gradients() ? run.step_within(time) : static_cast<std::uint64_t>(time + clock_slack);
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
  return over < clock_slack ? 0 : std::min(over, 1.0);
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
  for (const auto& run : runs_) furthest = std::max(furthest, time_of(*run));
  // A part of a step owed is still owed.
  if (furthest > now_ || now_ - furthest >= unit()) now_ = furthest;
  reached_ = end_ = now_;
}

}  // namespace ergo
