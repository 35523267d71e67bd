#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/exact/equilibrium_worker.h"

namespace ergo {

/// The value where the slider stands at `share` of its way, 0 to 1, in the parameter's scale.
double slider_value(const Parameter& parameter, double share);

/// One or two of a sampler's parameters on a grid, over their slider ranges and in their scales. Of whole
/// numbers each value once. Without y there is one row.
struct MapAxes {
  std::string x = "alpha", y = "beta";
  int columns = 24, rows = 16;
};

/// The first two real numbers among a sampler's parameters. Throws Error where it has fewer.
MapAxes first_axes(const Descriptor& sampler);
/// With the first of a sampler's numbers, whole ones too, in place of an axis that is not named; y stays
/// empty where it has one only. Throws Error where it has none.
MapAxes completed(MapAxes axes, const Descriptor& sampler);

/// What is known of one cell. Errors are standard errors over its chains and steps, as if these were
/// independent.
struct MapCell {
  double x = 0, y = 0;  ///< the parameters' values; without a second one y is 0
  double acceptance = 0, acceptance_error = 0;
  double squared_jump = 0,
         squared_jump_error = 0;  ///< |x' - x|^2 of one step: the expected squared jump distance
  double gap = 0;                 ///< exact; NaN where it is not known, or not yet
};

/// A live map of a sampler over one or two of its parameters: every chain has its own, all else is the run's.
/// Chains start from exact draws, so the means are stationary ones from the first step.
class ParameterMap {
 public:
  /// Throws Error where the target has no exact draws, the sampler no acceptance, or an axis is no number of
  /// it.
  ParameterMap(const RunConfig& run, std::unique_ptr<Backend> backend, const MapAxes& axes = {},
               int chains_per_cell = 16);

  /// One step of all chains.
  void advance();
  /// Puts the exact gaps found so far into their cells; never waits for one.
  void take_gaps();
  /// Waits for all of them.
  void wait_for_gaps();
  const MapAxes& axes() const { return axes_; }
  const Parameter& parameter_x() const { return *x_; }
  const Parameter& parameter_y() const { return *y_; }  ///< of maps with two axes
  /// Row by row from the lowest value of y.
  const std::vector<MapCell>& cells() const { return cells_; }
  std::uint64_t steps() const { return step_; }
  int chains_per_cell() const { return chains_per_cell_; }
  /// Whether exact gaps come: where EquilibriumWorker::possible(), without cycles and gradient noise.
  bool has_gaps() const { return gaps_ != nullptr; }
  /// Whether another run has the same map: all but the axes' parameters, the start, the chains and the seed
  /// agree.
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
  std::unique_ptr<EquilibriumWorker> gaps_;  ///< null where none come
};

}  // namespace ergo
