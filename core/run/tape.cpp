// What a run's journal makes of its configuration, and what the steps along it cost.
#include "core/run/tape.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/config/chain_edit.h"
#include "core/site_plane/site_plane.h"

namespace ergo {

Effect apply_entry(RunConfig& config, const JournalEntry& entry) {
  RunConfig edited = config;
  const Effect effect = apply_in_run(edited, entry.assignment);
  if (effect == Effect::restart)
    throw Error("a journal cannot change", entry.assignment.path, "live parameters, target and sampler",
                "journal, step " + std::to_string(entry.step));
  config = std::move(edited);
  return effect;
}

std::uint64_t parting(const Journal& one, const Journal& other) {
  const auto [a, b] = std::ranges::mismatch(one, other);
  std::uint64_t step = std::numeric_limits<std::uint64_t>::max();
  if (a != one.end()) step = a->step;
  if (b != other.end()) step = std::min(step, b->step);
  return step;
}

namespace {

/// Sites of a target of configurations. Plots ask for costs again and again: kept for the last few targets.
int sites_of(const UnitChoice& target) {
  constexpr std::size_t most = 16;
  static std::mutex mutex;
  static std::deque<std::pair<UnitChoice, int>> known;
  const std::lock_guard lock(mutex);
  const auto found = std::ranges::find(known, target, &std::pair<UnitChoice, int>::first);
  if (found != known.end()) return found->second;
  const std::unique_ptr<Target> made = make_target(target);
  const SitePlane* plane = made->sites();
  known.emplace_front(target, plane ? plane->model()->sites() : 1);
  if (known.size() > most) known.pop_back();
  return known.front().second;
}

}  // namespace

double cost_of(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const Parameters values(sampler.parameters, config.sampler.values);
  const double gradients = sampler.gradients_per_step(values);
  const double single = sampler.single_sites_per_step(values);
  return single > 0 ? gradients + single / sites_of(config.target) : gradients;
}

namespace {

constexpr double budget_slack = 1e-9;  // of a step: budgets are sums of costs

/// As if every step cost the most that it can.
double most_gradients_at(RunConfig config, const Journal& journal, std::uint64_t step) {
  double spent = 0;
  std::uint64_t reached = 0;
  for (const JournalEntry& entry : journal) {
    const std::uint64_t until = std::min(entry.step, step);
    spent += cost_of(config) * static_cast<double>(until - reached);
    reached = until;
    apply_entry(config, entry);
  }
  return spent + cost_of(config) * static_cast<double>(step - reached);
}

std::uint64_t step_within_most(RunConfig config, const Journal& journal, double gradients) {
  std::uint64_t step = 0;
  for (auto entry = journal.begin();; ++entry) {
    for (; entry != journal.end() && entry->step <= step; ++entry) apply_entry(config, *entry);
    const double cost = cost_of(config);
    const auto affordable = static_cast<std::uint64_t>(std::max(0.0, gradients / cost + budget_slack));
    if (entry == journal.end() || affordable < entry->step - step) return step + affordable;
    gradients -= cost * static_cast<double>(entry->step - step);
    step = entry->step;
    apply_entry(config, *entry);
  }
}

}  // namespace

double gradients_at(const RunConfig& config, const Journal& journal, const std::vector<Counted>& counted,
                    std::uint64_t step) {
  Counted last;  // of those before the step
  for (const Counted& part : counted) {
    if (step <= part.begin) break;
    if (step < part.end) {
      const double share =
          static_cast<double>(step - part.begin) / static_cast<double>(part.end - part.begin);
      return part.before + share * (part.after - part.before);
    }
    last = part;
  }
  return last.after +
         (most_gradients_at(config, journal, step) - most_gradients_at(config, journal, last.end));
}

std::uint64_t step_within(const RunConfig& config, const Journal& journal,
                          const std::vector<Counted>& counted, double gradients) {
  Counted last;
  for (const Counted& part : counted) {
    if (gradients < part.before) break;
    if (gradients < part.after) {
      const double share = (gradients - part.before) / (part.after - part.before);
      return part.begin +
             static_cast<std::uint64_t>(share * static_cast<double>(part.end - part.begin) + budget_slack);
    }
    last = part;
  }
  return step_within_most(config, journal,
                          most_gradients_at(config, journal, last.end) + (gradients - last.after));
}

}  // namespace ergo
