// The twin of core/site_samplers/discrete_langevin: t is the ratio of probabilities of a value and the present one, nu
// its share in the sum of all t, and a = h g(t)/nu.

const bool NEEDS_RATIO = true;

#include "common/site_changes.glsl"

struct Rule {
  float time;    // h
  bool barker;   // g = t/(1 + t), not sqrt(t)
  bool exact;    // t by the changes of E, not to first order
};

void take_logits(int which, Rule rule) { take_site_changes(which, rule.exact); }

float log_ratio(int which, int i, int x, int v, float own, Rule rule) {
  return -site_change(which, i, x, v, own, rule.exact);
}

/// Of two values the weights 1/(1 + t) + nu e^-a and t/(1 + t)(1 - e^-a), the second without t where t < 1: log_factor.
/// |log t| beyond 80 counts as 80 for all but that factor.
struct Two {
  float stay;
  float sum;
  float change;
  float log_factor;
};

Two two_of(int which, int i, int x, Rule rule) {
  float log_t = log_ratio(which, i, x, 1 - x, own_slope(which, i, x), rule);
  float root = exp(-0.5 * min(abs(log_t), 80.0));
  float less = root * root;
  float share = 1.0 / (1.0 + less);
  float a = rule.time * (rule.barker ? 1.0 : (1.0 + less) / root);
  float stay = share * (log_t > 0.0 ? less + exp(-a) : 1.0 + less * exp(-a));
  return Two(stay, 1.0, -expm1(-a) * share, min(log_t, 0.0));
}

float log_of_two(Two two, bool changes) {
  return log(changes ? two.change : two.stay) + (changes ? two.log_factor : 0.0);
}

struct Site {
  float own;
  float log_sum;   // of all t
  float log_stay;  // log q(x)
};

/// log(e^a + e^b)
float log_of_sum(float a, float b) { return max(a, b) + log1p(exp(-abs(a - b))); }

/// log(1 - e^-a), given log a. Beyond -17 and 4 a/2 and e^-a are below the rounding of 1.
float log_of_reached(float log_a) {
  float between = log(-expm1(-exp(clamp(log_a, -17.0, 4.0))));
  return log_a < -17.0 ? log_a : (log_a > 4.0 ? 0.0 : between);
}

/// log a
float log_jumps(float log_t, float log_sum, Rule rule) {
  float log_g = rule.barker ? -log_of_sum(0.0, -log_t) : 0.5 * log_t;
  return log(rule.time) + log_g - (log_t - log_sum);
}

/// log(nu e^-a)
float log_left(float log_t, float log_sum, Rule rule) {
  return log_t - log_sum - exp(min(log_jumps(log_t, log_sum, rule), 88.0));
}

Site site_of(int which, int i, int x, Rule rule) {
  float own = own_slope(which, i, x);
  float top = 0.0;
  for (int v = 0; v < VALUES; ++v)
    if (v != x) top = max(top, log_ratio(which, i, x, v, own, rule));
  float sum = exp(-top);
  for (int v = 0; v < VALUES; ++v)
    if (v != x) sum += exp(log_ratio(which, i, x, v, own, rule) - top);
  float log_sum = top + log(sum);
  float log_stay = -log_sum;
  for (int v = 0; v < VALUES; ++v)
    if (v != x) log_stay = log_of_sum(log_stay, log_left(log_ratio(which, i, x, v, own, rule), log_sum, rule));
  return Site(own, log_sum, log_stay);
}

float site_logit(int which, int i, int x, int v, Site site, Rule rule) {
  float log_t = log_ratio(which, i, x, v, site.own, rule);
  return log_t - site.log_sum + log_of_reached(log_jumps(log_t, site.log_sum, rule)) - site.log_stay;
}

#include "common/product_sites.glsl"

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  return product_step(sums, Rule(p.time, p.weight == 1.0, p.ratios == 1.0), p.metropolis == 1.0, stream);
}
