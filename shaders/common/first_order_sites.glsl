// Proposals of product_sites that go by the gradient: the twin of core/site_samplers/first_order_sites.

struct Rule {
  float half_precision;  // 1/(2 alpha)
  float beta;
};

struct Site {
  float own;
};

void take_logits(int which, Rule rule) { take_slopes(which); }
Site site_of(int which, int i, int x, Rule rule) { return Site(own_slope(which, i, x)); }

float site_logit(int which, int i, int x, int v, Site site, Rule rule) {
  float away = float(v - x);
  float distance2 = CODING == CLASSES ? 2.0 : away * away;
  return -rule.beta * first_order_change(which, i, x, v, site.own) - rule.half_precision * distance2;
}
