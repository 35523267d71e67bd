// Moments of every channel. Invocation i merges chains i, i + partials, i + 2 partials, ... in this order
// (Chan, Golub & LeVeque 1983), so the result depends on the number of chains alone. Row y is channel y.

layout(local_size_x = 64) in;

layout(std430, binding = 1) readonly buffer ReportData { float report_data[]; };  // pairs of channels
layout(std430, binding = 2) readonly buffer DivergedData { uint diverged[]; };
layout(std430, binding = 5) writeonly buffer PartialData { dvec4 moments[]; };  // mean, sum of squares, count, diverged

layout(location = 0) uniform uint chains;
layout(location = 1) uniform uint partials;

bool finite(float value) { return (floatBitsToUint(value) & 0x7f800000u) != 0x7f800000u; }

void main() {
  if (gl_GlobalInvocationID.x >= partials) return;
  double mean = 0.0, squares = 0.0;  // the squares of some values are beyond single precision
  double count = 0.0, lost = 0.0;
  for (uint chain = gl_GlobalInvocationID.x; chain < chains; chain += partials) {
    float value = report_data[2u * (gl_WorkGroupID.y / 2u * chains + chain) + gl_WorkGroupID.y % 2u];
    bool rests = diverged[chain] != 0u;
    lost += double(rests);
    if (rests || !finite(value)) continue;
    count += 1.0;
    double away = double(value) - mean;
    mean += away / count;
    squares += away * (double(value) - mean);
  }
  moments[gl_WorkGroupID.y * partials + gl_GlobalInvocationID.x] = dvec4(mean, squares, count, lost);
}
