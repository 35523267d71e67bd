#include "core/lanes/pictures/pixels.h"

namespace ergo::lanes::ERGO_LANE_SET {
namespace {

constexpr float cover_unit = 256;  // coverage of one pixel

int floor_of(float x) {
  const int whole = static_cast<int>(x);
  return whole - (static_cast<float>(whole) > x ? 1 : 0);
}

/// The disc's area is pi radius^2 whatever its place on the grid: clamp(r + 1/2 - distance, 0, 1) integrates to
/// pi (r^2 + 1/12), and points too small for the grid pale instead of shrinking.
template <bool toned>
ERGO_LANES_INLINE void splat_point(const SplatPass& pass, const SplatPoint& point) {
  const float disc = max(point.radius, 0.5f), reach = disc + 0.5f;
  const float ink = cover_unit * point.radius * point.radius / (disc * disc + 1.0f / 12);
  const int left = max(floor_of(point.x - reach), 0), right = min(floor_of(point.x + reach), pass.width - 1);
  const int low = max(floor_of(point.y - reach), pass.low), high = min(floor_of(point.y + reach), pass.high - 1);
  if (left > right || low > high) return;
  for (int tile = left >> pass.tile_bits; tile <= right >> pass.tile_bits; ++tile) pass.touched[tile] = true;
  for (int row = low; row <= high; ++row) {
    const float dy = float(row) + 0.5f - point.y;
    const std::ptrdiff_t begin = std::ptrdiff_t{row - pass.low} * pass.stride;
    for (int column = left; column <= right; column += width) {
      const Float middle = columns_from(column), dx = middle - spread(point.x);
      const Float from = sqrt(fma(dx, dx, spread(dy * dy)));
      const Float covered = held(spread(reach) - from);
      Uint amount = to_uint(fma(spread(ink), covered, spread(0.5f)));
      amount = blend(middle < spread(float(pass.width)), amount, spread(Word{0}));
      std::uint32_t* to = pass.coverage + begin + column;
      store(to, load(to) + amount);
      if constexpr (toned) {
        std::uint32_t* tones = pass.tones + begin + column;
        store(tones, load(tones) + to_uint(fma(to_float_below_2_31(amount), spread(point.tone), spread(0.5f))));
      }
    }
  }
}

template <bool toned>
void splat_all(const SplatPass& pass) {
  for (std::size_t k = 0; k < pass.count; ++k) splat_point<toned>(pass, pass.points[k]);
}

}  // namespace

void splat(const SplatPass& pass) { pass.tones ? splat_all<true>(pass) : splat_all<false>(pass); }

}  // namespace ergo::lanes::ERGO_LANE_SET
