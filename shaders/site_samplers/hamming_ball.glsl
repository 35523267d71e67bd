// The twin of core/site_samplers/hamming_ball. Both balls have 1 + n (q - 1) configurations: the centre is the first.

#include "common/site_changes.glsl"
#include "common/site_flips.glsl"

/// Makes the proposal a configuration of the ball around x.
void change_at_most_one(uint word) {
  copy_configuration(PRESENT, PROPOSAL);
  int choice = place_among(word, 1 + SITES * (VALUES - 1));
  if (choice > 0) {
    int site = (choice - 1) / (VALUES - 1);
    int place = (choice - 1) % (VALUES - 1);
    put_value(PROPOSAL, site, place + int(place >= value_at(PRESENT, site)));
  }
}

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  FlipRule rule = FlipRule(1.0, true, false);
  uvec4 words = site_words(stream, 0);
  change_at_most_one(words.x);
  take_changes(PROPOSAL);
  vec2 weights = joined(vec2(0.0, 1.0), all_weights(PROPOSAL, rule));
  float left = uniform_of(words.y) * weights.y - exp(-weights.x);
  if (left >= 0.0) {
    Flip made = drawn_flip(PROPOSAL, left, weights.x, rule);
    put_value(PROPOSAL, made.site, made.value);
  }
  return decided(sums, 0.0, false, stream);
}
