// The twin of core/site_targets/rbm. Inputs are the log odds of the hidden bits: prepare_changes() notes them. Where the
// notes are -h for hidden bits h, -slope_by_notes(i) are the log odds of visible bit i.
#include "common/linear_inputs.glsl"
#include "common/softplus_sites.glsl"
