#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/learning/learner.h"
#include "core/learning/picture_set.h"
#include "core/site_targets/rbm.h"
#include "core/sites/site_units.h"
#include "core/unit/parameter.h"

namespace ergo {

/// How a machine learns; see RbmLearner.
struct RbmLearning {
  std::string data = "bars4";
  int hidden = 32;
  double rate = 0.5;
  double decay = 1000;  ///< iterations after which the rate is half of the first
  std::uint64_t chains = 500;
  std::uint64_t every = 5;  ///< steps of each chain, an iteration
  std::uint64_t seed = 1;
  std::string sampler = "block_gibbs";
  std::vector<SiteSetting> settings = {};  ///< the sampler's
};

/// The settings by name: data, hidden ...
const std::vector<Parameter>& learning_parameters();
/// Sets `learn.<id>`, `chains`, `seed`, `sampler` or `sampler.<id>`. Throws Error for another path and for a value that is not
/// legal.
void set(RbmLearning& learning, const std::string& path, const std::string& value);
std::vector<LearningSetting> settings_of(const RbmLearning& learning);

/// A restricted Boltzmann machine that learns the distribution of pictures by persistent contrastive
/// divergence (Tieleman 2008). In iteration t = 0, 1, ... each of N chains, which go on from iteration to
/// iteration, makes `every` steps of a sampler on the machine as it is; then the weights take a step rate/(1
/// + t/decay) along
///   d log likelihood/dw = <statistic>_data - <statistic>_chains.
/// The chains lag behind the changing weights, so that the weights swing about the best
/// ones. Their average, with weights ~ t^3 (Shamir & Zhang 2013), does not.
///
/// All of it is a function of the settings and the number of iterations: neither threads nor how iterations
/// are divided among calls matter.
class RbmLearner final : public Learner {
 public:
  /// Weights begin as N(0, 0.01), chains as random pictures. Throws Error for a sampler that does not go with
  /// the machine.
  explicit RbmLearner(const RbmLearning& how);

  void learn(std::uint64_t iterations, ThreadPool& pool, const SitePause& pause = {}) override;
  std::uint64_t iterations() const override { return iterations_; }

  std::vector<LearningSetting> settings() const override { return settings_of(how_); }
  /// iteration; log_likelihood and tv (RbmFit), each also of the averaged weights; gradient, acceptance.
  std::vector<LearningNumber> row() const override;
  double best_log_likelihood() const override { return data_.best_log_likelihood(); }
  std::vector<std::string> remarks() const override;
  /// b, c and w; b_mean, c_mean and w_mean; x [chain, row, column].
  std::map<std::string, NpyArray> arrays() const override;
  /// picture_of() the averaged weights.
  Image picture(const Palette& palette) const override;

  const RbmLearning& how() const { return how_; }
  const PictureSet& data() const { return data_; }
  const RbmWeights& weights() const { return weights_; }
  const RbmWeights& averaged() const { return averaged_; }
  double gradient_norm() const { return gradient_norm_; }  ///< of the last iteration
  double acceptance() const { return acceptance_; }        ///< mean over its steps and chains
  std::vector<Configuration> negatives() const;            ///< where the chains are

 private:
  void step_chains(ThreadPool& pool, const SitePause& pause);
  void step_weights();

  RbmLearning how_;
  PictureSet data_;
  RbmWeights weights_, averaged_;
  std::vector<SiteChain> chains_;
  std::uint64_t iterations_ = 0;
  double gradient_norm_ = 0, acceptance_ = 1;
};

}  // namespace ergo
