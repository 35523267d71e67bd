#include "core/random/site_draws.h"

#include <algorithm>
#include <optional>

namespace ergo {

Sites draw_sites(const DiscreteGaussian& x, const DiscreteGaussian& y, const Draws& draws,
                 std::uint32_t slot) {
  const auto only_site = [](const DiscreteGaussian& q) {
    return q.side == 1 ? std::optional(0) : std::nullopt;
  };
  auto at_x = only_site(x), at_y = only_site(y);
  for (int k = 0; k < std::max(x.tries(), y.tries()) && !(at_x && at_y); ++k) {
    const Draw draw = draws(slot + static_cast<std::uint32_t>(k));
    if (!at_x && k < x.tries()) at_x = x.try_site(draw.normal_x, draw.uniform1);
    if (!at_y && k < y.tries()) at_y = y.try_site(draw.normal_y, draw.uniform2);
  }
  if (at_x && at_y) return {*at_x, *at_y};
  const Draw last = draws(slot + DiscreteGaussian::most_tries);
  return {at_x ? *at_x : x.quantile(last.uniform1), at_y ? *at_y : y.quantile(last.uniform2)};
}

}  // namespace ergo
