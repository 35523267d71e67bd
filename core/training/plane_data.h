#pragma once

#include <memory>
#include <vector>

#include "core/spline/spline.h"
#include "core/training/energy_network.h"
#include "core/truth/exact_draws.h"

namespace ergo {

/// How well a model's distribution p, given by energies on a grid, is that of the data.
struct PlaneFit {
  double log_normaliser;   ///< log of the integral of exp(-E)
  double log_likelihood;   ///< mean of log p over the held-out draws
  double total_variation;  ///< half of the integral of |p - data|
};

/// A target of the plane as data: exact draws of it to learn from, others held out, and its density on a
/// grid. The grid's window is the target's, made wider where held-out draws lie outside.
class PlaneData {
 public:
  static constexpr std::size_t held_out_draws = 4000;

  /// `nodes` along each side of the grid. Throws Error naming the target for a target that is not of two
  /// dimensions or has no finite integral.
  PlaneData(std::shared_ptr<const Target> target, int nodes, std::uint64_t seed);

  /// Draws for iteration number `iteration`, never the held-out ones.
  std::vector<Position> draws(std::size_t count, std::uint64_t iteration) const;
  /// Mean of the data's own log density over the held-out draws, the entropy with its sign changed: on
  /// average no model's is larger. The difference from it has less noise than either.
  double best_log_likelihood() const { return best_; }
  /// log of the integral of the target's exp(-E).
  double log_normaliser() const { return log_normaliser_; }

  const Target& target() const { return *target_; }
  const std::shared_ptr<const Target>& shared_target() const { return target_; }
  const Window& window() const { return window_; }               ///< the grid's
  const std::vector<Position>& nodes() const { return nodes_; }  ///< of the grid, by rows
  /// The energies on the nodes as a grid: exp(-E) goes on beyond the window as Spline says.
  EnergyGrid grid(std::vector<double> energies) const;

  /// Integrals are by the trapezoidal rule. It is very exact, as the spline is flat across each side; beyond
  /// a side lies half a Gaussian.
  PlaneFit fit(const EnergyGrid& grid) const;

 private:
  std::vector<Position> stream(std::size_t count, std::uint64_t number) const;

  std::shared_ptr<const Target> target_;
  ExactDraws exact_;
  Window window_;
  int nodes_along_;
  std::uint64_t seed_;
  std::vector<Position> nodes_;
  std::vector<double> density_;  ///< the data's on the nodes
  std::vector<double> held_x_, held_y_;
  double log_normaliser_ = 0, best_ = 0;
};

}  // namespace ergo
