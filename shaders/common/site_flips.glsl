// Draws among the changes of one site to another value, all that there are, with weights e^(-power (change of E)).

struct FlipRule {
  float power;
  bool exact;      // changes of E, or those to first order
  bool untouched;  // only of sites at which the two configurations agree
};

float flip_logit(int which, int i, int x, int v, float own, FlipRule rule) {
  return -rule.power * site_change(which, i, x, v, own, rule.exact);
}
float flip_slope(int which, int i, int x, FlipRule rule) { return rule.exact ? 0.0 : own_slope(which, i, x); }
bool is_drawn(int i, FlipRule rule) { return rule.untouched ? value_at(PRESENT, i) == value_at(PROPOSAL, i) : true; }

float top_of_site(int which, int i, int x, float own, FlipRule rule) {
  if (VALUES == 2) return flip_logit(which, i, x, 1 - x, own, rule);
  float top = -1e30;
  for (int v = 0; v < VALUES; ++v)
    if (v != x) top = max(top, flip_logit(which, i, x, v, own, rule));
  return top;
}

/// The sum of a site's weights divided by e^top.
float sum_of_site(int which, int i, int x, float own, float top, FlipRule rule) {
  if (VALUES == 2) return exp(flip_logit(which, i, x, 1 - x, own, rule) - top);
  float sum = 0.0;
  for (int v = 0; v < VALUES; ++v)
    if (v != x) sum += exp(flip_logit(which, i, x, v, own, rule) - top);
  return sum;
}

/// Of weights, the greatest logit and the sum divided by its weight.
vec2 all_weights(int which, FlipRule rule) {
  float top = -1e30;
  for (int i = 0; i < SITES; ++i) {
    int x = value_at(which, i);
    float found = top_of_site(which, i, x, flip_slope(which, i, x, rule), rule);
    top = is_drawn(i, rule) ? max(top, found) : top;
  }
  float sum = 0.0;
  for (int i = 0; i < SITES; ++i) {
    int x = value_at(which, i);
    float found = sum_of_site(which, i, x, flip_slope(which, i, x, rule), top, rule);
    sum += is_drawn(i, rule) ? found : 0.0;
  }
  return vec2(top, sum);
}

/// The same of both together.
vec2 joined(vec2 a, vec2 b) {
  float top = max(a.x, b.x);
  return vec2(top, a.y * exp(a.x - top) + b.y * exp(b.x - top));
}
float log_weight(vec2 weights) { return weights.x + log(weights.y); }

struct Flip {
  int site;
  int value;
  float logit;
};

/// The change at which a sum of weights divided by e^top passes `left`.
Flip drawn_flip(int which, float left, float top, FlipRule rule) {
  Flip made = Flip(0, 0, 0.0);
  for (int i = 0; i < SITES; ++i)
    if (left >= 0.0 && is_drawn(i, rule)) {
      int x = value_at(which, i);
      float own = flip_slope(which, i, x, rule);
      made.site = i;
      if (VALUES == 2) {
        made.value = 1 - x;
        made.logit = flip_logit(which, i, x, 1 - x, own, rule);
        left -= exp(made.logit - top);
      } else {
        for (int v = 0; v < VALUES; ++v)
          if (v != x && left >= 0.0) {
            made.value = v;
            made.logit = flip_logit(which, i, x, v, own, rule);
            left -= exp(made.logit - top);
          }
      }
    }
  return made;
}
