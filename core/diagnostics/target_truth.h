#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/config/run_config.h"
#include "core/diagnostics/mmd.h"
#include "core/diagnostics/mode_cells.h"
#include "core/diagnostics/site_distribution.h"
#include "core/truth/target_moments.h"

namespace ergo {

/// What reports compare a run with: everything that depends on the target alone. It does not change, but
/// bands are added once somebody has simulated them.
class TargetTruth {
 public:
  /// Throws Error as the target's unit does.
  TargetTruth(const UnitChoice& choice, std::shared_ptr<const Target> made, MmdEstimator estimator);

  const UnitChoice choice;
  const std::shared_ptr<const Target> target;
  const MmdEstimator estimator;
  std::optional<MmdReference> reference;  ///< in the plane
  std::optional<SiteDistribution> sites;  ///< on a lattice
  TargetMoments moments;
  std::vector<Mode> modes;
  std::vector<double> mode_probability;  ///< of an exact draw within each mode's radius
  std::optional<ModeCells> cells;        ///< of two modes or more

  /// The band of so many draws, if it has been simulated.
  std::optional<MmdBand> band(std::size_t points) const;
  void keep(std::size_t points, const MmdBand& band) const;

 private:
  mutable std::mutex mutex_;
  mutable std::map<std::size_t, MmdBand> bands_;
};

/// The truth about the configuration's target. It takes up to a second to find, so that the last few are kept
/// for all who ask: runs side by side share one, and a target to which somebody returns is known. May be
/// called by any thread.
std::shared_ptr<const TargetTruth> truth_of(const RunConfig& config, MmdEstimator estimator);

}  // namespace ergo
