// The twin of core/site_samplers/rwm_sites. Both ways are equally likely.

const bool NEEDS_RATIO = false;

struct Rule {
  float logit;
};

struct Site {
  float none;
};

void take_logits(int which, Rule rule) {}
Site site_of(int which, int i, int x, Rule rule) { return Site(0.0); }
float site_logit(int which, int i, int x, int v, Site site, Rule rule) { return rule.logit; }
#include "common/two_by_logit.glsl"
#include "common/product_sites.glsl"

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  float logit = log(p.flips / (float(SITES) - p.flips) / float(VALUES - 1));
  return product_step(sums, Rule(logit), true, stream);
}
