#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/exact/equilibrium_worker.h"
#include "core/run/sampler_numbers.h"

namespace ergo {

/// A grid of one or two of a sampler's parameters over their slider ranges, in their scales. Each value of a whole
/// number occurs once. Without y there is one row.
struct MapAxes {
  std::string x = "alpha", y = "beta";
  int columns = 24, rows = 16;
};

/// Whether a sampler has a map of two axes: two numbers, and an acceptance.
bool has_map(const Descriptor& sampler);
/// Axes of a sampler's first two numbers. Throws Error if it has fewer.
MapAxes first_axes(const Descriptor& sampler);
/// Sets axes that are not named to the sampler's first real or whole numbers. y stays empty if there is only one.
/// Throws Error if there is none.
MapAxes completed(MapAxes axes, const Descriptor& sampler);

/// The estimates of one cell of the map. Errors are standard errors over its chains and steps, taken as independent.
struct MapCell {
  double x = 0, y = 0;  ///< the parameters' values; without a second one y is 0
  double acceptance = 0, acceptance_error = 0;
  double squared_jump = 0,
         squared_jump_error = 0;  ///< |x' - x|^2 of one step: the expected squared jump distance
  double gap = 0;                 ///< exact spectral gap; NaN if it is not known or not known yet
};

/// A map of a sampler's acceptance and jumps over one or two of its parameters. Each chain has its own values of
/// them; everything else is as in the run. Chains start from exact draws, so that means are stationary from the first
/// step.
class ParameterMap {
 public:
  /// Throws Error if the sampler has no acceptance, or an axis is not one of its numbers.
  ParameterMap(const RunConfig& run, std::unique_ptr<Backend> backend, const MapAxes& axes = {},
               int chains_per_cell = 16);

  /// One step of all chains.
  void advance();
  /// Takes over the exact gaps found so far. Does not wait.
  void take_gaps();
  /// Waits until all exact gaps are found.
  void wait_for_gaps();
  const MapAxes& axes() const { return axes_; }
  const Parameter& parameter_x() const { return *x_; }
  const Parameter& parameter_y() const { return *y_; }  ///< of maps with two axes
  /// Cells row by row, from the lowest value of y.
  const std::vector<MapCell>& cells() const { return cells_; }
  std::uint64_t steps() const { return step_; }
  int chains_per_cell() const { return chains_per_cell_; }
  /// Whether exact gaps will be known: if EquilibriumWorker::possible(), without cycles and gradient noise.
  bool has_gaps() const { return gaps_ != nullptr; }
  /// Whether another run has the same map: if it differs at most in the axes' parameters, start, chains and seed.
  bool fits(const RunConfig& run) const;

 private:
  RunConfig with_cell(const MapCell& cell) const;

  RunConfig run_;
  MapAxes axes_;
  int chains_per_cell_;
  const Parameter *x_, *y_;  ///< y_ null without a second axis
  std::unique_ptr<Backend> backend_;
  std::shared_ptr<const Target> target_;
  std::vector<MapCell> cells_;
  std::vector<ChannelMean> acceptance_, jump_;
  std::vector<Position> before_;
  std::uint64_t step_ = 0;
  std::unique_ptr<EquilibriumWorker> gaps_;  ///< null if there are none
};

}  // namespace ergo
