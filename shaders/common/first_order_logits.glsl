// Logits of sites' values by the gradient: the twin of first_order_logits() in core/site_samplers/product_proposal.

struct Rule {
  float half_precision;  // 1/(2 alpha)
  float beta;
};

void take_logits(int which, Rule rule) { take_slopes(which); }

/// `own`: own_slope() of the site.
float first_order_logit(int which, int i, int x, int v, float own, float beta, float half_precision) {
  float away = float(v - x);
  float distance2 = CODING == CLASSES ? 2.0 : away * away;
  return -beta * first_order_change(which, i, x, v, own) - half_precision * distance2;
}
