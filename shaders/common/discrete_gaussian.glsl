// The twin of core/maths/discrete_gaussian: p(y) proportional to e^(-(y-c)^2/2a) on the sites 0 .. S-1. Sums are
// relative to the mode's term, and terms below e^-17 of it are left out. By mirror images 2c <= S-1. Then a sum is
//   sqrt(2 pi a) where the lower wall is far away, for a >= 1 by Poisson's formula (the next term is 2 e^(-2 pi^2 a));
//   taken term by term where few terms count or they fall fast;
//   elsewhere, by the midpoint Euler-Maclaurin formula with f(y) = e^(-(y-c)^2/2a),
//     sum over A < y < B = int_A^B f - [f'/24 - 7 f'''/5760 + 31 f^(5)/967680]_A^B,  A, B halfway between sites,
//   with errors of 127 f^(7)/154828800, below 3e-7. The integral is one of four Gauss points where f hardly varies,
//   as differences of tails cancel there.
// Lanes in lockstep walk through both sides of a choice, but not through a loop that none of them enters.

struct SiteLaw {
  float centre;
  float variance;
  float side;
  float mode;
  float reach;  // from the mode outwards, of the terms above e^-17
  bool mirrored;
  bool few;  // terms count
};

/// floor(x + 1/2) on the lattice
float nearest_site(float x, float side) { return clamp(floor(x + 0.5), 0.0, side - 1.0); }

SiteLaw site_law(float centre, float variance, float side) {
  bool mirrored = centre > 0.5 * (side - 1.0);
  float c = mirrored ? side - 1.0 - centre : centre;
  float outside = max(-c, 0.0);
  float reach = 34.0 * variance / (outside + sqrt(outside * outside + 34.0 * variance));
  bool few = reach < 12.0 || outside > 0.5 * variance;
  return SiteLaw(c, variance, side, max(ceil(c - 0.5), 0.0), reach, mirrored, few);
}

/// log of the term at y divided by the mode's
float site_exponent(SiteLaw q, float y) { return -(y - q.mode) * (y + q.mode - 2.0 * q.centre) / (2.0 * q.variance); }

/// f(mode + k + 1)/f(mode + k) = first e^(-k/a); up for direction 1, down for -1.
float site_first_ratio(SiteLaw q, float direction) {
  return exp(min(direction * (q.centre - q.mode) - 0.5, 0.0) / q.variance);
}

/// Sums of the terms below and above the mode, one by one.
vec2 site_sums_of_few(SiteLaw q) {
  float fall = exp(-1.0 / q.variance);
  float up = site_first_ratio(q, 1.0);
  float down = site_first_ratio(q, -1.0);
  float term_up = 1.0;
  float term_down = 1.0;
  vec2 sums = vec2(0.0, 0.0);
  float last = q.side - 1.0 - q.mode;
  float terms = min(q.reach + 1.0, last);
  for (float k = 1.0; k <= terms; k += 1.0) {
    term_up *= up;
    term_down = k > q.mode ? 0.0 : term_down * down;
    sums += vec2(term_down, term_up);
    up *= fall;
    down *= fall;
  }
  return sums;
}

/// sqrt(pi/2) e^(x^2/2) erfc(x/sqrt(2)), x >= 0: Mills's ratio of the normal law. Relative error below 4e-8.
float mills_ratio(float x) {
  float t = 1.0 / (1.0 + 0.32 * x);
  return t * (0.3199999982 + t * (0.3199984902 + t * (0.2873165562 + t * (0.2201473082 + t * (0.1470575914 +
         t * (-0.02359445246 + t * (0.1638918006 + t * (-0.3678701786 + t * (0.2392161295 -
         t * 0.05284914594)))))))));
}

/// -f'/24 + 7 f'''/5760 - 31 f^(5)/967680 divided by f, with s = (y-c)/a and r = 1/a.
float site_edge(float s, float r) {
  float s2 = s * s;
  return s * (0.0416666667 - 0.00121527778 * (s2 - 3.0 * r) +
              3.20354497e-5 * (s2 * (s2 - 10.0 * r) + 15.0 * r * r));
}

/// int_-1/2^b f, by the tails beyond both ends; their factors f(-1/2) and f(b) are given.
float site_integral_by_tails(SiteLaw q, float b, float f_a, float f_b) {
  float scale = inversesqrt(q.variance);
  float x_a = (-0.5 - q.centre) * scale;
  float x_b = (b - q.centre) * scale;
  float tail_a = f_a * mills_ratio(abs(x_a));
  float tail_b = f_b * mills_ratio(abs(x_b));
  float from_mode = q.mode - q.centre;
  float whole = x_a < 0.0 && x_b >= 0.0 ? 2.50662827 * exp(from_mode * from_mode / (2.0 * q.variance)) : 0.0;
  return (whole + (x_a < 0.0 ? -tail_a : tail_a) - (x_b < 0.0 ? -tail_b : tail_b)) / scale;
}

float site_integral_by_points(SiteLaw q, float b) {
  float middle = 0.5 * (b - 0.5);
  float half_width = 0.5 * (b + 0.5);
  float outer = exp(site_exponent(q, middle - 0.861136312 * half_width)) +
                exp(site_exponent(q, middle + 0.861136312 * half_width));
  float inner = exp(site_exponent(q, middle - 0.339981044 * half_width)) +
                exp(site_exponent(q, middle + 0.339981044 * half_width));
  return half_width * (0.347854845 * outer + 0.652145155 * inner);
}

