// Puts density, trails, chains and marks together, fades the trails by one frame and empties the other planes.
uniform sampler2D density;
layout(std430, binding = 0) buffer Trails { uint trails[]; };
layout(std430, binding = 1) buffer Coverage { uint coverage[]; };
layout(std430, binding = 2) buffer Tone { uint tones[]; };
layout(std430, binding = 3) buffer Marks { uint marks[]; };
layout(std430, binding = 4) readonly buffer Bins { uint bins[]; };

uniform vec3 swarm_colour, trail_colour, highlight, emphasis, ramp[5];
uniform int toned;             // 1: chains take the ramp's colours
uniform float extinction;      // opacity of a pixel = 1 - exp(-extinction coverage)
uniform float trail_decay;     // factor per frame
uniform int trails_shown;
uniform vec2 bin_range;        // low end, bins per unit
uniform int bin_count;
uniform float bin_height;      // plane, of a bin that holds all the weight

out vec4 colour;

const float INK = 256.0;
const float UNIT = 65536.0;

vec3 ramp_colour(float t) {
  float place = 4.0 * clamp(t, 0.0, 1.0);
  int k = min(int(place), 3);
  return mix(ramp[k], ramp[k + 1], place - float(k));
}

float bin_top(int bin) {
  if (bin < 0 || bin >= bin_count || bins[0] == 0u) return baseline;
  return baseline + bin_height * float(bins[1 + bin]) / float(bins[0]);
}

vec3 with_histogram(vec3 under) {
  vec2 x = to_plane(gl_FragCoord.xy);
  float place = (x.x - bin_range.x) * bin_range.y;
  int bin = int(floor(place));
  float top = bin_top(bin);
  float other = bin_top(int(round(place)) - (round(place) > float(bin) ? 0 : 1));
  float to_side = abs(place - round(place)) / bin_range.y * zoom;
  float to_top = (x.y - top) * zoom;
  float inside = clamp(0.5 - to_top, 0.0, 1.0) * step(baseline, x.y);
  float width = 0.5 * scale + 0.5;
  float edge = top > baseline ? clamp(width - abs(to_top), 0.0, 1.0) : 0.0;
  if (x.y >= min(top, other) && x.y <= max(top, other)) edge = max(edge, clamp(width - to_side, 0.0, 1.0));
  return mix(mix(under, swarm_colour, 0.22 * inside), swarm_colour, 0.8 * edge);
}

vec3 with_trails(vec3 under, int i) {
  uint ink = trails[i];
  if (ink == 0u) return under;
  trails[i] = uint(float(ink) * trail_decay);
  return mix(under, trail_colour, 0.7 * (1.0 - exp(-float(ink) / UNIT)));
}

vec3 with_chains(vec3 under, int i) {
  uint ink = coverage[i];
  if (ink == 0u) return under;
  coverage[i] = 0u;
  vec3 shade = swarm_colour;
  if (toned == 1) {
    shade = ramp_colour(float(tones[i]) / float(ink));
    tones[i] = 0u;
  }
  float depth = extinction * float(ink) / INK;
  // Where points pile up past opacity, the crowd goes on towards the highlight.
  shade = mix(shade, highlight, 0.45 * (1.0 - exp(-0.12 * max(depth - 2.0, 0.0))));
  return mix(under, shade, 1.0 - exp(-depth));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  int i = pixel.y * int(size.x) + pixel.x;
  vec3 shade = texelFetch(density, pixel, 0).rgb;
  if (dim == 1) shade = with_histogram(shade);
  if (trails_shown == 1) shade = with_trails(shade, i);
  shade = with_chains(shade, i);
  uint mark = marks[i];
  if (mark != 0u) {
    marks[i] = 0u;
    shade = mix(shade, emphasis, float(mark) / 255.0);
  }
  colour = vec4(shade, 1.0);
}
