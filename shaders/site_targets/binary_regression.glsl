// The twin of core/site_targets/binary_regression. Inputs are (1 - 2 y_m) x_m.b of all observations m.
#include "common/linear_inputs.glsl"
#include "common/softplus_sites.glsl"
