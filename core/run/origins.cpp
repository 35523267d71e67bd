#include "core/run/origins.h"

#include <cmath>
#include <numbers>

namespace ergo {
namespace {

Position centre_of(std::span<const Position> positions) {
  Position sum;
  for (const Position& x : positions) sum = sum + x;
  return sum / static_cast<double>(positions.size());
}

std::uint32_t direction_of(Position away) {
  constexpr int count = origin_directions;
  const double turns = std::atan2(away.y, away.x) / (2 * std::numbers::pi);
  if (!std::isfinite(turns)) return 0;
  return static_cast<std::uint32_t>((std::lround(count * turns) + count) % count);
}

}  // namespace

Origins origins_of(std::span<const Position> starts, const Target& target) {
  const std::vector<Mode> modes = target.modes();
  Origins origins{.modes = modes.size() > 1, .of = {}, .chains_of = {}};
  origins.chains_of.assign(origins.modes ? modes.size() : origin_directions, 0);
  const Position mean = centre_of(starts);
  for (const Position& x : starts) {
    origins.of.push_back(origins.modes ? static_cast<std::uint32_t>(nearest_mode(modes, x))
                                       : direction_of(x - mean));
    ++origins.chains_of[origins.of.back()];
  }
  return origins;
}

}  // namespace ergo
