// The twin of core/site_targets/pictures: E = -log sum_k e^(-beta d_k) with distances d_k to pictures.
// site_numbers: beta. site_links: the number of pictures, then the words of each.

int pictures() { return site_links[0]; }
int distance_to(int k, int which) {
  int distance = 0;
  for (int w = 0; w < WORDS; ++w) distance += bitCount(int(word_of(which, w)) ^ site_links[1 + k * WORDS + w]);
  return distance;
}
int pixel_of(int k, int i) { return (site_links[1 + k * WORDS + (i >> 5)] >> (i & 31)) & 1; }

int least_distance(int which) {
  int least = SITES;
  for (int k = 0; k < pictures(); ++k) least = min(least, distance_to(k, which));
  return least;
}
float decay_to(int k, int which, int least) { return exp(-site_numbers[0] * float(distance_to(k, which) - least)); }

/// Notes: the share of each picture's term in the density.
void prepare_slopes(int which) {
  int least = least_distance(which);
  float sum = 0.0;
  for (int k = 0; k < pictures(); ++k) {
    float decay = decay_to(k, which, least);
    sum += decay;
    set_note(k, decay);
  }
  for (int k = 0; k < pictures(); ++k) set_note(k, note(k) / sum);
}
void prepare_changes(int which) { prepare_slopes(which); }

/// The shares of pictures that have 0 and 1 at site i.
vec2 shares_at(int i) {
  vec2 shares = vec2(0.0, 0.0);
  for (int k = 0; k < pictures(); ++k) shares += pixel_of(k, i) == 0 ? vec2(note(k), 0.0) : vec2(0.0, note(k));
  return shares;
}

/// dE/dx_i
float slope(int which, int i, int v) {
  vec2 shares = shares_at(i);
  return site_numbers[0] * (shares.x - shares.y);
}

/// E with value v at site i less E: pictures with this value become nearer by 1, the others farther.
float change(int which, int i, int v) {
  vec2 shares = shares_at(i);
  float nearer = v == 0 ? shares.x : shares.y;
  float farther = v == 0 ? shares.y : shares.x;
  float beta = site_numbers[0];
  return v == value_at(which, i) ? 0.0 : beta - log(farther + nearer * exp(2.0 * beta));
}

/// The least distance, and log sum_k e^(-beta (d_k - least)).
vec2 counted(int which) {
  int least = least_distance(which);
  float sum = 0.0;
  for (int k = 0; k < pictures(); ++k) sum += decay_to(k, which, least);
  return vec2(float(least), log(sum));
}
float rise(vec2 from, vec2 to) { return site_numbers[0] * (to.x - from.x) - (to.y - from.y); }
float energy_of(vec2 sums) { return site_numbers[0] * sums.x - sums.y; }
