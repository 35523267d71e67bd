#pragma once

#include <memory>
#include <vector>

#include "core/backend/backend.h"

namespace ergo {

/// What a report shows of one chain.
struct ReportedState {
  Position x;
  double energy = 0;
  bool sound() const;  ///< all finite: the chain has not diverged
};

using ReportedStates = std::shared_ptr<const std::vector<ReportedState>>;

/// Number of chains of which reports have the states.
inline constexpr std::size_t reported_chains = 64;

/// States of the run's first chains; NaN of diverged ones.
ReportedStates first_chains(const ChainData& data, const Descriptor& sampler);

}  // namespace ergo
