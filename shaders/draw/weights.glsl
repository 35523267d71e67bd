// What a chain's present step weighs: the log of its real time against that of the chain's time so far. Chains
// differ in the speed that they began with, and only against its own path does a chain's time tell the density.
layout(std430, binding = 0) readonly buffer State { float state[]; };
layout(std430, binding = 1) readonly buffer Report { float report[]; };

uniform int weight_component;   // log of the step's time in the report; -1: none
uniform ivec2 time_components;  // in the state: log of a scale, and the time so far over it

float own_log_weight(uint i) {
  float scale_of_time = state[element(time_components.x, i)];
  float log_time = report[element(weight_component, i)];
  if (scale_of_time < -1e29) return log_time;  // no step yet
  return log_time - scale_of_time - log(state[element(time_components.y, i)]);
}
