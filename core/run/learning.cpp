#include "core/run/learning.h"

#include <cmath>
#include <cstring>

#include "core/config/learning_settings.h"
#include "core/spline/spline_target.h"
#include "core/unit/draws_used.h"

namespace ergo {
namespace {

/// A network's energy on a grid, seen through the window of what it learns.
class LearnedTarget final : public SplineTarget {
 public:
  LearnedTarget(EnergyGrid grid, std::shared_ptr<const PlaneData> data)
      : SplineTarget(std::move(grid)), data_(std::move(data)) {}
  Window window() const override { return data_->window(); }
  Window frame() const override { return data_->target().frame(); }
  std::vector<Mode> modes() const override { return data_->target().modes(); }

 private:
  std::shared_ptr<const PlaneData> data_;
};

std::shared_ptr<const PlaneData> plane_data(const RunConfig& config, std::shared_ptr<const Target> target) {
  return std::make_shared<const PlaneData>(std::move(target), network_settings(config).nodes, config.seed);
}

}  // namespace

RunLearning::RunLearning(const RunConfig& config, std::shared_ptr<const Target> target)
    : learned_(config.target),
      every_(steps_of_iteration(config)),
      pool_(std::make_unique<ThreadPool>()),
      training_(plane_data(config, std::move(target)), network_settings(config)) {
  tabulate();
}

std::shared_ptr<const PlaneData> RunLearning::data_of(const RunConfig& config,
                                                      std::shared_ptr<const Target> target) const {
  return plane_data(config, std::move(target));
}

void RunLearning::use(const RunConfig& config, std::shared_ptr<const PlaneData> data) {
  every_ = steps_of_iteration(config);
  training_.set(network_settings(config));
  if (!data) return;
  learned_ = config.target;
  training_.set_data(std::move(data));
  tabulate();
}

void RunLearning::restore(const NetworkState& state) {
  if (state == training_.state()) return;
  training_.restore(state);
  tabulate();
}

/// The energies are shifted so that exp(-E) has the integral of the data's density.
void RunLearning::tabulate() {
  const PlaneData& data = training_.data();
  EnergyGrid grid = training_.grid_of(training_.network(), *pool_);
  const PlaneFit fit = data.fit(grid);
  const NetworkState& state = training_.state();
  if (const double shift = fit.log_normaliser - data.log_normaliser(); std::isfinite(shift))
    for (double& energy : grid.energy) energy += shift;
  target_ = std::make_shared<const LearnedTarget>(std::move(grid), training_.shared_data());
  if (history_.size() <= state.iterations) history_.resize(state.iterations + 1);
  LearningMoment& moment = history_[state.iterations];
  moment.iterations = state.iterations;
  moment.best_log_likelihood = data.best_log_likelihood();
  moment.log_likelihood = fit.log_likelihood;
  moment.total_variation = fit.total_variation;
  moment.gradient = state.gradient_norm;
}

Position RunLearning::anew(const RunConfig& config, std::size_t chain, std::uint64_t step) const {
  const auto [low, high] = training_.data().window();
  const Draw draw = Draws(config.seed, Purpose::start, static_cast<std::uint32_t>(chain), step, 2)(0);
  return {low.x + draw.uniform1 * (high.x - low.x), low.y + draw.uniform2 * (high.y - low.y)};
}

/// Where chains have diverged or left the finite numbers they begin anew. Returns how many.
std::size_t RunLearning::bring_back(ChainData& data, const RunConfig& config, std::vector<Position>& x) const {
  std::size_t count = 0;
  for (std::size_t chain = 0; chain < data.chains; ++chain) {
    if (data.diverged[chain] == 0 && std::isfinite(x[chain].x) && std::isfinite(x[chain].y)) continue;
    x[chain] = anew(config, chain, data.step);
    data.diverged[chain] = 0;
    ++count;
  }
  return count;
}

void RunLearning::iterate(ChainData& data, const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const auto place = static_cast<std::size_t>(
      state_offset(sampler, position_field(available(DrawsUsed::reservoir, sampler), sampler)));
  std::vector<Position> x(data.chains);
  for (std::size_t chain = 0; chain < x.size(); ++chain)
    x[chain] = {data.state_row(chain)[place], data.state_row(chain)[place + 1]};
  const std::size_t diverged = bring_back(data, config, x);
  training_.learn(x, *pool_);
  tabulate();
  history_[training_.state().iterations].diverged = static_cast<double>(diverged);
  const double share = share_of_restarts(config);
  for (std::size_t chain = 0; chain < x.size(); ++chain) {
    const Draws draws(config.seed, Purpose::start, static_cast<std::uint32_t>(chain), data.step, 2);
    if (draws(1).uniform1 < share) x[chain] = anew(config, chain, data.step);
  }
  begin_anew(data, config, x);
}

/// The sampler's state begins anew at x, but for its count of gradients.
void RunLearning::begin_anew(ChainData& data, const RunConfig& config, const std::vector<Position>& x) const {
  const Oracle oracle(*target_, gradient_noise_of(config));
  const auto sampler = make_sampler(config);
  const int count = state_offset(sampler_unit(config.sampler.id).descriptor,
                                 sampler_unit(config.sampler.id).descriptor.claims.gradients_field);
  pool_->for_blocks(data.chains, [&](std::size_t first, std::size_t end) {
    for (std::size_t chain = first; chain < end; ++chain) {
      const ChainRow row = data.row(chain);
      const double counted = count < 0 ? 0 : row.state[static_cast<std::size_t>(count)];
      std::ranges::fill(row.state, 0.0);
      const Evaluation at = target_->evaluate(x[chain]);
      const ChainState state = {x[chain], at.energy, at.gradient};
      std::memcpy(row.state.data(), &state, sizeof state);
      sampler->init(row, oracle, config.seed, data.step);
      if (count >= 0) row.state[static_cast<std::size_t>(count)] += counted;
    }
  });
}

}  // namespace ergo
