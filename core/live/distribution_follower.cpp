#include "core/live/distribution_follower.h"

#include <utility>
#include <vector>

namespace ergo {

void DistributionFollower::reach(const Moment& at) {
  moments_.add(at);
  reach_step(static_cast<std::uint64_t>(at.steps));
}

void DistributionFollower::reach_step(std::uint64_t step) {
  const Session& session = run_.session();
  if (!session.target().lattice()) return worker_.forget();
  worker_.follow(session.initial(), session.journal(), step);
}

void DistributionFollower::begin_anew(double gradients) {
  worker_.forget();
  moments_.cut(gradients);
}

bool DistributionFollower::update(RunHistory& history) {
  infinite_ = worker_.newest();
  // The run may be on another lattice since.
  const LatticeTarget* lattice = run_.session().target().lattice();
  if (infinite_ && !(lattice && infinite_->distribution.distribution->size() == lattice->sides().count()))
    infinite_.reset();
  const std::vector<DistributionPoint> points = worker_.take();
  for (const DistributionPoint& point : points)
    history.add_infinite(run_.session().config().sampler.id, moments_.at(point.step), point.total_variation);
  return !points.empty();
}

bool DistributionFollower::asked_for_this_run() const {
  const RunConfig& run = run_.session().config();
  return asked_for_ && asked_for_->target == run.target && asked_for_->sampler == run.sampler &&
         asked_for_->gradient_noise == run.gradient_noise;
}

bool DistributionFollower::update_equilibrium() {
  if (!asked_for_this_run()) {
    const RunConfig& run = run_.session().config();
    asked_for_ = run;
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

bool DistributionFollower::at_rest() const {
  if (!asked_for_this_run() || !equilibrium_worker_.at_rest()) return false;
  if (!equilibrium_ && !equilibrium_worker_.found().empty()) return false;
  if (!worker_.at_rest()) return false;
  const auto newest = worker_.newest();
  return !newest || (infinite_ && infinite_->step == newest->step);
}

}  // namespace ergo
