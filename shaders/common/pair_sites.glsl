// The twin of core/site_targets/pair_target: E = -K (pairs of equal values) - (f(1) - f(0)) (sites with value 1) + const,
// the second term only for sites with two values that are numbers. Both numbers are counted, so that changes of E come
// from exact differences however long the chain is.
// site_numbers: K, f(1) - f(0), const. site_links: SITES + 1 places where a site's neighbours begin, then their bits.

/// Slopes and changes are found without notes.
void prepare_slopes(int which) {}
void prepare_changes(int which) {}

int neighbours_with(int which, int i, int v) {
  int found = 0;
  int end = site_links[i + 1];
  for (int k = site_links[i]; k < end; k += 4) {  // four at once: software devices count the turns of loops
    found += int(value_at_bit(which, site_links[k]) == v);
    if (k + 1 < end) found += int(value_at_bit(which, site_links[k + 1]) == v);
    if (k + 2 < end) found += int(value_at_bit(which, site_links[k + 2]) == v);
    if (k + 3 < end) found += int(value_at_bit(which, site_links[k + 3]) == v);
  }
  return found;
}

int gain(int near, int x, int v) { return int(near == v) - int(near == x); }

/// The neighbours with value v less those with value x.
int gained(int which, int i, int x, int v) {
  int found = 0;
  int end = site_links[i + 1];
  for (int k = site_links[i]; k < end; k += 4) {
    found += gain(value_at_bit(which, site_links[k]), x, v);
    if (k + 1 < end) found += gain(value_at_bit(which, site_links[k + 1]), x, v);
    if (k + 2 < end) found += gain(value_at_bit(which, site_links[k + 2]), x, v);
    if (k + 3 < end) found += gain(value_at_bit(which, site_links[k + 3]), x, v);
  }
  return found;
}

/// How many neighbours have value 1, of numbers.
int ones_near(int which, int i) {
  int ones = 0;
  int end = site_links[i + 1];
  for (int k = site_links[i]; k < end; k += 4) {
    ones += value_at_bit(which, site_links[k]);
    if (k + 1 < end) ones += value_at_bit(which, site_links[k + 1]);
    if (k + 2 < end) ones += value_at_bit(which, site_links[k + 2]);
    if (k + 3 < end) ones += value_at_bit(which, site_links[k + 3]);
  }
  return ones;
}
int degree(int i) { return site_links[i + 1] - site_links[i]; }

/// dE/dx_i for numbers, whose neighbours' spins sum to 2 ones - degree; for classes dE/de_iv.
float slope(int which, int i, int v) {
  if (CODING == CLASSES) return -site_numbers[0] * float(neighbours_with(which, i, v));
  return -site_numbers[0] * float(2 * ones_near(which, i) - degree(i)) - site_numbers[1];
}

float slope_by_notes(int i) { return slope(PRESENT, i, 0); }

/// E with value v at site i less E.
float change(int which, int i, int v) {
  int x = value_at(which, i);
  if (CODING == CLASSES) return -site_numbers[0] * float(gained(which, i, x, v));
  return slope(which, i, 0) * float(v - x);
}

/// Pairs of equal values, and sites with value 1.
vec2 counted(int which) {
  int twice = 0;
  int ones = 0;
  for (int i = 0; i < SITES; ++i) {
    int x = value_at(which, i);
    if (CODING == CLASSES) {
      twice += neighbours_with(which, i, x);
    } else {
      int near = ones_near(which, i);
      twice += x == 1 ? near : degree(i) - near;
    }
    ones += int(x == 1);
  }
  return vec2(float(twice >> 1), float(ones));
}

float rise(vec2 from, vec2 to) {
  return -site_numbers[0] * (to.x - from.x) - site_numbers[1] * (to.y - from.y);
}
float energy_of(vec2 sums) { return site_numbers[2] - site_numbers[0] * sums.x - site_numbers[1] * sums.y; }
