// One invocation per chain; work groups beyond the device's limit in x go on in y.
layout(local_size_x = 64) in;

uniform uint chains;
uniform uint first;  // chain of a dispatch that draws a portion of them

uint this_chain() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  return first + group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
}

/// Where a chain's number lies: by pairs, as common/chains.glsl keeps them.
uint element(int component, uint chain) { return 2u * (uint(component / 2) * chains + chain) + uint(component % 2); }
