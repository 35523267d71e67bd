#pragma once

#include <optional>
#include <vector>

#include "core/backend/backend.h"
#include "core/diagnostics/marginals.h"
#include "core/unit/draws_used.h"

namespace ergo {

/// The marginals of a run's chains, at one moment after the other. Keeps the target's distributions until it
/// changes.
class RunMarginals {
 public:
  /// Histograms of the draws' coordinates beside the target's distributions; then, where the sampler has
  /// them, of the first components of momentum and thermostat over the sound chains, beside the normal
  /// distributions that theory has of them.
  std::vector<Marginal> of(const ChainData& data, const RunConfig& config, DrawsUsed draws);

 private:
  std::optional<UnitChoice> target_;  ///< that the distributions are of
  std::vector<BinnedDistribution> distributions_;
};

}  // namespace ergo
