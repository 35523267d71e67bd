#include "core/lanes/pictures/pixels.h"

namespace ergo::lanes::ERGO_LANE_SET {
namespace {

constexpr float cover_unit = 256;  // coverage of one pixel

/// A colour over black with its opacity: multiplied by its alpha.
struct Layered {
  Shade shade;
  Float alpha;
};
void lay_over(Layered& below, const Shade& shade, Float opacity) {
  below.shade = mix(below.shade, shade, opacity);
  below.alpha = mix(below.alpha, spread(1.0f), opacity);
}

Shade with_bars(const ResolvePass& pass, const Shade& under, int column, float y) {
  const PassPlane& plane = pass.plane;
  const Float top = load(pass.top + column), other = load(pass.other_top + column);
  const Float to_top = (spread(y) - top) * spread(plane.zoom), to_side = load(pass.to_side + column);
  const Float line = spread(0.5f * plane.scale + 0.5f), none = spread(0.0f);
  const Float inside = y >= plane.baseline ? held(spread(0.5f) - to_top) : none;
  Float edge = blend(top > spread(plane.baseline), held(line - abs(to_top)), none);
  const Mask beside = (spread(y) >= min(top, other)) & (spread(y) <= max(top, other));
  edge = blend(beside, max(edge, held(line - to_side)), edge);
  const Shade swarm = spread(pass.swarm);
  return mix(mix(under, swarm, spread(0.22f) * inside), swarm, spread(0.8f) * edge);
}

Shade chain_shade(const ResolvePass& pass, Uint tones, Float cover) {
  if (pass.colours == ResolvePass::plain) return spread(pass.swarm);
  if (pass.colours == ResolvePass::classes) {
    const Int group = to_int(tones & spread(Word{7}));
    Shade shade = spread(pass.class_colours[0]);
    for (int k = 1; k < 8; ++k) shade = blend(group == spread(k), spread(pass.class_colours[k]), shade);
    return shade;
  }
  // Along the ramp, a sum over its parts.
  const Float place = spread(4.0f) * held(to_float_below_2_31(tones) / max(cover, spread(1.0f)));
  Shade shade = spread(pass.ramp_colours[0]);
  for (int k = 0; k < 4; ++k) {
    const Float part = held(place - spread(float(k)));
    const PassColour &from = pass.ramp_colours[k], &to = pass.ramp_colours[k + 1];
    shade = {fma(spread(to.red - from.red), part, shade.red), fma(spread(to.green - from.green), part, shade.green),
             fma(spread(to.blue - from.blue), part, shade.blue)};
  }
  return shade;
}

void lay_chains(const ResolvePass& pass, Layered& layers, Uint coverage, Uint tones) {
  const float crowd = pass.colours == ResolvePass::classes ? 0.0f : 0.5f;  // most of the highlight that crowds get
  const Float cover = to_float_below_2_31(coverage), depth = spread(pass.extinction / cover_unit) * cover;
  // Where points pile up past the opacity of a lone one (depth 3), the crowd goes on towards the highlight.
  const Float pile = max(depth - spread(3.0f), spread(0.0f));
  const Float bright = spread(crowd) * pile / (spread(10.0f) + pile);
  lay_over(layers, mix(chain_shade(pass, tones, cover), spread(pass.highlight), bright), spread(1.0f) - exp(-depth));
}

}  // namespace

void resolve(const ResolvePass& pass) {
  const PassPlane& plane = pass.plane;
  const Uint none = spread(Word{0});
  for (int row = pass.low; row < pass.high; ++row) {
    const std::ptrdiff_t up = std::ptrdiff_t{row} * plane.stride,
                         down = std::ptrdiff_t{plane.height - 1 - row} * plane.stride,
                         own = std::ptrdiff_t{row - pass.low} * plane.stride;
    const float y = plane_y(plane, row);
    for (int column = pass.left; column < pass.right; column += width) {
      Float trail = spread(0.0f);
      if (pass.trail) {
        trail = fma(spread(pass.decay), load(pass.trail + up + column), load(pass.ink + up + column));
        store(pass.trail + up + column, trail);
        store(pass.ink + up + column, spread(0.0f));
      }
      if (!pass.words) continue;
      Shade ground = shade_of(load(pass.ground + down + column));
      if (pass.top) ground = with_bars(pass, ground, column, y);
      Layered layers = {ground, spread(1.0f)};
      if (!pass.opaque) layers = {spread(PassColour{}), spread(0.0f)};
      if (pass.trail_opacity > 0 && any(trail != spread(0.0f))) {
        const Float amount = max(trail, spread(0.0f));
        lay_over(layers, spread(pass.trails), spread(pass.trail_opacity) * amount / (spread(0.6f) + amount));
      }
      const Uint coverage = load(pass.coverage + own + column);
      if (any(coverage != none))
        lay_chains(pass, layers, coverage, pass.colours == ResolvePass::plain ? none : load(pass.tones + own + column));
      const Uint marks = load(pass.marks + own + column);
      if (any(marks != none))
        lay_over(layers, spread(pass.emphasis), to_float_below_2_31(marks) * spread(1.0f / 255));
      Uint alpha = spread(Word{255});
      if (!pass.opaque) {
        const Float over_alpha = spread(1.0f) / max(layers.alpha, spread(1.0f / 512));
        layers.shade = {layers.shade.red * over_alpha, layers.shade.green * over_alpha, layers.shade.blue * over_alpha};
        alpha = eight_bits(layers.alpha);
      }
      store(pass.words + down + column, word_of(layers.shade, alpha));
    }
  }
}

extern const PictureKernels picture_kernels;
const PictureKernels picture_kernels = {draw_density, draw_sites, splat, resolve};

}  // namespace ergo::lanes::ERGO_LANE_SET
