#include "core/learning/network_learner.h"

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

std::map<std::string, NpyArray> NetworkLearner::arrays() const {
  std::map<std::string, NpyArray> arrays;
  const EnergyNetwork averaged = training().averaged();
  add_weights(arrays, training().network(), "");
  add_weights(arrays, averaged, "_mean");
  const NetworkShape& shape = averaged.shape();
  arrays["centre"] = npy_array({2}, std::vector{shape.centre.x, shape.centre.y});
  arrays["scale"] = npy_array({2}, std::vector{shape.scale.x, shape.scale.y});
  ThreadPool alone(1);
  const EnergyGrid grid = training().grid_of(averaged, alone);
  arrays["window"] = points(std::vector{grid.window.low, grid.window.high});
  arrays["energy"] = npy_array({size(grid.rows), size(grid.columns)}, grid.energy);
  arrays["x"] = points(chains());
  return arrays;
}

}  // namespace ergo
