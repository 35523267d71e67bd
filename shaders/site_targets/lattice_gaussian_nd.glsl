// The twin of core/site_targets/quadratic_target: E = (x - b)'W(x - b)/2, whose sums are found anew for each configuration.
// site_numbers: b, W's diagonal, then entries of W. site_links: SITES + 1 places where a row begins, then for each of its
// entries the bit of the other site and the entry's place among the numbers.

/// Slopes and changes are found without notes.
void prepare_slopes(int which) {}
void prepare_changes(int which) {}

/// dE/dx_i
float slope(int which, int i, int v) {
  float sum = 0.0;
  int end = site_links[i + 1];
  for (int k = site_links[i]; k < end; k += 2)
    sum += site_numbers[site_links[k + 1]] * (float(value_at_bit(which, site_links[k])) - site_numbers[0]);
  return sum;
}

float slope_by_notes(int i) { return slope(PRESENT, i, 0); }

/// E with value v at site i less E.
float change(int which, int i, int v) {
  float away = float(v - value_at(which, i));
  return away * (slope(which, i, 0) + 0.5 * site_numbers[1 + i] * away);
}

/// E less E(c), and E(c), where c has the legal value nearest to b at every site: near the mode the first is small even
/// where b is far outside the lattice, so that differences of two are accurate.
vec2 counted(int which) {
  float c = clamp(floor(site_numbers[0] + 0.5), 0.0, float(VALUES - 1));
  float away = c - site_numbers[0];
  float risen = 0.0;
  float lowest = 0.0;
  for (int i = 0; i < SITES; ++i) {
    float sum = 0.0;
    float row = 0.0;
    int end = site_links[i + 1];
    for (int k = site_links[i]; k < end; k += 2) {
      float entry = site_numbers[site_links[k + 1]];
      sum += entry * (0.5 * (float(value_at_bit(which, site_links[k])) - c) + away);
      row += entry;
    }
    risen += (float(value_at(which, i)) - c) * sum;
    lowest += 0.5 * away * away * row;
  }
  return vec2(risen, lowest);
}

float rise(vec2 from, vec2 to) { return to.x - from.x; }
float energy_of(vec2 sums) { return sums.x + sums.y; }
