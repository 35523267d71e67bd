// The twin of core/site_samplers/swendsen_wang. Note i is a site before site i in its cluster, or i itself where that
// is the cluster's first one; note SITES + i is the size of the cluster that begins at site i.

/// The first site of i's cluster. Paths to it become shorter by the way.
int first_of(int i) {
  int at = i;
  int before = int(note(at));
  while (before != at) {
    float next = note(before);
    set_note(at, next);
    at = int(next);
    before = int(note(at));
  }
  return at;
}

/// Of pair k, from link PAIR_LIST on.
void bind_pair(int k, float u, float bound) {
  int first = site_links[PAIR_LIST + 2 * k];
  int second = site_links[PAIR_LIST + 2 * k + 1];
  if (u < bound && value_at(PRESENT, first) == value_at(PRESENT, second)) {
    int a = first_of(first);
    int b = first_of(second);
    set_note(max(a, b), float(min(a, b)));
  }
}

void find_clusters(Stream stream) {
  for (int i = 0; i < SITES; ++i) {
    set_note(i, float(i));
    set_note(SITES + i, 0.0);
  }
  float bound = -expm1(-site_numbers[0]);
  for (int block = 0; 4 * block < PAIRS; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 4; ++k)
      if (4 * block + k < PAIRS) bind_pair(4 * block + k, uniform_of(words[k]), bound);
  }
  for (int i = 0; i < SITES; ++i) {  // in order: what a site's note leads to is a cluster's first site by now
    float first = note(int(note(i)));
    set_note(i, first);
    set_note(SITES + int(first), note(SITES + int(first)) + 1.0);
  }
}

/// Numbers have fields, classes none.
int drawn_for_cluster(int first, uint word) {
  if (CODING == CLASSES) return place_among(word, VALUES);
  float zero = 1.0 / (1.0 + exp(note(SITES + first) * site_numbers[1]));
  return uniform_of(word) - zero >= 0.0 ? 1 : 0;
}

Outcome step_sites(vec2 sums, SamplerParameters p, Stream stream, uvec2 now) {
  find_clusters(stream);
  int end = PAIRS + SITES;
  for (int block = PAIRS / 4; 4 * block < end; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 4; ++k) {
      int i = 4 * block + k - PAIRS;
      if (i >= 0 && i < SITES) {
        int first = int(note(i));
        int value = value_at(PROPOSAL, first);
        if (first == i) value = drawn_for_cluster(i, words[k]);
        put_value(PROPOSAL, i, value);
      }
    }
  }
  return decided(sums, 0.0, false, stream);
}
