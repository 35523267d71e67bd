#include "core/lanes/pictures/pixels.h"

namespace ergo::lanes::ERGO_LANE_SET {
namespace {

/// What the targets' kernels give.
struct Found {
  Float energy;
  Vec2<Lanes> gradient;
};

Found evaluate(const DensityPass& pass, Float x, Float y) {
  const Mask all_lanes = spread(true);
  const Vec2<Lanes> place = {x, y};
  Found found{};
  pass.target.evaluate(pass.target, &all_lanes, &place, &found);
  return found;
}

Found ground_at(const DensityPass& pass, Float x, Float y) {
  enum { of_target, with_momentum, normal, nothing };
  if (pass.ground == of_target) return evaluate(pass, x, pass.target.dim == 1 ? spread(0.0f) : y);
  const Float own_y = y / spread(pass.stretch);
  if (pass.ground == with_momentum) {
    Found found = evaluate(pass, x, spread(0.0f));
    found.energy = found.energy + spread(0.5f) * own_y * own_y;
    found.gradient.y = own_y / spread(pass.stretch);
    return found;
  }
  if (pass.ground == nothing) return {spread(1e30f), {spread(0.0f), spread(0.0f)}};
  const Vec2<Lanes> z = {(x - spread(pass.mean_x)) / spread(pass.sd_x),
                         (own_y - spread(pass.mean_y)) / spread(pass.sd_y)};
  return {spread(0.5f) * dot(z, z), {z.x / spread(pass.sd_x), z.y / spread(pass.sd_y * pass.stretch)}};
}

Shade map_shade(const DensityPass& pass, const Found& at) {
  const Float brightness = held(exp(spread(pass.transfer) * (spread(pass.peak) - at.energy)));
  const Shade ground = mix(spread(pass.dark), spread(pass.bright), brightness);
  if (pass.contour_width == 0) return ground;
  // Distance to the level set in pixels, to first order.
  const Float pixels = spread(pass.plane.zoom) / max(length(at.gradient), spread(1e-20f));
  Float line = spread(0.0f);
  for (const float energy : pass.contour_energies)
    line = max(line, stroke((at.energy - spread(energy)) * pixels, pass.contour_width));
  return mix(ground, spread(pass.lines), spread(0.55f) * line);
}

Shade curve_shade(const DensityPass& pass, const Found& at, float y) {
  const PassPlane& plane = pass.plane;
  const Float height = spread(plane.peak_height) * exp(min(spread(pass.peak) - at.energy, spread(0.0f)));
  const Float slope = -at.gradient.x * height;
  const Float above =
      (spread(y - plane.baseline) - height) * spread(plane.zoom) / sqrt(spread(1.0f) + slope * slope);
  const float ground_line = (y - plane.baseline) * plane.zoom;
  const Float inside = held(spread(0.5f) - above) * held(spread(0.5f + ground_line));
  const float part = clamp((y - plane.baseline) / plane.peak_height, 0.0f, 1.0f);
  const Shade dark = spread(pass.dark), lines = spread(pass.lines);
  Shade shade = mix(dark, mix(dark, spread(pass.bright), spread(0.35f + 0.4f * part)), inside);
  shade = mix(shade, lines, spread(0.45f) * stroke(spread(ground_line), plane.scale));
  return mix(shade, lines, stroke(above, pass.curve_width));
}

}  // namespace

void draw_density(const DensityPass& pass) {
  const PassPlane& plane = pass.plane;
  for (int row = pass.low; row < pass.high; ++row) {
    const float y = plane_y(plane, row);
    std::uint32_t* words = pass.words + std::ptrdiff_t{plane.height - 1 - row} * plane.stride;
    for (int column = 0; column < plane.width; column += width) {
      const Float middle = columns_from(column), x = plane_x(plane, middle);
      Found at = ground_at(pass, x, spread(y));
      at.energy = blend(abs(at.energy) <= spread(3.4e38f), at.energy, spread(1e30f));
      Shade shade = pass.line ? curve_shade(pass, at, y) : map_shade(pass, at);
      const Float grain = noise(middle, row);
      shade = {shade.red + grain, shade.green + grain, shade.blue + grain};
      store(words + column, word_of(shade, spread(Word{255})));
    }
  }
}

}  // namespace ergo::lanes::ERGO_LANE_SET
