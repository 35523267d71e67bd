// The twin of core/site_samplers/informed_flips for GWG.

#include "common/site_changes.glsl"
#include "common/site_flips.glsl"
#include "common/informed_flips.glsl"

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  return informed_flips(sums, int(p.flips), false, stream);
}
