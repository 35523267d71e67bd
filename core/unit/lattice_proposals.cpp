#include "core/unit/lattice_proposals.h"

#include "core/random/site_draws.h"

namespace ergo {

Position GaussianProposal::draw(const Draws& draws) const {
  const Sites sites = draw_sites(x, y, draws, 0);
  return {static_cast<double>(sites.x), static_cast<double>(sites.y)};
}

}  // namespace ergo
