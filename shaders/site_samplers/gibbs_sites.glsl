// The twin of core/site_samplers/gibbs_sites: each update draws a site's value by its distribution given all others.

#include "common/site_conditionals.glsl"

/// The site of a step's first update in turn: (step updates) mod n.
int first_site(Stream stream, int updates) {
  uint n = uint(SITES);
  return int((step_modulo(stream, n) * (uint(updates) % n)) % n);
}

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  copy_configuration(PRESENT, PROPOSAL);
  int updates = int(p.updates);
  bool in_turn = p.scan == 1.0;
  int next = first_site(stream, updates);
  for (int block = 0; 2 * block < updates; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 2; ++k)
      if (2 * block + k < updates) {
        int i = in_turn ? next : place_among(words[2 * k], SITES);
        put_value(PRESENT, i, drawn_given_others(i, uniform_of(words[2 * k + 1])));
        next = next + 1 == SITES ? 0 : next + 1;
      }
  }
  int changed = differing();
  return Outcome(sums, 1.0, changed, changed);
}
