// One invocation per chain; work groups beyond the device's limit in x go on in y.
layout(local_size_x = 64) in;

uniform uint chains;

uint this_chain() {
  return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
}

/// Where a chain's number lies: by pairs, as common/chains.glsl keeps them.
uint element(int component, uint chain) { return 2u * (uint(component / 2) * chains + chain) + uint(component % 2); }
