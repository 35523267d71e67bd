// The twin of core/site_samplers/product_proposal and product_sites: all sites change independently. A sampler's text has,
// before this, move_logit(first-order change of E, distance^2, rule): log q(v)/q(x) at one site.

/// What the logits of a site's values have in common: its slope, of classes that of the present value.
float own_slope(int which, int i, int x) {
  if (!BY_SLOPES) return 0.0;
  return CODING == CLASSES ? slope(which, i, x) : slope(which, i, 0);
}

float site_logit(int which, int i, int x, int v, float own, vec2 rule) {
  if (!BY_SLOPES) return move_logit(0.0, 0.0, rule);
  if (CODING == CLASSES) return move_logit(slope(which, i, v) - own, 2.0, rule);
  float away = float(v - x);
  return move_logit(own * away, away * away, rule);
}

/// Weights of a site's values divided by the greatest, e^top: `stay` of the present one, and the sum of all.
struct Weights {
  float top;
  float stay;
  float sum;
};

Weights weights_of(float logit) {
  float less = exp(-abs(logit));
  return Weights(max(logit, 0.0), logit > 0.0 ? less : 1.0, 1.0 + less);
}

Weights weights_at(int which, int i, int x, float own, vec2 rule) {
  float top = 0.0;
  for (int v = 0; v < VALUES; ++v)
    if (v != x) top = max(top, site_logit(which, i, x, v, own, rule));
  float stay = exp(-top);
  float sum = stay;
  for (int v = 0; v < VALUES; ++v)
    if (v != x) sum += exp(site_logit(which, i, x, v, own, rule) - top);
  return Weights(top, stay, sum);
}

/// A site's drawn value; log q of it is logit - log(sum).
struct Drawn {
  int value;
  float logit;
  float sum;
};

Drawn drawn_of_two(int i, int x, float u, vec2 rule) {
  float logit = site_logit(PRESENT, i, x, 1 - x, own_slope(PRESENT, i, x), rule);
  Weights weights = weights_of(logit);
  bool changes = !(u * weights.sum - weights.stay < 0.0);
  return Drawn(changes ? 1 - x : x, changes ? logit - weights.top : -weights.top, weights.sum);
}

Drawn drawn_of_many(int i, int x, float u, vec2 rule) {
  float own = own_slope(PRESENT, i, x);
  Weights weights = weights_at(PRESENT, i, x, own, rule);
  Drawn made = Drawn(x, -weights.top, weights.sum);
  float left = u * weights.sum - weights.stay;
  for (int v = 0; v < VALUES; ++v)
    if (v != x && !(left < 0.0)) {
      made.value = v;
      made.logit = site_logit(PRESENT, i, x, v, own, rule) - weights.top;
      left -= exp(made.logit);
    }
  return made;
}

/// Whether the product of sums, each at most VALUES, becomes too large with the next four sites.
bool is_log_due(int block) { return VALUES > 2 || (block & 7) == 7; }

/// Draws the proposal and returns log q(y | x).
float draw_proposal(vec2 rule, Stream stream) {
  float total = 0.0;
  float sums = 1.0;  // the product of `sum` of up to 32 sites with two values, or 4 with up to 256
  for (int block = 0; 4 * block < SITES; ++block) {
    uvec4 words = site_words(stream, block);
    int count = min(4, SITES - 4 * block);
    uint values = 0u;
    for (int k = 0; k < count; ++k) {
      int i = 4 * block + k;
      int x = value_at(PRESENT, i);
      float u = uniform_of(words[k]);
      Drawn made = Drawn(0, 0.0, 0.0);
      if (VALUES == 2) {
        made = drawn_of_two(i, x, u, rule);
      } else {
        made = drawn_of_many(i, x, u, rule);
      }
      values = values | (uint(made.value) << uint(k << LOG_BITS));
      total += made.logit;
      sums = sums * made.sum;
    }
    put_four(PROPOSAL, block, values);
    if (NEEDS_RATIO && is_log_due(block)) {
      total -= log(sums);
      sums = 1.0;
    }
  }
  return total - log(sums);
}

/// log q(x | y)
float log_way_back(vec2 rule) {
  float total = 0.0;
  float sums = 1.0;
  for (int block = 0; 4 * block < SITES; ++block) {
    int end = min(4 * block + 4, SITES);
    for (int i = 4 * block; i < end; ++i) {
      int x = value_at(PRESENT, i);
      int y = value_at(PROPOSAL, i);
      float own = own_slope(PROPOSAL, i, y);
      Weights weights = Weights(0.0, 0.0, 0.0);
      if (VALUES == 2) {
        weights = weights_of(site_logit(PROPOSAL, i, y, 1 - y, own, rule));
      } else {
        weights = weights_at(PROPOSAL, i, y, own, rule);
      }
      total += (x == y ? 0.0 : site_logit(PROPOSAL, i, y, x, own, rule)) - weights.top;
      sums = sums * weights.sum;
    }
    if (is_log_due(block)) {
      total -= log(sums);
      sums = 1.0;
    }
  }
  return total - log(sums);
}

Outcome product_step(vec2 sums, vec2 rule, bool adjusted, Stream stream) {
  if (BY_SLOPES) take_slopes(PRESENT);
  float way = draw_proposal(rule, stream);
  float log_ratio = 0.0;
  if (NEEDS_RATIO) {
    take_slopes(PROPOSAL);
    log_ratio = log_way_back(rule) - way;
  }
  return decided(sums, log_ratio, adjusted, stream);
}
