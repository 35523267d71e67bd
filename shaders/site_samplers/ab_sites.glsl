// The twin of core/site_samplers/first_order_sites for AB of order 1, and of any_scale_sites for order 2, which has a
// quadratic model.

const bool NEEDS_RATIO = true;

#include "common/site_changes.glsl"
#include "common/first_order_logits.glsl"
#include "common/quadratic_sites.glsl"
#include "common/two_by_logit.glsl"
#include "common/product_sites.glsl"

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  Rule rule = Rule(0.5 / p.sigma, p.alpha);
  float squares = 0.0;
  note_normals(stream);
  note_pull();
  take_logits(PRESENT, rule);
  float way = draw_proposal(rule, stream);
  if (has_model()) squares = turn_normals();
  take_logits(PROPOSAL, rule);
  return decided(sums, log_way_back(rule) - way - 0.5 * squares, true, stream);
}
