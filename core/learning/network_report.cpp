#include <limits>

#include "core/learning/network_learner.h"
#include "core/learning/network_picture.h"

namespace ergo {
namespace {

std::size_t size(int count) { return static_cast<std::size_t>(count); }

void add_weights(std::map<std::string, NpyArray>& arrays, const EnergyNetwork& network,
                 const std::string& ending) {
  const std::size_t first = size(network.shape().first), second = size(network.shape().second);
  const double* next = network.weights().data();
  const auto add = [&](const char* name, std::vector<std::size_t> shape) {
    std::size_t count = 1;
    for (const std::size_t side : shape) count *= side;
    arrays[name + ending] = npy_array(std::move(shape), std::span(next, count));
    next += count;
  };
  add("w1", {first, 2});
  add("b1", {first});
  add("w2", {second, first});
  add("b2", {second});
  add("w3", {second});
  add("b3", {1});
}

NpyArray points(std::span<const Position> x) {
  std::vector<double> coordinates;
  for (const Position& at : x) coordinates.insert(coordinates.end(), {at.x, at.y});
  return npy_array({x.size(), 2}, coordinates);
}

}  // namespace

std::vector<LearningNumber> NetworkLearner::row() const {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  ThreadPool alone(1);
  const PlaneFit now = data_.fit(grid_of(network_, alone));
  const PlaneFit mean = iterations_ > 0 ? data_.fit(grid_of(averaged_, alone)) : now;
  if (!reference_) reference_.emplace(data_.shared_target());
  const auto mmd = reference_->estimate(x_);
  const bool begun = iterations_ > 0;
  return {{"iteration", static_cast<double>(iterations_)},
          {"log_likelihood", now.log_likelihood},
          {"log_likelihood_mean", mean.log_likelihood},
          {"tv", now.total_variation},
          {"tv_mean", mean.total_variation},
          {"log_z", now.log_normaliser},
          {"mmd2", mmd ? mmd->mmd2 : unknown},
          {"gradient", begun ? gradient_norm_ : unknown},
          {"diverged", begun ? static_cast<double>(diverged_) : unknown},
          {"gradients", gradients_}};
}

std::map<std::string, NpyArray> NetworkLearner::arrays() const {
  std::map<std::string, NpyArray> arrays;
  add_weights(arrays, network_, "");
  add_weights(arrays, averaged_, "_mean");
  const NetworkShape& shape = network_.shape();
  arrays["centre"] = npy_array({2}, std::vector{shape.centre.x, shape.centre.y});
  arrays["scale"] = npy_array({2}, std::vector{shape.scale.x, shape.scale.y});
  ThreadPool alone(1);
  const EnergyGrid grid = grid_of(averaged_, alone);
  arrays["window"] = points(std::vector{grid.window.low, grid.window.high});
  arrays["energy"] = npy_array({size(grid.rows), size(grid.columns)}, grid.energy);
  arrays["x"] = points(x_);
  return arrays;
}

Image NetworkLearner::picture(const Palette& palette) const {
  ThreadPool alone(1);
  return picture_of(data_, grid_of(averaged_, alone), x_, sampler_colour(how_.sampler, palette), palette);
}

}  // namespace ergo
