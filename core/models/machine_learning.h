#pragma once

#include <array>

#include "core/models/run_learning.h"
#include "core/training/bits_data.h"
#include "core/training/rbm_training.h"

namespace ergo {

/// A restricted Boltzmann machine that learns a target of binary sites.
class MachineLearning final : public RunLearning {
 public:
  MachineLearning(const RunConfig& config, const std::shared_ptr<const Target>& target);

  /// The machine's distribution of its visible units, seen in the target's plane.
  std::shared_ptr<const Target> target() const override { return target_; }
  static constexpr std::array weight_names = {"b", "c", "w"};

  /// [visible], [hidden], [hidden, visible].
  std::vector<WeightArray> weight_arrays() const override;
  const ModelState& state() const override { return training_.state(); }
  std::optional<RbmWeights> machine() const override { return training_.weights(); }
  const RbmTraining& training() const { return training_; }

 private:
  void set(const RunConfig& config) override;
  void set_target(const RunConfig& config, const std::shared_ptr<const Target>& target) override;
  void put_anew(std::span<double> state, const Draws& draws) const override;
  void learn(const ChainData& data, double diverged) override;
  void set_state(const ModelState& state) override;
  LearningMoment measured(bool averaged) const override;
  void follow();

  std::shared_ptr<const BitsData> data_;
  std::uint64_t batch_;
  RbmTraining training_;
  std::shared_ptr<const SitePlane> target_;
};

}  // namespace ergo
