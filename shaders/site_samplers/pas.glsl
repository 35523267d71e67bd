// The twin of core/site_samplers/path_auxiliary. Draw 0 is the length's, draw k + 1 that of change k.

#include "common/site_changes.glsl"
#include "common/site_flips.glsl"

const int MOST_CHANGES = 127;

/// Each change is drawn anew from all at the configuration before it.
Outcome full_path(vec2 sums, int count, Stream stream) {
  FlipRule rule = FlipRule(0.5, true, false);
  copy_configuration(PRESENT, PROPOSAL);
  take_changes(PROPOSAL);
  vec2 first = all_weights(PROPOSAL, rule);
  vec2 last = first;
  float risen = 0.0;  // E
  for (int block = 0; 4 * block <= count; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 4; ++k)
      if (4 * block + k > 0 && 4 * block + k <= count) {
        Flip made = drawn_flip(PROPOSAL, uniform_of(words[k]) * last.y, last.x, rule);
        put_value(PROPOSAL, made.site, made.value);
        risen -= 2.0 * made.logit;
        take_changes(PROPOSAL);
        last = all_weights(PROPOSAL, rule);
      }
  }
  return decided(sums, risen + log_weight(first) - log_weight(last), true, stream);
}

/// Changes of different sites, all with the weights at x; on the way back, with those at y.
Outcome fast_path(vec2 sums, int count, Stream stream) {
  FlipRule rule = FlipRule(0.5, false, true);
  float drawn[MOST_CHANGES];  // sites, whole numbers
  float log_ratio = 0.0;
  take_slopes(PRESENT);
  copy_configuration(PRESENT, PROPOSAL);
  for (int block = 0; 4 * block <= count; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 4; ++k)
      if (4 * block + k > 0 && 4 * block + k <= count) {
        vec2 weights = all_weights(PRESENT, rule);
        Flip made = drawn_flip(PRESENT, uniform_of(words[k]) * weights.y, weights.x, rule);
        put_value(PROPOSAL, made.site, made.value);
        drawn[4 * block + k - 1] = float(made.site);
        log_ratio += log_weight(weights) - made.logit;
      }
  }
  // The last change of the way back is of the path's first site. A change of it is drawn from the sites that the path
  // left alone and those from the first one to its own.
  take_slopes(PROPOSAL);
  vec2 weights = all_weights(PROPOSAL, rule);
  for (int k = 0; k < count; ++k) {
    int i = int(drawn[k]);
    int y = value_at(PROPOSAL, i);
    float own = own_slope(PROPOSAL, i, y);
    float top = top_of_site(PROPOSAL, i, y, own, rule);
    weights = joined(weights, vec2(top, sum_of_site(PROPOSAL, i, y, own, top, rule)));
    log_ratio += flip_logit(PROPOSAL, i, y, value_at(PRESENT, i), own, rule) - log_weight(weights);
  }
  return decided(sums, log_ratio, true, stream);
}

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  int count = 1 + place_among(site_words(stream, 0).x, 2 * int(p.mean_length) - 1);
  Outcome made = Outcome(sums, 1.0, 0, 0);
  if (p.path == 0.0) {
    made = full_path(sums, count, stream);
  } else {
    made = fast_path(sums, min(count, SITES), stream);
  }
  return made;
}
