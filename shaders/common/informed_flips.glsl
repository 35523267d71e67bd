// The twin of core/site_samplers/informed_flips: changes of one site to another value are drawn with the weights
// e^(-(change of E)/2), several with replacement.

const int MOST_FLIPS = 64;

Outcome informed_flips(vec2 sums, int flips, bool exact, Stream stream) {
  FlipRule rule = FlipRule(0.5, exact, false);
  float drawn[MOST_FLIPS];  // sites, whole numbers
  take_site_changes(PRESENT, exact);
  copy_configuration(PRESENT, PROPOSAL);
  vec2 there = all_weights(PRESENT, rule);
  float log_ratio = float(flips) * log_weight(there);
  for (int block = 0; 4 * block < flips; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 4; ++k)
      if (4 * block + k < flips) {
        Flip made = drawn_flip(PRESENT, uniform_of(words[k]) * there.y, there.x, rule);
        put_value(PROPOSAL, made.site, made.value);
        drawn[4 * block + k] = float(made.site);
        log_ratio -= made.logit;
      }
  }
  take_site_changes(PROPOSAL, exact);
  log_ratio -= float(flips) * log_weight(all_weights(PROPOSAL, rule));
  for (int k = 0; k < flips; ++k) {
    int i = int(drawn[k]);
    int y = value_at(PROPOSAL, i);
    log_ratio += flip_logit(PROPOSAL, i, y, value_at(PRESENT, i), flip_slope(PROPOSAL, i, y, rule), rule);
  }
  return decided(sums, log_ratio, true, stream);
}
