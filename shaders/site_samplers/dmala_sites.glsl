// The twin of core/site_samplers/first_order_sites.

const bool BY_SLOPES = true;
const bool NEEDS_RATIO = true;

/// rule: 1/(2 alpha), beta.
float move_logit(float first_order, float distance2, vec2 rule) { return -rule.y * first_order - rule.x * distance2; }
#include "common/product_sites.glsl"

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  return product_step(sums, vec2(0.5 / p.alpha, p.beta), true, stream);
}
