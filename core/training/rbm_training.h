#pragma once

#include <span>

#include "core/site_targets/rbm.h"
#include "core/training/model_state.h"
#include "core/training/rbm_likelihood.h"

namespace ergo {

/// How a machine learns; see RbmTraining. The larger its weights grow, the slower its chains mix. They can
/// follow if the steps shrink as 1/t (Robbins & Monro 1951; Younes 1999), and soon: with a decay of 1000 the
/// averaged weights come near the data, but the weights themselves get worse from iteration 500 on. For seeds 1
/// to 3 the weights are 0.15 to 0.17 nats below the best likelihood of bars4 after 4000 iterations with 2000
/// chains of block Gibbs, and their averages 0.11 to 0.14.
struct RbmSettings {
  int hidden = 32;
  WeightStep step = {.rate = 0.7, .decay = 150, .adam = false};
  std::uint64_t seed = 1;  ///< of the first weights
};

/// A restricted Boltzmann machine that learns a distribution of bits by persistent contrastive divergence
/// (Tieleman 2008): its weights move along the gradient of the mean log likelihood,
///   d log likelihood/dw = <statistic>_data - <statistic>_chains,
/// with chains that sample the machine.
class RbmTraining {
 public:
  /// The weights begin as N(0, 0.01).
  RbmTraining(int visible, const RbmSettings& settings);

  void set(const RbmSettings& settings) { settings_ = settings; }
  /// One iteration with draws of the data and configurations of the chains, of which so many had diverged.
  void learn(std::span<const Configuration> data, std::span<const Configuration> chains, double diverged);

  const ModelState& state() const { return state_; }
  void restore(const ModelState& state) { state_ = state; }
  RbmWeights weights() const { return weights_of(state_.weights); }
  RbmWeights averaged() const { return weights_of(state_.averaged); }

 private:
  RbmWeights weights_of(const std::vector<double>& row) const;

  RbmSettings settings_;
  std::size_t visible_;
  ModelState state_;  ///< b, c and W in one row
};

}  // namespace ergo
