#include "core/unit/lattice_proposals.h"

#include <optional>

namespace ergo {

Position GaussianProposal::draw(const Draws& draws) const {
  constexpr std::uint32_t quantile_slot = 4;
  std::optional<int> site_x, site_y;
  for (std::uint32_t slot = 0; slot < quantile_slot && (!site_x || !site_y); ++slot) {
    const bool try_x = !site_x && static_cast<int>(slot) < x.tries();
    const bool try_y = !site_y && static_cast<int>(slot) < y.tries();
    if (!try_x && !try_y) break;
    const Draw d = draws(slot);
    if (try_x) site_x = x.try_site(d.normal_x, d.uniform1);
    if (try_y) site_y = y.try_site(d.normal_y, d.uniform2);
  }
  if (!site_x || !site_y) {
    const Draw d = draws(quantile_slot);
    if (!site_x) site_x = x.quantile(d.uniform1);
    if (!site_y) site_y = y.quantile(d.uniform2);
  }
  return {static_cast<double>(*site_x), static_cast<double>(*site_y)};
}

}  // namespace ergo
