// The twin of core/site_samplers/informed_flips for GWG: changes of one site to another value are drawn with the weights
// e^(-(first-order change of E)/2).

const int MOST_FLIPS = 64;

/// What the logits of a site's values have in common: its slope, of classes that of the present value.
float own_slope(int which, int i, int x) { return CODING == CLASSES ? slope(which, i, x) : slope(which, i, 0); }

float flip_logit(int which, int i, int x, int v, float own) {
  if (CODING == CLASSES) return 0.5 * (own - slope(which, i, v));
  return -0.5 * own * float(v - x);
}

/// The greatest logit of all changes, and the sum of all weights divided by its own.
vec2 all_weights(int which) {
  float top = -1e30;
  for (int i = 0; i < SITES; ++i) {
    int x = value_at(which, i);
    float own = own_slope(which, i, x);
    for (int v = 0; v < VALUES; ++v)
      if (v != x) top = max(top, flip_logit(which, i, x, v, own));
  }
  float sum = 0.0;
  for (int i = 0; i < SITES; ++i) {
    int x = value_at(which, i);
    float own = own_slope(which, i, x);
    for (int v = 0; v < VALUES; ++v)
      if (v != x) sum += exp(flip_logit(which, i, x, v, own) - top);
  }
  return vec2(top, sum);
}

struct Flip {
  int site;
  int value;
  float logit;
};

Flip drawn_flip(float u, vec2 weights) {
  Flip made = Flip(0, 0, 0.0);
  float left = u * weights.y;
  for (int i = 0; i < SITES; ++i) {
    int x = value_at(PRESENT, i);
    float own = own_slope(PRESENT, i, x);
    for (int v = 0; v < VALUES; ++v)
      if (v != x && left >= 0.0) {
        made.site = i;
        made.value = v;
        made.logit = flip_logit(PRESENT, i, x, v, own);
        left -= exp(made.logit - weights.x);
      }
  }
  return made;
}

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  int flips = int(p.flips);
  float drawn[MOST_FLIPS];  // sites, whole numbers
  take_slopes(PRESENT);
  copy_configuration(PRESENT, PROPOSAL);
  vec2 there = all_weights(PRESENT);
  float log_ratio = float(flips) * (there.x + log(there.y));
  for (int block = 0; 4 * block < flips; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 4; ++k)
      if (4 * block + k < flips) {
        Flip made = drawn_flip(uniform_of(words[k]), there);
        put_value(PROPOSAL, made.site, made.value);
        drawn[4 * block + k] = float(made.site);
        log_ratio -= made.logit;
      }
  }
  take_slopes(PROPOSAL);
  vec2 back = all_weights(PROPOSAL);
  log_ratio -= float(flips) * (back.x + log(back.y));
  for (int k = 0; k < flips; ++k) {
    int i = int(drawn[k]);
    int y = value_at(PROPOSAL, i);
    log_ratio += flip_logit(PROPOSAL, i, y, value_at(PRESENT, i), own_slope(PROPOSAL, i, y));
  }
  return decided(sums, log_ratio, true, stream);
}
