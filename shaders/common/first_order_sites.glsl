// Proposals of product_sites that go by the gradient: the twin of core/site_samplers/first_order_sites.

struct Site {
  float own;
};

Site site_of(int which, int i, int x, Rule rule) { return Site(own_slope(which, i, x)); }

float site_logit(int which, int i, int x, int v, Site site, Rule rule) {
  return first_order_logit(which, i, x, v, site.own, rule.beta, rule.half_precision);
}
