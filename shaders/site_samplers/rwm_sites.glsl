// The twin of core/site_samplers/rwm_sites. Both ways are equally likely.

const bool BY_SLOPES = false;
const bool NEEDS_RATIO = false;

float move_logit(float first_order, float distance2, vec2 rule) { return rule.x; }
#include "common/product_sites.glsl"

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  float logit = log(p.flips / (float(SITES) - p.flips) / float(VALUES - 1));
  return product_step(sums, vec2(logit, 0.0), true, stream);
}
