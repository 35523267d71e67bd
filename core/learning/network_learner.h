#pragma once

#include <optional>

#include "core/learning/energy_network.h"
#include "core/learning/learner.h"
#include "core/learning/plane_data.h"

namespace ergo {

/// How a network learns; see NetworkLearner.
struct NetworkLearning {
  std::string data = "ring8";
  std::vector<Assignment> data_settings = {};  ///< the target's parameters by id
  int hidden = 64, second = 64;                ///< units of the two layers
  double rate = 0.01;
  double decay = 1000;         ///< iterations after which the rate is half of the first
  double penalty = 1e-4;       ///< of squared energies
  double clip = 10;            ///< the longest gradient
  double restarts = 0.01;      ///< share of the chains that begin anew, an iteration
  std::uint64_t batch = 2000;  ///< draws of the data, an iteration
  std::uint64_t chains = 2000;
  std::uint64_t steps = 20;  ///< of each chain, an iteration
  int nodes = 96;            ///< along each side of the grid
  std::uint64_t seed = 1;
  std::string sampler = "mala", backend = "simd";
  std::vector<Assignment> settings = {};  ///< the sampler's parameters by id
};

/// The settings by name: data, hidden ..., as `learn.<id>`.
const std::vector<Parameter>& network_parameters();
/// Sets `learn.<id>`, `learn.data.<parameter>`, `sampler`, `sampler.<parameter>` or `backend`. Throws Error
/// for another path and for a value that is not legal.
void set(NetworkLearning& learning, const std::string& path, const std::string& value);
std::vector<LearningSetting> settings_of(const NetworkLearning& learning);

/// A network's energy that learns the distribution of a target of the plane by persistent contrastive
/// divergence (Tieleman 2008; with ESH: Ver Steeg & Galstyan 2021, Appendix C.3). Iteration t = 0, 1, ... goes:
///
/// The network is tabulated on the grid of PlaneData. The grid's spline, which goes on beyond the window as a
/// parabola, is the density that the chains see.
///
/// Of N chains a random share begins anew, uniformly over the window. All get new momenta and make `steps`
/// steps of a sampler. The chains are then where its draws are: for a sampler whose positions are weighted by
/// time, at a position of the path drawn with that weight.
///
/// With E_d and E_n the energies of fresh data and of the chains, the loss is
///   <E_d> - <E_n> + penalty (<E_d^2> + <E_n^2>).
/// Its gradient, cut to the length `clip`, moves the weights by Adam (Kingma & Ba 2015) at the rate
/// rate/(1 + t/decay).
///
/// What was learned is the average of the weights, with weights ~ t^3 (Shamir & Zhang 2013): the weights
/// themselves swing about it.
class NetworkLearner final : public Learner {
 public:
  /// Throws Error for data that are no density of the plane and a sampler that does not go with the plane.
  NetworkLearner(const NetworkLearning& how, const BackendFactory& backends);

  /// Throws Error where the weights leave the finite numbers.
  void learn(std::uint64_t iterations, ThreadPool& pool, const SitePause& pause = {}) override;
  std::uint64_t iterations() const override { return iterations_; }

  std::vector<LearningSetting> settings() const override { return settings_of(how_); }
  /// iteration; log_likelihood and tv (PlaneFit), each also of the averaged weights; log_z; mmd2 of the
  /// chains from the data; the gradient's length before it is cut; chains that diverged in the last
  /// iteration; gradient evaluations that each chain has used.
  std::vector<LearningNumber> row() const override;
  double best_log_likelihood() const override { return data_.best_log_likelihood(); }
  std::vector<std::string> remarks() const override { return {}; }
  /// w1 [unit, coordinate], b1, w2 [unit, unit], b2, w3, b3; each also averaged, as w1_mean ...; centre and
  /// scale of the network's coordinates; window [corner, coordinate] and energy [row, column] of the averaged
  /// network's grid, rows from the lowest y upwards; x [chain, coordinate].
  std::map<std::string, NpyArray> arrays() const override;
  /// The data's density, the averaged network's in the same tones, and the chains.
  Image picture(const Palette& palette) const override;

  const NetworkLearning& how() const { return how_; }
  const PlaneData& data() const { return data_; }
  const EnergyNetwork& network() const { return network_; }
  const EnergyNetwork& averaged() const { return averaged_; }
  const std::vector<Position>& negatives() const { return x_; }  ///< where the chains are
  /// A network's energies on the nodes.
  EnergyGrid grid_of(const EnergyNetwork& network, ThreadPool& pool) const;

 private:
  void restart(std::size_t chain);
  void step_chains(ThreadPool& pool, const SitePause& pause);
  void step_weights(ThreadPool& pool);
  void move_along(std::vector<double> gradient);

  NetworkLearning how_;
  RunConfig run_;  ///< of the chains
  PlaneData data_;
  EnergyNetwork network_, averaged_;
  std::unique_ptr<Backend> backend_;
  std::vector<Position> x_;
  std::vector<double> first_moment_, second_moment_;  ///< Adam's
  std::uint64_t iterations_ = 0, step_ = 0;
  double gradient_norm_ = 0, gradients_ = 0;
  std::size_t diverged_ = 0;
  mutable std::optional<MmdReference> reference_;  ///< made when it is first asked for
};

}  // namespace ergo
