// Weights of two values of a site by the logit of a change, divided by the greater one, e^top: for product_sites.

struct Two {
  float logit;
  float top;
  float stay;
  float sum;
};

Two two_of(int which, int i, int x, Rule rule) {
  float logit = site_logit(which, i, x, 1 - x, site_of(which, i, x, rule), rule);
  float less = exp(-abs(logit));
  return Two(logit, max(logit, 0.0), logit > 0.0 ? less : 1.0, 1.0 + less);
}

float log_of_two(Two two, bool changes) { return changes ? two.logit - two.top : -two.top; }
