// A run's data on the device. Components 2p and 2p + 1 of chain i are the halves of word p * chains + i of 64 bits:
// memory is accessed word by word, and a word costs as much as a half.

layout(local_size_x = 64) in;

layout(std430, binding = 0) buffer StateData { double state_data[]; };
layout(std430, binding = 1) buffer ReportData { double report_data[]; };
layout(std430, binding = 2) buffer DivergedData { uint diverged[]; };  // 0, or 1 + the failing step's low word
layout(std430, binding = 3) readonly buffer SamplerData { float sampler_data[]; };

layout(location = 0) uniform uvec2 seed;
layout(location = 1) uniform uvec2 first_step;
layout(location = 2) uniform uint steps;
layout(location = 3) uniform uint chains;
layout(location = 5) uniform float noise_strength;  // of the gradient noise
layout(location = 6) uniform float reach;  // of the target: see reach_of() in target.h
layout(location = 4) uniform uint row_stride;  // of sampler_data; 0 where all chains share one row

vec2 floats_of(double word) { return uintBitsToFloat(unpackDouble2x32(word)); }
double pair_of(float first, float second) { return packDouble2x32(floatBitsToUint(vec2(first, second))); }

uint this_chain() {
  return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
}

/// |value| <= limit; false for NaN, of which comparisons of floats may say anything.
bool within(float value, float limit) { return (floatBitsToUint(value) & 0x7fffffffu) <= floatBitsToUint(limit); }
/// Whether a chain has not diverged.
bool within_reach(State s) { return within(s.x.x, reach) && within(s.x.y, reach) && within(s.energy, 1e18); }

/// What a chain's flag says of a failure at step `now`; never 0.
uint failed_at(uvec2 now) { return max(now.x + 1u, 1u); }