/// Sum of the terms from site 0 up to `site`, of many that count.
float site_sum_of_many(SiteLaw q, float site) {
  float b = site + 0.5;
  float f_a = exp(site_exponent(q, -0.5));
  float f_b = exp(max(site_exponent(q, b), -80.0));
  float r = 1.0 / q.variance;
  float sum = f_b * site_edge((b - q.centre) * r, r) - f_a * site_edge((-0.5 - q.centre) * r, r);
  bool varies = q.side * (0.5 * q.side + max(-q.centre, 0.0)) >= 0.5 * q.variance;
  for (bool todo = !varies; todo; todo = false) sum += site_integral_by_points(q, b);
  for (bool todo = varies; todo; todo = false) sum += site_integral_by_tails(q, b, f_a, f_b);
  return sum;
}

/// log of the sum of all terms divided by the mode's.
float site_log_normaliser(float centre, float variance, float side) {
  SiteLaw q = site_law(centre, variance, side);
  float from_mode = q.mode - q.centre;
  float others = sqrt(6.28318531 * variance) * exp(min(from_mode * from_mode, 0.25) / (2.0 * variance)) - 1.0;
  bool near_wall = variance < 1.0 || q.centre < q.reach;
  for (bool todo = near_wall && q.few; todo; todo = false) {
    vec2 sums = site_sums_of_few(q);
    others = sums.x + sums.y;
  }
  for (bool todo = near_wall && !q.few; todo; todo = false) others = site_sum_of_many(q, side - 1.0) - 1.0;
  return log_near_1(1.0 + others, others);
}

/// log p(y)
float site_log_mass(float centre, float variance, float side, float y) {
  float m = nearest_site(centre, side);
  return -(y - m) * (y + m - 2.0 * centre) / (2.0 * variance) - site_log_normaliser(centre, variance, side);
}

/// By steps from the mode: down where the sum wanted is below it, and else up.
float site_quantile_of_few(SiteLaw q, float u) {
  vec2 sums = site_sums_of_few(q);
  float wanted = u * (1.0 + sums.x + sums.y) - sums.x;
  float direction = wanted < 0.0 ? -1.0 : 1.0;
  float left = wanted < 0.0 ? -wanted : wanted - 1.0;
  float steps = min(wanted < 0.0 ? q.mode : q.side - 1.0 - q.mode, ceil(q.reach));
  float fall = exp(-1.0 / q.variance);
  float ratio = site_first_ratio(q, direction);
  float term = 1.0;
  float k = 0.0;
  while (left > 0.0 && k < steps) {
    term *= ratio;
    left -= term;
    ratio *= fall;
    k += 1.0;
  }
  return q.mode + direction * k;
}

/// By bisection.
float site_quantile_of_many(SiteLaw q, float u) {
  float wanted = u * site_sum_of_many(q, q.side - 1.0);
  float below = -1.0;
  float site = q.side - 1.0;
  while (site - below > 1.0) {
    float middle = floor(0.5 * (below + site));
    bool reached = site_sum_of_many(q, middle) >= wanted;
    site = reached ? middle : site;
    below = reached ? below : middle;
  }
  return site;
}

/// The smallest y with P(Y <= y) >= u.
float site_quantile(float centre, float variance, float side, float u) {
  SiteLaw q = site_law(centre, variance, side);
  float v = q.mirrored ? 1.0 - u : u;
  float site = 0.0;
  for (bool todo = q.few; todo; todo = false) site = site_quantile_of_few(q, v);
  for (bool todo = !q.few; todo; todo = false) site = site_quantile_of_many(q, v);
  return q.mirrored ? side - 1.0 - site : site;
}

const int MOST_SITE_TRIES = 4;

int site_tries(float centre, float variance, float side) {
  float outside = max(max(-centre, centre - (side - 1.0)), 0.0);
  bool pay = variance >= 0.5 && outside * outside <= variance && side * side > 2.0 * variance;
  return pay ? MOST_SITE_TRIES : 0;
}

/// One try; -1 for none.
float try_site(float centre, float variance, float side, float normal, float u) {
  float whole = floor(centre + 0.5);
  float part = centre - whole;
  float t = part + sqrt(variance) * normal;
  float from_whole = floor(t + 0.5);
  float d = t - from_whole;
  float e = exp(-abs(d * (from_whole - part) / variance));
  bool kept = u * (1.0 + e * e) <= 2.0 * e * exp((d * d - 0.25) / (2.0 * variance));
  float y = whole + from_whole;
  return kept && y >= 0.0 && y < side ? y : -1.0;
}

/// Independent sites of both laws, by the slots `slot` to `slot` + MOST_SITE_TRIES.
vec2 draw_sites(vec2 centre, vec2 variance, vec2 sides, Stream stream, int slot) {
  float x = sides.x == 1.0 ? 0.0 : -1.0;
  float y = sides.y == 1.0 ? 0.0 : -1.0;
  int tries_x = site_tries(centre.x, variance.x, sides.x);
  int tries_y = site_tries(centre.y, variance.y, sides.y);
  for (int k = 0; (x < 0.0 && k < tries_x) || (y < 0.0 && k < tries_y); ++k) {
    Draw tried = draw(stream, slot + k);
    if (x < 0.0 && k < tries_x) x = try_site(centre.x, variance.x, sides.x, tried.normal.x, tried.uniform1);
    if (y < 0.0 && k < tries_y) y = try_site(centre.y, variance.y, sides.y, tried.normal.y, tried.uniform2);
  }
  for (bool todo = x < 0.0 || y < 0.0; todo; todo = false) {
    Draw last = draw(stream, slot + MOST_SITE_TRIES);
    if (x < 0.0) x = site_quantile(centre.x, variance.x, sides.x, last.uniform1);
    if (y < 0.0) y = site_quantile(centre.y, variance.y, sides.y, last.uniform2);
  }
  return vec2(x, y);
}
