// What each block of sites shows: the swarm's mass per site, or by how much that is off where it is off by more than
// chance. A texel is a block, x along the first axis.
layout(std430, binding = 2) readonly buffer Counts { uint counts[]; };  // total, then each block's number of chains
layout(std430, binding = 3) readonly buffer Truth { float truth[]; };   // of each block: its exact mass per site
layout(r32f, binding = 0) writeonly uniform image2D values;

uniform ivec2 sides;  // of the lattice
uniform int block;    // sites a side
uniform int rows;     // blocks along y
uniform int show;     // 1: swarm, 2: difference

const float SIGNIFICANT = 2.0;  // standard deviations

/// Where chains are more or fewer than as many exact draws would leave there by chance: by how much, per site. Of a
/// chain alone where less than one is expected nothing follows, though the normal distribution calls it rare.
float difference(float mass, float count, float total, float sites) {
  float expected = total * mass * sites;
  float excess = count - expected;
  float z = excess * inversesqrt(max(expected * (1.0 - mass * sites), 1e-30));
  bool lone = count <= 1.0 && excess > 0.0;
  return abs(z) < SIGNIFICANT || lone ? 0.0 : excess / (total * sites);
}

void main() {
  int k = int(this_chain());
  if (k >= int(chains)) return;  // here the number of blocks
  ivec2 cell = ivec2(k / rows, k % rows);
  ivec2 extent = min(ivec2(block), sides - block * cell);
  float sites = float(extent.x * extent.y);
  float total = max(float(counts[0]), 1.0);
  float count = float(counts[1 + k]);
  float value = show == 1 ? count / (total * sites) : difference(truth[k], count, total, sites);
  imageStore(values, cell, vec4(value));
}
