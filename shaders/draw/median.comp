// Medians of report channels over a strided sample of the chains: work group g takes components[g].
const int SAMPLE = 512;
layout(std430, binding = 0) readonly buffer Report { float report[]; };
layout(std430, binding = 1) writeonly buffer Summary { float medians[2]; };

uniform ivec2 components;  // -1: none

shared float values[SAMPLE];
shared uint finite_count;

void main() {
  int component = components[gl_WorkGroupID.x];
  if (component < 0) return;
  uint lane = gl_LocalInvocationID.x;
  uint count = min(chains, uint(SAMPLE));
  if (lane == 0u) finite_count = 0u;
  barrier();
  for (uint k = lane; k < count; k += 64u) {
    float value = report[element(component, uint(float(k) / float(count) * float(chains)))];
    bool usable = finite(value);
    values[k] = usable ? value : 3.4e38;
    if (usable) atomicAdd(finite_count, 1u);
  }
  barrier();
  for (uint k = lane; k < count; k += 64u) {
    uint rank = 0u;
    for (uint j = 0u; j < count; ++j)
      if (values[j] < values[k] || (values[j] == values[k] && j < k)) ++rank;
    if (rank == finite_count / 2u) medians[gl_WorkGroupID.x] = finite_count == 0u ? 0.0 : values[k];
  }
}
