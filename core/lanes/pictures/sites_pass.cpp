#include "core/lanes/pictures/pixels.h"

namespace ergo::lanes::ERGO_LANE_SET {
namespace {

constexpr float grid_from = 8;   // logical pixels of a site from which its borders are drawn
constexpr float inner = 0.64f;  // of a site's side, within the frame

/// From 0 to 1 where sites grow from grid_from to twice that.
float share_of_large_sites(const PassPlane& plane) {
  const float t = clamp((plane.zoom / plane.scale - grid_from) / grid_from, 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

Shade map_shade(const SitesPass& pass, Float mass, Float inside) {
  const Float zero = spread(0.0f);
  const Float bright = held(pow(abs(mass) / spread(pass.peak), spread(pass.transfer)));
  const Float brightness = blend(mass == zero, zero, bright);
  return mix(spread(pass.dark), blend(mass > zero, spread(pass.bright), spread(pass.under)), brightness * inside);
}

/// The distribution's mass of the sites at these places, of the nearest one beyond the lattice.
Float mass_at(const SitesPass& pass, Float x, Float y) {
  const Int column = clamp(to_int(floor(x + spread(0.5f))), spread(0), spread(pass.side_x - 1));
  const Int row = clamp(to_int(floor(y + spread(0.5f))), spread(0), spread(pass.side_y - 1));
  return read(pass.distribution, pass.side_x * pass.side_y, row * spread(pass.side_x) + column);
}

/// Number of contours that a place lies within.
Float level(const SitesPass& pass, Float x, Float y) {
  const Float low = spread(-0.5f);
  const Mask inside = (x >= low) & (y >= low) & (x < spread(float(pass.side_x) - 0.5f)) &
                      (y < spread(float(pass.side_y) - 0.5f));
  const Float mass = mass_at(pass, x, y);
  Float count = spread(0.0f);
  for (const float border : pass.border_masses) count = count + to_float(mass >= spread(border));
  return blend(inside, count, spread(0.0f));
}

/// A little more than half a line's width: a border between two pixels is then on both, not on both or none by
/// roundings.
Float contour(const SitesPass& pass, Float x, Float y) {
  const Float d = spread(0.501f * pass.contour_width / pass.plane.zoom);
  const Mask across = level(pass, x - d, y) != level(pass, x + d, y);
  const Mask along = level(pass, x, y - d) != level(pass, x, y + d);
  return blend(across | along, spread(0.55f), spread(0.0f));
}

}  // namespace

void draw_sites(const SitesPass& pass) {
  const PassPlane& plane = pass.plane;
  const Float zoom = spread(plane.zoom), half = spread(0.5f), y = spread(plane_y(plane, pass.row));
  const float large = share_of_large_sites(plane);
  const bool whole = plane.zoom * float(pass.block) < 1;
  const Float edge_y = min(y + half, spread(float(pass.side_y) - 0.5f) - y) * zoom;
  const Float border_y = abs(fract(y) - half), centre_y = abs(y - floor(y + half));
  const Shade line_shade = spread(pass.lines);
  for (int column = 0; column < plane.width; column += width) {
    const Float middle = columns_from(column), x = plane_x(plane, middle), mass = load(pass.masses + column);
    const Float to_edge = min(min(x + half, spread(float(pass.side_x) - 0.5f) - x) * zoom, edge_y);
    const Float inside = whole ? spread(1.0f) : held(to_edge + half);
    Shade shade = map_shade(pass, mass, inside);
    if (pass.framed && large > 0) {
      const Float outwards = (max(abs(x - floor(x + half)), centre_y) - spread(0.5f * inner)) * zoom;
      shade = mix(shade, map_shade(pass, mass_at(pass, x, y), inside), spread(large) * held(outwards + half));
    }
    if (pass.contours) shade = mix(shade, line_shade, contour(pass, x, y));
    const Float to_border = min(abs(fract(x) - half), border_y) * zoom;
    const Float grid = blend(to_edge > spread(-0.5f * plane.scale),
                             spread(0.22f * large) * stroke(to_border, plane.scale), spread(0.0f));
    shade = mix(shade, line_shade, max(grid, spread(0.3f) * stroke(to_edge, plane.scale)));
    if (pass.distribution_width > 0) {
      const Float above = (y - spread(plane.baseline) - spread(plane.peak_height) * mass) * zoom;
      shade = mix(shade, line_shade, inside * stroke(above, pass.distribution_width));
    }
    const Float grain = noise(middle, pass.row);
    shade = {shade.red + grain, shade.green + grain, shade.blue + grain};
    store(pass.words + column, word_of(shade, spread(Word{255})));
  }
}

}  // namespace ergo::lanes::ERGO_LANE_SET
