// Adds every chain to the picture's planes as sums that do not depend on order: coverage, coverage times tone,
// divergence marks, and for dim 1 the histogram.
layout(std430, binding = 2) readonly buffer Diverged { uint diverged[]; };
layout(std430, binding = 3) buffer Summary { float medians[2]; uint total; uint bins[]; };
layout(std430, binding = 4) readonly buffer Classes { uint classes[]; };
layout(r32ui, binding = 0) uniform uimageBuffer coverage;
layout(r32ui, binding = 1) uniform uimageBuffer tones;

uniform ivec2 place_components;  // of the numbers shown, in the state
uniform int weighted;            // 1: area and histogram go with weight; 0: all weigh the same
uniform int tone_source;         // 0: none, 1: the state, 2: the report, 3: the log weight; classes: 4: by
                                 // chain, 5: whether a number of the report is above 0 (class 0) or not (class 1)
uniform int tone_component;
uniform vec2 tone_range;         // value at the ramp's middle (from the median where tone_source is 2 or 3), width
uniform int divergence_component;  // of the report: above 0 where the last step diverged; -1: no marks of that
uniform float radius;            // pixels, of a chain of median weight
uniform vec2 bin_range;          // low end, bins per unit
uniform int bin_count;
uniform float bin_unit;          // fixed-point weight of a chain of median weight

const float COVER = 256.0;          // fixed-point coverage of one pixel
const vec2 AREAS = vec2(0.0625, 4.0);  // smallest and largest area against that of a chain of median weight
const int CLASSES = 4, DECISION = 5;
const float WEIGHTS = 64.0;            // largest weight in the histogram

shared uint group_weight;

// Area is pi radius^2 whatever the place on the grid: clamp(r + 1/2 - distance, 0, 1) integrates to
// pi (r^2 + 1/12), and points too small for the grid pale instead of shrinking.
// Where chains have classes the plane of tones holds for each pixel the class of one chain: of those that cover most of
// it, of the one whose hash is the largest. A hollow disc is a ring where it is large enough for one.
void add_point(vec2 p, float r, float tone, uint owner, bool hollow) {
  float disc = max(r, 0.5);
  float hole = disc - max(scale, 0.35 * disc);
  float ink = COVER * r * r / (disc * disc + 1.0 / 12.0);
  ivec2 low = max(ivec2(floor(p - disc - 0.5)), ivec2(0));
  ivec2 high = min(ivec2(floor(p + disc + 0.5)), ivec2(size) - 1);
  touch_box(low, high);
  for (int y = low.y; y <= high.y; ++y) {
    float reach = disc + 0.5, dy = float(y) + 0.5 - p.y;
    float half_row = sqrt(max(reach * reach - dy * dy, 0.0));
    int end = min(int(floor(p.x + half_row + 0.5)), int(size.x));
    for (int x = max(int(floor(p.x - half_row + 0.5)), 0); x < end; ++x) {
      float from = distance(vec2(x, y) + 0.5, p);
      float covered = clamp(disc + 0.5 - from, 0.0, 1.0);
      if (hollow && hole > 0.7) covered = min(covered, clamp(from - hole + 0.5, 0.0, 1.0));
      uint amount = uint(ink * covered + 0.5);
      int i = y * int(size.x) + x;
      imageAtomicAdd(coverage, i, amount);
      if (tone_source >= CLASSES) {
        if (amount > 0u) imageAtomicMax(tones, i, uint(15.0 * covered + 0.5) << 28 | owner);
      } else if (tone_source != 0) imageAtomicAdd(tones, i, uint(float(amount) * tone + 0.5));
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

uint class_of(uint i) {
  if (tone_source == CLASSES) return classes[i];
  return tone_source == DECISION && !(report[element(tone_component, i)] > 0.0) ? 1u : 0u;
}

float tone_of(uint i) {
  if (tone_source == 0 || tone_source >= CLASSES) return 0.0;
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
  if (divergence_component >= 0 && report[element(divergence_component, i)] > 0.0) add_mark(shown(x, i));
  float weight = weighted == 1 ? exp(log_weight(i)) : 1.0;
  if (line == 1) add_to_histogram(x.x, weight);
  vec2 p = to_pixel(shown(x, i));
  if (any(lessThan(p, vec2(-64.0))) || any(greaterThan(p, size + 64.0))) return;
  uint group = class_of(i), hash = i * 2654435769u >> 12;
  add_point(p, radius * sqrt(clamp(weight, AREAS.x, AREAS.y)), tone_of(i), hash << 8 | group,
            tone_source == DECISION && group == 1u);
}

void main() {
  uint i = this_chain();
  if (gl_LocalInvocationID.x == 0u) group_weight = 0u;
  barrier();
  if (i < chains) draw(i);
  barrier();
  if (gl_LocalInvocationID.x == 0u && group_weight != 0u) atomicAdd(total, group_weight);
}
