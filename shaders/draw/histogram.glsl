// The chains of a target of dim 1 as a histogram beside the density's curve.
layout(std430, binding = 0) readonly buffer Summary { float medians[2]; uint total; uint bins[]; };  // weights

uniform vec2 bin_range;    // low end, bins per unit
uniform int bin_count;
uniform float bin_height;  // plane, of a bin that holds all the weight

float bin_top(int bin) {
  if (bin < 0 || bin >= bin_count || total == 0u) return baseline;
  return baseline + bin_height * float(bins[bin]) / float(total);
}

vec3 with_histogram(vec3 under, vec3 shade) {
  vec2 x = to_plane(gl_FragCoord.xy);
  float place = (x.x - bin_range.x) * bin_range.y;
  int bin = int(floor(place));
  int side = int(floor(place + 0.5));  // the nearest boundary lies below this bin
  float top = bin_top(bin);
  float other = bin_top(side > bin ? side : side - 1);
  float to_side = abs(place - float(side)) / bin_range.y * zoom;
  float to_top = (x.y - top) * zoom;
  float width = 0.5 * scale + 0.5;
  float inside = clamp(0.5 - to_top, 0.0, 1.0) * step(baseline, x.y);
  float edge = top > baseline ? clamp(width - abs(to_top), 0.0, 1.0) : 0.0;
  if (x.y >= min(top, other) && x.y <= max(top, other)) edge = max(edge, clamp(width - to_side, 0.0, 1.0));
  return mix(mix(under, shade, 0.22 * inside), shade, 0.8 * edge);
}
