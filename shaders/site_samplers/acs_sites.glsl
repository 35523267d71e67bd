// The twin of core/site_samplers/cyclical_sites for ACS.

const bool NEEDS_RATIO = true;

#include "common/site_changes.glsl"
#include "common/first_order_logits.glsl"
#include "common/first_order_sites.glsl"
#include "common/two_by_logit.glsl"
#include "common/product_sites.glsl"
#include "common/cyclical_schedule.glsl"

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  float phase = float(step_modulo(stream, uint(int(p.cycle_length))));
  float c = 0.5 + 0.5 * unit_circle(0.5 * phase / p.cycle_length).x;
  float alpha = max(p.alpha_max * c, p.alpha_min);
  return product_step(sums, Rule(0.5 / alpha, cycle_beta(p, phase, c)), true, stream);
}
