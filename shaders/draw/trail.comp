// Inks the segments from the last to the present places of evenly spaced chains, or the points at which a number of
// their state rises through a level.
layout(std430, binding = 0) readonly buffer State { float state[]; };
layout(std430, binding = 1) readonly buffer Diverged { uint diverged[]; };
layout(std430, binding = 2) buffer Previous { float previous[]; };
layout(r32ui, binding = 0) uniform uimageBuffer inks;

uniform uint stride;    // chains 0, stride, 2 stride, ... leave trails
uniform uint followed;  // the first of them, whose trails are drawn as lines; the others' make a haze
uniform float haze;     // ink of one of the others
uniform ivec2 place_components;  // of the numbers shown, in the state
uniform int crossing;   // the number that marks points when it rises through `level`; -1: segments
uniform float level;
uniform int start;      // 1: only remember

// Fixed-point ink of one crossing. The haze has the ink of a few lines altogether, and a segment inks a pixel at
// most twice: even if all chains cross one pixel, 100 calls between two frames sum to less than 2^32.
const float INK = 1048576.0;

int touched = -1;  // the tile of the last pixel inked

void add(ivec2 pixel, float ink) {
  if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, ivec2(size)))) return;
  int tile = tile_of(pixel);
  if (tile != touched) touch(tile, INK_OF_TRAILS);
  touched = tile;
  imageAtomicAdd(inks, pixel.y * int(size.x) + pixel.x, uint(INK * ink + 0.5));
}

// The part of a + t (b - a), t in [0, 1], inside the picture widened by `margin` (Liang & Barsky 1984); x > y: none.
vec2 clipped(vec2 a, vec2 b, float margin) {
  vec2 d = b - a;
  vec2 span = vec2(0.0, 1.0);
  for (int axis = 0; axis < 2; ++axis) {
    float low = -margin - a[axis];
    float high = size[axis] + margin - a[axis];
    if (abs(d[axis]) < 1e-6) {
      if (low > 0.0 || high < 0.0) return vec2(1.0, 0.0);
    } else {
      vec2 t = vec2(low, high) / d[axis];
      span = vec2(max(span.x, min(t.x, t.y)), min(span.y, max(t.x, t.y)));
    }
  }
  return span;
}

void draw_thin(vec2 a, vec2 step, int count, float ink) {
  for (int k = 0; k < count; ++k) add(ivec2(floor(a + (float(k) + 0.5) * step)), ink);
}

// An anti-aliased line of `scale` pixels; `across` is 0 or 1, the axis along which it is thin. Diagonals, which are
// frequent on lattices, are thin along y whatever their roundings.
void draw_wide(vec2 a, vec2 step, int count, float ink) {
  int across = abs(step.x) > 0.999 * abs(step.y) ? 1 : 0;
  float cosine = abs(step[1 - across]) / length(step);
  float half_width = 0.5 * scale;
  int reach = int(ceil((half_width + 0.5) / cosine));
  for (int k = 0; k < count; ++k) {
    vec2 p = a + (float(k) + 0.5) * step;
    ivec2 pixel = ivec2(floor(p));
    for (int offset = -reach; offset <= reach; ++offset) {
      ivec2 q = pixel;
      q[across] += offset;
      float coverage = clamp(half_width + 0.5 - abs(float(q[across]) + 0.5 - p[across]) * cosine, 0.0, 1.0);
      if (coverage > 0.0) add(q, ink * coverage);
    }
  }
}

// A disc of two logical pixels.
void add_point(vec2 p) {
  if (any(lessThan(p, vec2(-8.0))) || any(greaterThan(p, size + 8.0))) return;
  ivec2 low = ivec2(floor(p - scale - 0.5));
  ivec2 high = ivec2(floor(p + scale + 0.5));
  for (int y = low.y; y <= high.y; ++y)
    for (int x = low.x; x <= high.x; ++x)
      add(ivec2(x, y), clamp(scale + 0.5 - distance(vec2(x, y) + 0.5, p), 0.0, 1.0));
}

void main() {
  uint k = this_chain();
  uint i = k * stride;
  if (i >= chains) return;
  vec2 x = vec2(state[element(place_components.x, i)], state[element(place_components.y, i)]);
  float height = crossing < 0 ? 0.0 : state[element(crossing, i)] - level;
  vec2 old = vec2(previous[3u * k], previous[3u * k + 1u]);
  float old_height = previous[3u * k + 2u];
  previous[3u * k] = x.x;
  previous[3u * k + 1u] = x.y;
  previous[3u * k + 2u] = height;
  if (start == 1 || diverged[i] != 0u || !finite(x) || !finite(old)) return;

  if (crossing >= 0) {
    if (old_height < 0.0 && height >= 0.0)
      add_point(to_pixel(shown(mix(old, x, old_height / (old_height - height)), i)));
    return;
  }
  vec2 a = to_pixel(shown(old, i));
  vec2 b = to_pixel(shown(x, i));
  float distance = length(b - a);
  vec2 span = clipped(a, b, scale);
  if (distance < 1e-3 || span.x >= span.y) return;
  vec2 d = (span.y - span.x) * (b - a);
  a += span.x * (b - a);
  float extent = max(abs(d.x), abs(d.y));
  int count = max(1, int(ceil(extent)));
  // Ink goes with the length of the path, and thins out on jumps that are long against the picture.
  float jump = distance / (0.25 * size.y);
  float ink = min(extent, 1.0) / (1.0 + jump * jump);
  if (k < followed) {
    draw_wide(a, d / float(count), count, ink);
  } else {
    draw_thin(a, d / float(count), count, ink * haze * scale);
  }
}
