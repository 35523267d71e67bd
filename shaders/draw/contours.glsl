// Borders between the sites within a level of the distribution and the others.
uniform vec4 contour_masses;  // of a site at the border of each level
uniform float contour_width;  // pixels

/// Number of levels that a place lies within.
float level(vec2 x) {
  ivec2 site = ivec2(floor(x + 0.5));
  bool inside = all(greaterThanEqual(site, ivec2(0))) && all(lessThan(site, sides));
  float mass = texelFetch(values, clamp(site, ivec2(0), sides - 1), 0).x;
  return inside ? dot(vec4(greaterThanEqual(vec4(mass), contour_masses)), vec4(1.0)) : 0.0;
}

// A little more than half a line's width: a border between two pixels is then on both, not on both or none by roundings.
float contour(vec2 x) {
  vec2 d = vec2(0.501 * contour_width / zoom, 0.0);
  bool crossed = level(x - d.xy) != level(x + d.xy) || level(x - d.yx) != level(x + d.yx);
  return crossed ? 0.55 : 0.0;
}
