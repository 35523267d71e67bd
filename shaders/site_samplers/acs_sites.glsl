// The twin of core/site_samplers/cyclical_sites for ACS.

const bool BY_SLOPES = true;
const bool NEEDS_RATIO = true;

/// rule: 1/(2 alpha), beta.
float move_logit(float first_order, float distance2, vec2 rule) { return -rule.y * first_order - rule.x * distance2; }
#include "common/product_sites.glsl"
#include "common/cyclical_schedule.glsl"

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  float phase = float(step_modulo(stream, uint(int(p.cycle_length))));
  float c = 0.5 + 0.5 * unit_circle(0.5 * phase / p.cycle_length).x;
  float alpha = max(p.alpha_max * c, p.alpha_min);
  return product_step(sums, vec2(0.5 / alpha, cycle_beta(p, phase, c)), true, stream);
}
