#include "core/random/site_draws.h"

#include <optional>

namespace ergo {

Sites draw_sites(const DiscreteGaussian& x, const DiscreteGaussian& y, const Draws& draws,
                 std::uint32_t slot) {
  const Draw first = draws(slot);
  auto at_x = x.side == 1 ? 0 : x.try_rounding(first.normal_x, first.uniform1);
  auto at_y = y.side == 1 ? 0 : y.try_rounding(first.normal_y, first.uniform2);
  for (std::uint32_t k = 1; k < site_slots && !(at_x && at_y); ++k) {
    const Draw more = draws(slot + k);
    (at_x ? at_y : at_x) = (at_x ? y : x).try_ratio(more.uniform1, more.uniform2);
  }
  return {at_x.value_or(x.mode()), at_y.value_or(y.mode())};
}

}  // namespace ergo
