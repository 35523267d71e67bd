#include "core/diagnostics/target_truth.h"

#include <algorithm>
#include <list>

namespace ergo {
namespace {

constexpr std::size_t most_targets = 8;
constexpr std::size_t mode_draws = 10000;

}  // namespace

TargetTruth::TargetTruth(const UnitChoice& of, std::shared_ptr<const Target> made, MmdEstimator by)
    : choice(of),
      target(std::move(made)),
      estimator(by),
      moments(exact_moments(*target)),
      modes(target->modes()) {
  if (target->lattice())
    sites.emplace(*target->lattice());
  else
    reference.emplace(target, estimator);
  if (modes.size() > 1) cells.emplace(*target, tabulate(*target));
  mode_probability.assign(modes.size(), 0.0);
  if (modes.empty()) return;
  const ExactDraws draws(target);
  for (const Position x : draws(mode_draws, for_modes))
    for (std::size_t k = 0; k < modes.size(); ++k)
      mode_probability[k] += norm(x - modes[k].centre) < modes[k].radius ? 1.0 / mode_draws : 0;
}

std::optional<MmdBand> TargetTruth::band(std::size_t points) const {
  const std::lock_guard lock(mutex_);
  const auto found = bands_.find(points);
  return found == bands_.end() ? std::nullopt : std::optional(found->second);
}

void TargetTruth::keep(std::size_t points, const MmdBand& band) const {
  const std::lock_guard lock(mutex_);
  bands_.insert_or_assign(points, band);
}

std::shared_ptr<const TargetTruth> truth_of(const RunConfig& config, MmdEstimator estimator) {
  static std::mutex mutex;
  static std::list<std::shared_ptr<const TargetTruth>> kept;  // the last one asked for first
  const std::lock_guard lock(mutex);
  const auto found = std::ranges::find_if(kept, [&](const auto& truth) {
    return truth->estimator == estimator && truth->choice == config.target;
  });
  if (found != kept.end()) {
    kept.splice(kept.begin(), kept, found);
    return kept.front();
  }
  kept.push_front(std::make_shared<const TargetTruth>(config.target, make_target(config), estimator));
  if (kept.size() > most_targets) kept.pop_back();
  return kept.front();
}

}  // namespace ergo
