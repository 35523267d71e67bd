// The twin of core/site_samplers/first_order_sites.

const bool NEEDS_RATIO = true;

#include "common/site_changes.glsl"
#include "common/first_order_logits.glsl"
#include "common/first_order_sites.glsl"
#include "common/two_by_logit.glsl"
#include "common/product_sites.glsl"

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  return product_step(sums, Rule(0.5 / p.alpha, p.beta), true, stream);
}
