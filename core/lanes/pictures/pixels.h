#pragma once

#include "core/lanes/picture_seam.h"
#include "core/lanes/vectors.h"

/// Pixels side by side, as many as a vector has lanes.
namespace ergo::lanes::ERGO_LANE_SET {

struct Shade {
  Float red, green, blue;
};
ERGO_LANES_INLINE Float mix(Float a, Float b, Float share) { return fma(b - a, share, a); }
ERGO_LANES_INLINE Shade mix(const Shade& a, const Shade& b, Float share) {
  return {mix(a.red, b.red, share), mix(a.green, b.green, share), mix(a.blue, b.blue, share)};
}
ERGO_LANES_INLINE Shade spread(const PassColour& colour) {
  return {spread(colour.red), spread(colour.green), spread(colour.blue)};
}
ERGO_LANES_INLINE Shade blend(Mask m, const Shade& a, const Shade& b) {
  return {blend(m, a.red, b.red), blend(m, a.green, b.green), blend(m, a.blue, b.blue)};
}

/// The middles of pixels from this column on.
ERGO_LANES_INLINE Float columns_from(int column) {
  IntVector lane{};
  for (int k = 0; k < width; ++k) lane[k] = k;
  return to_float(Int{lane + column}) + spread(0.5f);
}
ERGO_LANES_INLINE Float plane_x(const PassPlane& plane, Float column) {
  return spread(plane.centre_x) + (column - spread(0.5f * float(plane.width))) / spread(plane.zoom);
}
ERGO_LANES_INLINE float plane_y(const PassPlane& plane, int row) {
  return plane.centre_y + (float(row) + 0.5f - 0.5f * float(plane.height)) / plane.zoom;
}

ERGO_LANES_INLINE Float fract(Float x) { return x - floor(x); }
ERGO_LANES_INLINE Float held(Float x) { return clamp(x, spread(0.0f), spread(1.0f)); }
ERGO_LANES_INLINE Float stroke(Float distance, float line_width) {
  return held(spread(0.5f * line_width + 0.5f) - abs(distance));
}
/// Interleaved gradient noise (Jimenez 2014) in [-1/2, 1/2] of a last place: breaks the steps of 8-bit colours.
ERGO_LANES_INLINE Float noise(Float column, int row) {
  const Float wave = fract(spread(0.06711056f) * column + spread(0.00583715f * (float(row) + 0.5f)));
  return (fract(spread(52.9829189f) * wave) - spread(0.5f)) / spread(255.0f);
}

ERGO_LANES_INLINE Uint eight_bits(Float share) { return to_uint(held(share) * spread(255.0f) + spread(0.5f)); }
ERGO_LANES_INLINE Uint word_of(const Shade& shade, Uint alpha) {
  return alpha << 24 | eight_bits(shade.red) << 16 | eight_bits(shade.green) << 8 | eight_bits(shade.blue);
}
ERGO_LANES_INLINE Float share_of(Uint word, int shift) {
  return to_float_below_2_31((word >> shift) & spread(Word{255})) * spread(1.0f / 255);
}
ERGO_LANES_INLINE Shade shade_of(Uint word) { return {share_of(word, 16), share_of(word, 8), share_of(word, 0)}; }

ERGO_LANES_INLINE Uint load(const std::uint32_t* from) {
  Uint loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
ERGO_LANES_INLINE void store(std::uint32_t* to, Uint value) { __builtin_memcpy(to, &value, sizeof value); }

void draw_density(const DensityPass& pass);
void draw_sites(const SitesPass& pass);
void splat(const SplatPass& pass);
void resolve(const ResolvePass& pass);

}  // namespace ergo::lanes::ERGO_LANE_SET
