// Keeps the places of chains whose last step diverged.
layout(std430, binding = 0) readonly buffer State { float state[]; };
layout(std430, binding = 1) readonly buffer Report { float report[]; };
layout(std430, binding = 2) readonly buffer Diverged { uint diverged[]; };

uniform ivec2 place_components;  // of the numbers shown, in the state
uniform int divergence_component;  // of the report: above 0 where the step diverged

void main() {
  uint i = this_chain();
  if (i >= chains || diverged[i] != 0u || !(report[element(divergence_component, i)] > 0.0)) return;
  vec2 x = vec2(state[element(place_components.x, i)], state[element(place_components.y, i)]);
  uint k = finite(x) ? atomicAdd(count, 1u) : most;
  if (k >= most) return;
  kept[3u * k] = floatBitsToUint(x.x);
  kept[3u * k + 1u] = floatBitsToUint(x.y);
  kept[3u * k + 2u] = i;
}
