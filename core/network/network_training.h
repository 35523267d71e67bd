#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/network/energy_network.h"
#include "core/network/plane_data.h"

namespace ergo {

/// How a network learns; see NetworkTraining.
struct NetworkSettings {
  int first = 64, second = 64;  ///< units of the two layers
  int nodes = 96;               ///< along each side of the grid
  double rate = 0.01;
  double decay = 1000;         ///< iterations after which the rate is half of the first
  double penalty = 1e-4;       ///< of squared energies
  double clip = 10;            ///< the longest gradient
  std::uint64_t batch = 2000;  ///< draws of the data, an iteration
  std::uint64_t seed = 1;      ///< of the first weights and of the data
};

/// Where a training is: all that its next iteration depends on besides settings, data and chains.
struct NetworkState {
  std::vector<double> weights, averaged;
  std::vector<double> first_moment, second_moment;  ///< Adam's
  std::uint64_t iterations = 0;
  double gradient_norm = std::numeric_limits<double>::quiet_NaN();  ///< of the last iteration, before it was cut

  std::size_t bytes() const { return 4 * weights.size() * sizeof(double); }
  bool operator==(const NetworkState&) const = default;
};

/// A network's energy that learns the distribution of a target of the plane from its draws and from chains that
/// sample the network (Tieleman 2008; with ESH: Ver Steeg & Galstyan 2021, Appendix C.3).
///
/// With E_d and E_n the energies of fresh draws of the data and of the chains, the loss is
///   <E_d> - <E_n> + penalty (<E_d^2> + <E_n^2>).
/// In iteration t = 0, 1, ... its gradient, cut to the length `clip`, moves the weights by Adam (Kingma & Ba
/// 2015) at the rate rate/(1 + t/decay).
///
/// Besides the weights it keeps their average, with weights ~ t^3 (Shamir & Zhang 2013): the weights themselves
/// swing about it.
class NetworkTraining {
 public:
  NetworkTraining(std::shared_ptr<const PlaneData> data, const NetworkSettings& settings);

  /// Rate, decay, penalty, clip and batch of these settings from now on.
  void set(const NetworkSettings& settings) { settings_ = settings; }
  /// Other data from now on. The network keeps its weights and its coordinates.
  void set_data(std::shared_ptr<const PlaneData> data) { data_ = std::move(data); }

  /// One iteration; `chains`: where they are. Where the gradient is not finite the weights stay as they are.
  void learn(std::span<const Position> chains, ThreadPool& pool);
  /// Whether the last iteration's gradient was not finite.
  bool broken() const { return state_.iterations > 0 && !std::isfinite(state_.gradient_norm); }

  const NetworkState& state() const { return state_; }
  void restore(const NetworkState& state) { state_ = state; }
  const PlaneData& data() const { return *data_; }
  const std::shared_ptr<const PlaneData>& shared_data() const { return data_; }
  EnergyNetwork network() const { return {shape_, state_.weights}; }
  EnergyNetwork averaged() const { return {shape_, state_.averaged}; }
  /// A network's energies on the nodes of the data's grid.
  EnergyGrid grid_of(const EnergyNetwork& network, ThreadPool& pool) const;

 private:
  void move_along(std::vector<double> gradient);

  NetworkSettings settings_;
  std::shared_ptr<const PlaneData> data_;
  NetworkShape shape_;
  NetworkState state_;
};

}  // namespace ergo
