// Medians over a strided sample of the chains: work group 0 takes the log weights, work group 1 a channel of the
// report.
const int SAMPLE = 512;
layout(std430, binding = 3) writeonly buffer Summary { float medians[2]; };

uniform int tone_component;  // -1: none

shared float values[SAMPLE];
shared uint finite_count;

void main() {
  bool of_weights = gl_WorkGroupID.x == 0u;
  if ((of_weights ? weight_component : tone_component) < 0) return;
  uint lane = gl_LocalInvocationID.x;
  uint count = min(chains, uint(SAMPLE));
  if (lane == 0u) finite_count = 0u;
  barrier();
  for (uint k = lane; k < count; k += 64u) {
    uint i = uint(float(k) / float(count) * float(chains));
    float value = of_weights ? own_log_weight(i) : report[element(tone_component, i)];
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
