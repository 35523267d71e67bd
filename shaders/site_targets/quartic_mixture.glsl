// The twin of core/site_targets/quartic_mixture, E = -log sum_k e^(-p_k), p_k = sum_j (z_j - c_k r_j)^4, with z = u + m r
// where u is orthogonal to r: u and m are linear in x, u = A'x and m = f.x. Then p_k = sum_j (u_j - (c_k - m) r_j)^4 has
// little to cancel: its terms are at most a multiple of itself.
// site_numbers go on with sum r^4, r and c; site_links with the number of components, a multiple of four: what fills up
// the last four is so far away that its terms are 0.

#include "common/linear_inputs.glsl"

int components() { return site_links[1]; }
float r_of(int j) { return site_numbers[own_numbers() + 1 + j]; }
float centre_of(int k) { return site_numbers[own_numbers() + 1 + inputs() + k]; }

/// p_k as polynomial of c_k - m: sums of u^4, u^3 r, u^2 r^2 and u r^3.
struct Quartic {
  float c0;
  float c1;
  float c2;
  float c3;
};

Quartic with_input(Quartic q, float u, float r) {
  float uu = u * u;
  float rr = r * r;
  return Quartic(q.c0 + uu * uu, q.c1 + uu * u * r, q.c2 + uu * rr, q.c3 + u * r * rr);
}
Quartic with_inputs(Quartic q, int j, vec4 u) {
  q = with_input(q, u.x, r_of(j));
  q = with_input(q, u.y, r_of(j + 1));
  q = with_input(q, u.z, r_of(j + 2));
  return with_input(q, u.w, r_of(j + 3));
}

float power_of(Quartic q, float away) {
  return q.c0 + away * (-4.0 * q.c1 + away * (6.0 * q.c2 + away * (-4.0 * q.c3 + away * site_numbers[own_numbers()])));
}

/// Those of four components, from component k on.
vec4 powers_from(Quartic q, float m, int k) {
  return vec4(power_of(q, centre_of(k) - m), power_of(q, centre_of(k + 1) - m), power_of(q, centre_of(k + 2) - m),
              power_of(q, centre_of(k + 3) - m));
}

float least_power(Quartic q, float m) {
  float least = 1e30;
  for (int k = 0; k < components(); k += 4) {
    vec4 p = powers_from(q, m, k);
    least = min(least, min(min(p.x, p.y), min(p.z, p.w)));
  }
  return least;
}

float mixed(Quartic q, float m) {
  float least = least_power(q, m);
  float sum = 0.0;
  for (int k = 0; k < components(); k += 4) {
    vec4 p = powers_from(q, m, k);
    sum += exp(least - p.x) + exp(least - p.y) + exp(least - p.z) + exp(least - p.w);
  }
  return least - log(sum);
}

Quartic quartic_at(int which) {
  Quartic q = Quartic(0.0, 0.0, 0.0, 0.0);
  for (int j = 0; j < inputs(); j += 4) q = with_inputs(q, j, inputs_from(which, j));
  return q;
}

/// Notes: u.
Quartic note_inputs(int which) {
  Quartic q = Quartic(0.0, 0.0, 0.0, 0.0);
  for (int j = 0; j < inputs(); j += 4) {
    vec4 u = inputs_from(which, j);
    note_four(j, u);
    q = with_inputs(q, j, u);
  }
  return q;
}

/// Means of the powers of c_k - m, each component by its share of the density.
struct Moments {
  float first;
  float second;
  float third;
};

Moments moments_of(Quartic q, float m) {
  float least = least_power(q, m);
  float sum = 0.0;
  Moments total = Moments(0.0, 0.0, 0.0);
  for (int k = 0; k < components(); ++k) {
    float away = centre_of(k) - m;
    float weight = exp(least - power_of(q, away));
    sum += weight;
    total = Moments(total.first + weight * away, total.second + weight * away * away,
                    total.third + weight * away * away * away);
  }
  return Moments(total.first / sum, total.second / sum, total.third / sum);
}

/// Notes: dE/du, and then dE/dm.
void prepare_slopes(int which) {
  Quartic q = note_inputs(which);
  Moments mean = moments_of(q, own_terms(which));
  for (int j = 0; j < inputs(); ++j) {
    float u = note(j);
    float r = r_of(j);
    set_note(j, 4.0 * (u * u * u - r * (3.0 * u * u * mean.first - r * (3.0 * u * mean.second - r * mean.third))));
  }
  float fourths = site_numbers[own_numbers()];
  set_note(inputs(), 4.0 * (q.c1 - 3.0 * q.c2 * mean.first + 3.0 * q.c3 * mean.second - fourths * mean.third));
}
float slope(int which, int i, int v) { return note(inputs()) * own_term(i) + noted_sum(i); }

/// Notes: u, m and E.
void prepare_changes(int which) {
  Quartic q = note_inputs(which);
  float m = own_terms(which);
  set_note(inputs(), m);
  set_note(inputs() + 1, mixed(q, m));
}

/// E with value v at site i less E.
float change(int which, int i, int v) {
  float away = float(v - value_at(which, i));
  int row = row_of(i);
  Quartic q = Quartic(0.0, 0.0, 0.0, 0.0);
  for (int j = 0; j < inputs(); j += 4)
    q = with_inputs(q, j, vec4(note(j) + away * site_numbers[row + j], note(j + 1) + away * site_numbers[row + j + 1],
                               note(j + 2) + away * site_numbers[row + j + 2],
                               note(j + 3) + away * site_numbers[row + j + 3]));
  return mixed(q, note(inputs()) + away * own_term(i)) - note(inputs() + 1);
}

/// E.
vec2 counted(int which) { return vec2(mixed(quartic_at(which), own_terms(which)), 0.0); }
float rise(vec2 from, vec2 to) { return to.x - from.x; }
float energy_of(vec2 sums) { return sums.x; }
