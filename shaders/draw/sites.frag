// A lattice: the exact distribution, the swarm's histogram, or what they differ by, as a mass per site. A pixel shows the mean
// over the area that it covers; every site owns the unit square around it.
uniform int block;         // sites a side
uniform float peak;        // largest mass of a site
uniform float transfer;    // brightness = (mass / peak)^transfer
uniform float distribution_width;   // pixels, of the line at the distribution's height beside the chains' histogram; 0: none
uniform sampler2D distribution;     // mass of each site
uniform float framed;      // 1: large sites show the distribution as a frame about the values
uniform vec3 density_low, density_high, density_under, line_colour;

out vec4 colour;

const float GRID = 8.0;    // logical pixels of a site from which its borders are drawn
const float INNER = 0.64;  // of a site's side, within the frame

// Interleaved gradient noise (Jimenez 2014) in [-1/2, 1/2]: breaks the steps of 8-bit colours.
float noise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5; }

float stroke(float distance, float width) { return clamp(0.5 * width + 0.5 - abs(distance), 0.0, 1.0); }

/// The mean over the pixel's square. Where that is smaller than a block it meets two of them an axis at most, and linear
/// filtering weighs them by area, if x moves from one block's centre to the next within a pixel of their border.
float mean_value(vec2 x) {
  vec2 place = (x + 0.5) / float(block);
  float pixels = zoom * float(block);  // of a block
  vec2 border = floor(place + 0.5);
  vec2 sharp = border + clamp((place - border) * max(pixels, 1.0), -0.5, 0.5);
  float magnified = texture(values, sharp / vec2(textureSize(values, 0))).x;

  // Else all the blocks that it meets are summed up; no rounds where it is smaller.
  vec2 end = vec2(textureSize(values, 0));
  vec2 low = clamp(place - 0.5 / pixels, vec2(0.0), end);
  vec2 high = clamp(place + 0.5 / pixels, vec2(0.0), end);
  ivec2 last = pixels < 1.0 ? ivec2(ceil(high)) : ivec2(0);
  float sum = 0.0;
  for (int i = int(low.x); i < last.x; ++i) {
    float width = min(high.x, float(i + 1)) - max(low.x, float(i));
    for (int j = int(low.y); j < last.y; ++j)
      sum += width * (min(high.y, float(j + 1)) - max(low.y, float(j))) * texelFetch(values, ivec2(i, j), 0).x;
  }
  return pixels < 1.0 ? sum * pixels * pixels : magnified;
}

vec3 map_colour(float mass, float inside) {
  float brightness = mass == 0.0 ? 0.0 : clamp(pow(abs(mass) / peak, transfer), 0.0, 1.0);
  return mix(density_low, mass > 0.0 ? density_high : density_under, brightness * inside);
}

/// Borders of the sites where these are large, and of the lattice always.
float lines(vec2 x, float to_edge) {
  vec2 to_border = abs(fract(x) - 0.5) * zoom;
  float strength = 0.22 * smoothstep(GRID, 2.0 * GRID, zoom / scale);
  float grid = to_edge > -0.5 * scale ? strength * stroke(min(to_border.x, to_border.y), scale) : 0.0;
  return max(grid, 0.3 * stroke(to_edge, scale));
}

/// How much of the pixel belongs to the frames of large sites.
float frame(vec2 x) {
  vec2 from_centre = abs(x - floor(x + 0.5));
  float outwards = (max(from_centre.x, from_centre.y) - 0.5 * INNER) * zoom;
  return framed * smoothstep(GRID, 2.0 * GRID, zoom / scale) * clamp(outwards + 0.5, 0.0, 1.0);
}

vec3 distribution_colour(vec2 x, float inside) {
  ivec2 site = clamp(ivec2(floor(x + 0.5)), ivec2(0), sides - 1);
  return map_colour(texelFetch(distribution, site, 0).x, inside);
}

/// A line across each site as high as a bar of the histogram that holds the site's mass.
float distribution_line(vec2 x, float mass, float inside) {
  return distribution_width > 0.0 ? inside * stroke((x.y - baseline - peak_height * mass) * zoom, distribution_width) : 0.0;
}

void main() {
  vec2 x = to_plane(gl_FragCoord.xy);
  vec2 to_edges = min(x + 0.5, vec2(sides) - 0.5 - x) * zoom;  // pixels, inwards
  float to_edge = min(to_edges.x, to_edges.y);
  float inside = zoom * float(block) < 1.0 ? 1.0 : clamp(to_edge + 0.5, 0.0, 1.0);
  float mass = mean_value(x);
  vec3 shade = map_colour(mass, inside);
  shade = mix(shade, distribution_colour(x, inside), frame(x));
  shade = mix(shade, line_colour, contour(x));
  shade = mix(shade, line_colour, lines(x, to_edge));
  shade = mix(shade, line_colour, distribution_line(x, mass, inside));
  colour = vec4(shade + noise(gl_FragCoord.xy) / 255.0, 1.0);
}
