// The twin of core/site_samplers/product_proposal and product_sites: all sites change independently. A sampler's text
// has, before this:
//   Rule, what its logits depend on besides the configuration;
//   take_logits(which, rule), before a configuration's logits are asked for;
//   Site, what the logits of one site's values have in common, and site_of(which, i, x, rule);
//   site_logit(which, i, x, v, site, rule), log q(v)/q(x) at site i, v != x;
//   where sites have two values, Two, the weights of both, with `stay` of the present one and `sum`;
//   two_of(which, i, x, rule), and log_of_two(two, whether the site changes), the logarithm of one of the weights;
//   NEEDS_RATIO, whether it may reject.

/// Weights of a site's values divided by the greatest, e^top: `stay` of the present one, and the sum of all.
struct Weights {
  float top;
  float stay;
  float sum;
};

Weights weights_at(int which, int i, int x, Site site, Rule rule) {
  float top = 0.0;
  for (int v = 0; v < VALUES; ++v)
    if (v != x) top = max(top, site_logit(which, i, x, v, site, rule));
  float stay = exp(-top);
  float sum = stay;
  for (int v = 0; v < VALUES; ++v)
    if (v != x) sum += exp(site_logit(which, i, x, v, site, rule) - top);
  return Weights(top, stay, sum);
}

/// A site's drawn value; log q of it is logit - log(sum).
struct Drawn {
  int value;
  float logit;
  float sum;
};

Drawn drawn_of_two(int i, int x, float u, Rule rule) {
  Two two = two_of(PRESENT, i, x, rule);
  bool changes = !(u * two.sum - two.stay < 0.0);
  return Drawn(changes ? 1 - x : x, log_of_two(two, changes), two.sum);
}

Drawn drawn_of_many(int i, int x, float u, Rule rule) {
  Site site = site_of(PRESENT, i, x, rule);
  Weights weights = weights_at(PRESENT, i, x, site, rule);
  Drawn made = Drawn(x, -weights.top, weights.sum);
  float left = u * weights.sum - weights.stay;
  for (int v = 0; v < VALUES; ++v)
    if (v != x && !(left < 0.0)) {
      made.value = v;
      made.logit = site_logit(PRESENT, i, x, v, site, rule) - weights.top;
      left -= exp(made.logit);
    }
  return made;
}

/// Whether the product of sums, each at most VALUES, becomes too large with the next four sites.
bool is_log_due(int block) { return VALUES > 2 || (block & 7) == 7; }

/// Draws the proposal and returns log q(y | x).
float draw_proposal(Rule rule, Stream stream) {
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
float log_way_back(Rule rule) {
  float total = 0.0;
  float sums = 1.0;
  for (int block = 0; 4 * block < SITES; ++block) {
    int end = min(4 * block + 4, SITES);
    for (int i = 4 * block; i < end; ++i) {
      int x = value_at(PRESENT, i);
      int y = value_at(PROPOSAL, i);
      if (VALUES == 2) {
        Two two = two_of(PROPOSAL, i, y, rule);
        total += log_of_two(two, x != y);
        sums = sums * two.sum;
      } else {
        Site site = site_of(PROPOSAL, i, y, rule);
        Weights weights = weights_at(PROPOSAL, i, y, site, rule);
        total += (x == y ? 0.0 : site_logit(PROPOSAL, i, y, x, site, rule)) - weights.top;
        sums = sums * weights.sum;
      }
    }
    if (is_log_due(block)) {
      total -= log(sums);
      sums = 1.0;
    }
  }
  return total - log(sums);
}

Outcome product_step(vec2 sums, Rule rule, bool adjusted, Stream stream) {
  take_logits(PRESENT, rule);
  float way = draw_proposal(rule, stream);
  float log_ratio = 0.0;
  if (NEEDS_RATIO && adjusted) {
    take_logits(PROPOSAL, rule);
    log_ratio = log_way_back(rule) - way;
  }
  return decided(sums, log_ratio, adjusted, stream);
}
