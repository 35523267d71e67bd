// Where transitions diverged: how many, and of each that was kept its place in the numbers shown and its chain.
layout(std430, binding = 3) buffer Divergences { uint count; uint kept[]; };

uniform uint most;  // that are kept
