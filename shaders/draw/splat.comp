// Adds every chain to the picture's planes as sums that do not depend on order: coverage, coverage times tone,
// divergence marks, and for dim 1 the histogram.
layout(std430, binding = 2) readonly buffer Diverged { uint diverged[]; };
layout(std430, binding = 3) buffer Summary { float medians[2]; uint total; uint bins[]; };
layout(r32ui, binding = 0) uniform uimageBuffer coverage;
layout(r32ui, binding = 1) uniform uimageBuffer tones;
layout(r32ui, binding = 2) uniform uimageBuffer marks;

uniform ivec2 place_components;  // of the numbers shown, in the state
uniform int weighted;            // 1: area and histogram go with weight; 0: all weigh the same
uniform int tone_source;         // 0: none, 1: the state, 2: the report, 3: the log weight
uniform int tone_component;
uniform vec2 tone_range;         // value at the ramp's middle (from the median where tone_source is 2 or 3), width
uniform float radius;            // pixels, of a chain of median weight
uniform vec2 bin_range;          // low end, bins per unit
uniform int bin_count;
uniform float bin_unit;          // fixed-point weight of a chain of median weight

const float COVER = 256.0;          // fixed-point coverage of one pixel
const vec2 AREAS = vec2(0.0625, 4.0);  // smallest and largest area against that of a chain of median weight
const float WEIGHTS = 64.0;            // largest weight in the histogram

shared uint group_weight;

void touch_box(ivec2 low, ivec2 high) {
  for (int y = low.y >> tile_bits; y << tile_bits <= high.y; ++y)
    for (int x = low.x >> tile_bits; x << tile_bits <= high.x; ++x) touch(y * tile_columns() + x, CHAINS);
}

// Area is pi radius^2 whatever the place on the grid: clamp(r + 1/2 - distance, 0, 1) integrates to
// pi (r^2 + 1/12), and points too small for the grid pale instead of shrinking.
void add_point(vec2 p, float r, float tone) {
  float disc = max(r, 0.5);
  float ink = COVER * r * r / (disc * disc + 1.0 / 12.0);
  ivec2 low = max(ivec2(floor(p - disc - 0.5)), ivec2(0));
  ivec2 high = min(ivec2(floor(p + disc + 0.5)), ivec2(size) - 1);
  touch_box(low, high);
  for (int y = low.y; y <= high.y; ++y) {
    float reach = disc + 0.5, dy = float(y) + 0.5 - p.y;
    float half_row = sqrt(max(reach * reach - dy * dy, 0.0));
    int end = min(int(floor(p.x + half_row + 0.5)), int(size.x));
    for (int x = max(int(floor(p.x - half_row + 0.5)), 0); x < end; ++x) {
      float covered = clamp(disc + 0.5 - distance(vec2(x, y) + 0.5, p), 0.0, 1.0);
      uint amount = uint(ink * covered + 0.5);
      int i = y * int(size.x) + x;
      imageAtomicAdd(coverage, i, amount);
      if (tone_source != 0) imageAtomicAdd(tones, i, uint(float(amount) * tone + 0.5));
    }
  }
}

// An open triangle, at the picture's border where the chain is outside. Coordinates may be near overflow.
void add_mark(vec2 x) {
  float inradius = 2.5 * scale;
  float reach = 2.0 * inradius + scale;
  vec2 d = x - centre;
  float largest = max(max(abs(d.x), abs(d.y)), 1e-30);
  vec2 direction = d / largest;
  vec2 limits = max(0.5 * size - reach, 0.0) / max(abs(direction), 1e-6);
  vec2 p = 0.5 * size + direction * min(largest * zoom, min(limits.x, limits.y));
  touch_box(max(ivec2(p - reach), ivec2(0)), min(ivec2(p + reach), ivec2(size) - 1));
  for (int row = int(p.y - reach); row <= int(p.y + reach); ++row) {
    for (int column = int(p.x - reach); column <= int(p.x + reach); ++column) {
      vec2 from = vec2(column, row) + 0.5 - p;
      float edge = max(-from.y, 0.5 * from.y + 0.8660254 * abs(from.x)) - inradius;
      float covered = clamp(0.75 * scale + 0.5 - abs(edge), 0.0, 1.0);
      ivec2 pixel = clamp(ivec2(column, row), ivec2(0), ivec2(size) - 1);
      if (covered > 0.0) imageAtomicMax(marks, pixel.y * int(size.x) + pixel.x, uint(255.0 * covered));
    }
  }
}

void add_to_histogram(float x, float weight) {
  uint amount = uint(bin_unit * min(weight, WEIGHTS) + 0.5);
  int bin = int(floor((x - bin_range.x) * bin_range.y));
  if (bin >= 0 && bin < bin_count) atomicAdd(bins[bin], amount);
  atomicAdd(group_weight, amount);
}

float log_weight(uint i) {
  float value = own_log_weight(i) - medians[0];
  return finite(value) ? clamp(value, -80.0, 80.0) : 0.0;
}

float tone_of(uint i) {
  if (tone_source == 0) return 0.0;
  if (tone_source == 3) return clamp(0.5 + (log_weight(i) - tone_range.x) / tone_range.y, 0.0, 1.0);
  uint at = element(tone_component, i);
  float value = tone_source == 1 ? state[at] - tone_range.x : report[at] - medians[1];
  return clamp(0.5 + value / tone_range.y, 0.0, 1.0);
}

void draw(uint i) {
  vec2 x = vec2(state[element(place_components.x, i)], state[element(place_components.y, i)]);
  if (diverged[i] != 0u) {
    if (finite(x)) add_mark(shown(x, i));
    return;
  }
  if (!finite(x)) return;
  float weight = weighted == 1 ? exp(log_weight(i)) : 1.0;
  if (line == 1) add_to_histogram(x.x, weight);
  vec2 p = to_pixel(shown(x, i));
  if (any(lessThan(p, vec2(-64.0))) || any(greaterThan(p, size + 64.0))) return;
  add_point(p, radius * sqrt(clamp(weight, AREAS.x, AREAS.y)), tone_of(i));
}

void main() {
  uint i = this_chain();
  if (gl_LocalInvocationID.x == 0u) group_weight = 0u;
  barrier();
  if (i < chains) draw(i);
  barrier();
  if (gl_LocalInvocationID.x == 0u && group_weight != 0u) atomicAdd(total, group_weight);
}
