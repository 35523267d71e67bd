// The twin of core/site_targets/potts.
#include "common/pair_sites.glsl"
