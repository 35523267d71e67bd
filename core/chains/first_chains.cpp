#include "core/chains/first_chains.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ergo {

bool ReportedState::sound() const { return std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(energy); }

ReportedStates first_chains(const ChainData& data, const Descriptor& sampler) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  const auto energy = static_cast<std::size_t>(state_offset(sampler, "energy"));
  auto states = std::make_shared<std::vector<ReportedState>>(std::min(data.chains, reported_chains));
  for (std::size_t i = 0; i < states->size(); ++i)
    (*states)[i] = data.diverged[i] ? ReportedState{{nothing, nothing}, nothing}
                                    : ReportedState{data.x(i), data.state_row(i)[energy]};
  return states;
}

}  // namespace ergo
