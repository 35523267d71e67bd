#pragma once

#include <array>

#include "core/models/run_learning.h"
#include "core/training/network_training.h"

namespace ergo {

/// A network that learns a density of the plane. Chains run on its energy as a spline on a grid. For a
/// sampler whose positions are weighted by time, a chain's draw is a position of its path with that weight.
class NetworkLearning final : public RunLearning {
 public:
  NetworkLearning(const RunConfig& config, const std::shared_ptr<const Target>& target);

  /// The grid's, up to a constant, by which exp(-E) has the integral of the run's own target.
  std::shared_ptr<const Target> target() const override { return target_; }
  static constexpr std::array weight_names = {"w1", "b1", "w2", "b2", "w3", "b3"};
  static constexpr std::array coordinate_names = {"centre", "scale"};

  /// [unit, coordinate], [unit], [unit, unit], [unit], [unit], [1]
  std::vector<WeightArray> weight_arrays() const override;
  /// As in NetworkShape.
  std::vector<WeightArray> coordinate_arrays() const override;
  std::vector<double> in_own_coordinates(
      std::vector<double> weights,
      const std::map<std::string, std::vector<double>>& coordinates) const override;
  const ModelState& state() const override { return training_.state(); }
  const NetworkTraining& training() const { return training_; }

 private:
  void set(const RunConfig& config) override;
  void set_target(const RunConfig& config, const std::shared_ptr<const Target>& target) override;
  void move_to_draw(std::span<double> state, const Descriptor& sampler) const override;
  void put_anew(std::span<double> state, const Draws& draws) const override;
  void learn(const ChainData& data, double diverged) override;
  void set_state(const ModelState& state) override;
  /// Those of coordinate_arrays(); window [corner, coordinate] and energy [row, column] of the averaged
  /// network's grid, rows from the lowest y upwards.
  void add_arrays(std::map<std::string, NpyArray>& arrays) const override;
  LearningMoment measured(bool averaged) const override;
  void tabulate();

  NetworkTraining training_;
  std::shared_ptr<const Target> target_;
  PlaneFit fit_ = {};
};

}  // namespace ergo
