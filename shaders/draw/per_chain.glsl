// One invocation per chain; work groups beyond the device's limit in x go on in y.
layout(local_size_x = 64) in;

uniform uint chains;

uint this_chain() {
  return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
}
