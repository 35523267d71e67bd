// Counts the chains in each block of sites, block by block along y, then along x; element 0 is their total.
layout(std430, binding = 0) readonly buffer State { float state[]; };
layout(std430, binding = 1) readonly buffer Diverged { uint diverged[]; };
layout(std430, binding = 2) buffer Counts { uint counts[]; };

uniform ivec2 sides;  // of the lattice
uniform int block;    // sites a side

shared uint group_total;

void count(uint i) {
  vec2 x = vec2(state[element(0, i)], state[element(1, i)]);
  if (diverged[i] != 0u || !finite(x)) return;
  ivec2 site = ivec2(floor(x + 0.5));
  if (any(lessThan(site, ivec2(0))) || any(greaterThanEqual(site, sides))) return;
  int rows = (sides.y + block - 1) / block;
  atomicAdd(counts[1 + site.x / block * rows + site.y / block], 1u);
  atomicAdd(group_total, 1u);
}

void main() {
  uint i = this_chain();
  if (gl_LocalInvocationID.x == 0u) group_total = 0u;
  barrier();
  if (i < chains) count(i);
  barrier();
  if (gl_LocalInvocationID.x == 0u && group_total != 0u) atomicAdd(counts[0], group_total);
}
