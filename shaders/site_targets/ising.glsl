// The twin of core/site_targets/ising.
#include "common/pair_sites.glsl"
