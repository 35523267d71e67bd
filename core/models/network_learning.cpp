#include "core/models/network_learning.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/number_text.h"
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

std::shared_ptr<const PlaneData> plane_data(const RunConfig& config,
                                            const std::shared_ptr<const Target>& target) {
  return std::make_shared<const PlaneData>(target, network_settings(config).nodes, config.seed);
}

std::size_t size(int count) { return static_cast<std::size_t>(count); }

NpyArray points_array(std::span<const Position> x) {
  std::vector<double> coordinates;
  for (const Position& at : x) coordinates.insert(coordinates.end(), {at.x, at.y});
  return npy_array({x.size(), 2}, coordinates);
}

}  // namespace

NetworkLearning::NetworkLearning(const RunConfig& config, const std::shared_ptr<const Target>& target)
    : RunLearning(config), training_(plane_data(config, target), network_settings(config)) {
  tabulate();
}

void NetworkLearning::set(const RunConfig& config) { training_.set(network_settings(config)); }

void NetworkLearning::set_target(const RunConfig& config, const std::shared_ptr<const Target>& target) {
  training_.set_data(plane_data(config, target));
  tabulate();
}

void NetworkLearning::set_state(const ModelState& state) {
  training_.restore(state);
  tabulate();
}

void NetworkLearning::tabulate() {
  const PlaneData& data = training_.data();
  EnergyGrid grid = training_.grid_of(training_.network(), pool());
  fit_ = data.fit(grid);
  if (const double shift = fit_.log_normaliser - data.log_normaliser(); std::isfinite(shift))
    for (double& energy : grid.energy) energy += shift;
  target_ = std::make_shared<const LearnedTarget>(std::move(grid), training_.shared_data());
}

void NetworkLearning::move_to_draw(std::span<double> state, const Descriptor& sampler) const {
  const auto place = static_cast<std::size_t>(
      state_offset(sampler, position_field(available(DrawsUsed::reservoir, sampler), sampler)));
  state[0] = state[place];
  state[1] = state[place + 1];
}

void NetworkLearning::put_anew(std::span<double> state, const Draws& draws) const {
  const auto [low, high] = training_.data().window();
  const Draw draw = draws(0);
  state[0] = low.x + draw.uniform1 * (high.x - low.x);
  state[1] = low.y + draw.uniform2 * (high.y - low.y);
}

void NetworkLearning::learn(const ChainData& data, double diverged) {
  std::vector<Position> x;
  for (std::size_t chain = 0; chain < data.chains; ++chain) x.push_back(data.x(chain));
  training_.learn(x, diverged, pool());
  tabulate();
}

LearningMoment NetworkLearning::measured(bool averaged) const {
  const PlaneData& data = training_.data();
  const PlaneFit fit = averaged ? data.fit(training_.grid_of(training_.averaged(), pool())) : fit_;
  return {.log_likelihood = fit.log_likelihood,
          .best_log_likelihood = data.best_log_likelihood(),
          .total_variation = fit.total_variation};
}

std::vector<WeightArray> NetworkLearning::weight_arrays() const {
  const NetworkShape& shape = training_.shape();
  const std::size_t first = size(shape.first), second = size(shape.second);
  const auto& [w1, b1, w2, b2, w3, b3] = weight_names;
  return {{w1, {first, 2}}, {b1, {first}}, {w2, {second, first}}, {b2, {second}}, {w3, {second}}, {b3, {1}}};
}

std::vector<WeightArray> NetworkLearning::coordinate_arrays() const {
  return {{coordinate_names[0], {2}}, {coordinate_names[1], {2}}};
}

std::vector<double> NetworkLearning::in_own_coordinates(
    std::vector<double> weights, const std::map<std::string, std::vector<double>>& coordinates) const {
  NetworkShape given = training_.shape();
  const std::vector<double>&centre = coordinates.at("centre"), &scale = coordinates.at("scale");
  for (const double length : scale)
    if (!(length > 0)) throw Error("scale is not positive:", number_text(length), "lengths above 0", "");
  given.centre = {centre[0], centre[1]};
  given.scale = {scale[0], scale[1]};
  return EnergyNetwork(given, std::move(weights))
      .in(training_.shape().centre, training_.shape().scale)
      .weights();
}

void NetworkLearning::add_arrays(std::map<std::string, NpyArray>& arrays) const {
  const EnergyNetwork averaged = training_.averaged();
  const NetworkShape& shape = averaged.shape();
  arrays["centre"] = npy_array({2}, std::vector{shape.centre.x, shape.centre.y});
  arrays["scale"] = npy_array({2}, std::vector{shape.scale.x, shape.scale.y});
  const EnergyGrid grid = training_.grid_of(averaged, pool());
  arrays["window"] = points_array(std::vector{grid.window.low, grid.window.high});
  arrays["energy"] = npy_array({size(grid.rows), size(grid.columns)}, grid.energy);
}

}  // namespace ergo
