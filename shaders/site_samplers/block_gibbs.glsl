// The twin of core/site_samplers/gibbs_sites for blocks of independent sites, in the order of links from ORDER on, and
// of hidden_gibbs. Targets with notes are those with hidden bits: note j is the log odds of bit j, then minus its value.

#include "common/site_conditionals.glsl"

void draw_blocks(Stream stream) {
  for (int block = 0; 2 * block < SITES; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 2; ++k)
      if (2 * block + k < SITES) {
        int i = site_links[ORDER + 2 * block + k];
        put_value(PRESENT, i, drawn_given_others(i, uniform_of(words[2 * k + 1])));
      }
  }
}

bool is_one(uint word, float log_odds) { return uniform_of(word) < 1.0 / (1.0 + exp(-log_odds)); }

/// The draws of hidden bits are those after the sites'.
void draw_hidden(Stream stream) {
  prepare_changes(PRESENT);
  int end = SITES + NOTES;
  for (int block = SITES / 4; 4 * block < end; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 4; ++k) {
      int j = 4 * block + k - SITES;
      if (j >= 0 && j < NOTES) set_note(j, is_one(words[k], note(j)) ? -1.0 : 0.0);
    }
  }
}

void draw_given_hidden(Stream stream) {
  for (int block = 0; 4 * block < SITES; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 4; ++k)
      if (4 * block + k < SITES)
        put_value(PRESENT, 4 * block + k, int(is_one(words[k], -slope_by_notes(4 * block + k))));
  }
}

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  copy_configuration(PRESENT, PROPOSAL);
  if (NOTES == 0) {
    draw_blocks(stream);
  } else {
    draw_hidden(stream);
    draw_given_hidden(stream);
  }
  int changed = differing();
  return Outcome(sums, 1.0, changed, changed);
}
