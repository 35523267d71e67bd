#pragma once

#include <memory>
#include <span>

#include "core/base/thread_pool.h"
#include "core/training/energy_network.h"
#include "core/training/model_state.h"
#include "core/training/plane_data.h"

namespace ergo {

/// How a network learns; see NetworkTraining.
struct NetworkSettings {
  int first = 64, second = 64;  ///< units of the two layers
  int nodes = 96;               ///< along each side of the grid
  WeightStep step = {};
  double penalty = 1e-4;       ///< of squared energies
  std::uint64_t batch = 2000;  ///< draws of the data, an iteration
  std::uint64_t seed = 1;      ///< of the first weights and of the data
};

/// A network's energy that learns the distribution of a target of the plane from its draws and from chains
/// that sample the network (Tieleman 2008; with ESH: Ver Steeg & Galstyan 2021, Appendix C.3). With E_d and
/// E_n the energies of fresh draws of the data and of the chains, the loss is
///   <E_d> - <E_n> + penalty (<E_d^2> + <E_n^2>).
class NetworkTraining {
 public:
  NetworkTraining(std::shared_ptr<const PlaneData> data, const NetworkSettings& settings);

  /// Step, penalty and batch of these settings from now on.
  void set(const NetworkSettings& settings) { settings_ = settings; }
  /// Other data from now on. The network keeps its weights and its coordinates.
  void set_data(std::shared_ptr<const PlaneData> data) { data_ = std::move(data); }

  /// One iteration; `chains`: where they are, of which so many had diverged.
  void learn(std::span<const Position> chains, double diverged, ThreadPool& pool);

  const NetworkShape& shape() const { return shape_; }
  const ModelState& state() const { return state_; }
  void restore(const ModelState& state) { state_ = state; }
  const PlaneData& data() const { return *data_; }
  const std::shared_ptr<const PlaneData>& shared_data() const { return data_; }
  EnergyNetwork network() const { return {shape_, state_.weights}; }
  EnergyNetwork averaged() const { return {shape_, state_.averaged}; }
  /// A network's energies on the nodes of the data's grid.
  EnergyGrid grid_of(const EnergyNetwork& network, ThreadPool& pool) const;

 private:
  NetworkSettings settings_;
  std::shared_ptr<const PlaneData> data_;
  NetworkShape shape_;
  ModelState state_;
};

}  // namespace ergo
