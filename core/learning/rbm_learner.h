#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/learning/picture_set.h"
#include "core/site_targets/rbm.h"
#include "core/sites/site_chains.h"
#include "core/sites/site_units.h"
#include "core/unit/parameter.h"

namespace ergo {

/// How a machine learns; see RbmLearner.
struct RbmLearning {
  std::string data = "bars4";
  int hidden = 32;
  double rate = 0.5;
  double decay = 1000;  ///< iterations after which the rate is half of the first
  std::size_t chains = 500;
  std::uint64_t steps = 5;  ///< of each chain, an iteration
  std::uint64_t seed = 1;
  std::string sampler = "block_gibbs";
  std::vector<SiteSetting> settings = {};  ///< the sampler's
};

/// The settings by name: data, hidden ..., as `learn.<id>`.
const std::vector<Parameter>& learning_parameters();
/// Sets `learn.<id>`, `sampler` or `sampler.<id>`. Throws Error for another path and for a value that is not
/// legal.
void set(RbmLearning& learning, const std::string& path, const std::string& value);

/// A restricted Boltzmann machine that learns the distribution of pictures by persistent contrastive
/// divergence (Tieleman 2008). In iteration t = 0, 1, ... each of N chains, which go on from iteration to
/// iteration, makes `steps` steps of a sampler on the machine as it is; then the weights take a step rate/(1
/// + t/decay) along
///   d log likelihood/dw = <statistic>_data - <statistic>_chains.
/// The chains lag behind the changing weights, so that the weights swing about the best
/// ones. Their average, with weights ~ t^3 (Shamir & Zhang 2013), does not.
///
/// All of it is a function of the settings and the number of iterations: neither threads nor how iterations
/// are divided among calls matter.
class RbmLearner {
 public:
  /// Weights begin as N(0, 0.01), chains as random pictures. Throws Error for a sampler that does not go with
  /// the machine.
  explicit RbmLearner(const RbmLearning& how);

  /// `pause` is called once a second or more often; it may throw to stop, after which nothing more can be
  /// learned.
  void learn(std::uint64_t iterations, ThreadPool& pool, const SitePause& pause = {});

  std::uint64_t iterations() const { return iterations_; }  ///< made so far
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
