// The twin of core/maths/discrete_gaussian: p(y) proportional to e^(-(y-c)^2/2a) on the sites 0 .. S-1. Sums are
// divided by the mode's term, and terms below e^-17 of it left out. By mirror images 2c <= S-1. Then the sum is
//   sqrt(2 pi a) e^((m-c)^2/2a) where the lower wall is far and a >= 1, Poisson's formula without 2 e^(-2 pi^2 a);
//   taken term by term where few of them count;
//   elsewhere, by the midpoint Euler-Maclaurin formula, with f(y) = e^(-(y-c)^2/2a), A = -1/2 and B = S-1/2,
//     sum f = int_A^B f - [f'/24 - 7 f'''/5760 + 31 f^(5)/967680 - 127 f^(7)/154828800]_A^B.
// Relative errors are below 5e-7. Straight code: where lanes run in lockstep a loop costs more than it saves.

struct SiteDistribution {
  float centre;  // c
  float side;    // S
  float mode;    // m
  float r;       // 1/a
};

/// The mode: floor(x + 1/2), on the lattice.
float nearest_site(float x, float side) { return clamp(floor(x + 0.5), 0.0, side - 1.0); }

/// The mirror image with 2c <= S-1.
SiteDistribution site_distribution(float centre, float variance, float side) {
  float c = min(centre, side - 1.0 - centre);
  return SiteDistribution(c, side, max(ceil(c - 0.5), 0.0), 1.0 / variance);
}

/// log of the term at y divided by the mode's
float site_exponent(SiteDistribution q, float y) { return -0.5 * q.r * (y - q.mode) * (y + q.mode - 2.0 * q.centre); }

/// The sum of 12 terms on either side of the mode and its own, each from the one before.
float site_sum_of_few(SiteDistribution q) {
  float fall = exp(-q.r);
  float up = exp((q.centre - q.mode - 0.5) * q.r);
  float down = exp(min(q.mode - q.centre - 0.5, 0.0) * q.r);
  float last = q.side - 1.0 - q.mode;
  float term_up = 1.0;
  float term_down = 1.0;
  float sum = 1.0;
  for (int k = 0; k < 12; ++k) {
    term_up = float(k) < last ? term_up * up : 0.0;
    term_down = float(k) < q.mode ? term_down * down : 0.0;
    sum += term_up + term_down;
    up *= fall;
    down *= fall;
  }
  return sum;
}

/// sqrt(pi/2) e^(x^2/2) erfc(x/sqrt(2)) for x >= 0, Mills's ratio of the normal distribution; relative error below 4e-8.
float mills_ratio(float x) {
  float t = 1.0 / (1.0 + 0.32 * x);
  return t * (0.3199999982 + t * (0.3199984902 + t * (0.2873165562 + t * (0.2201473082 + t * (0.1470575914 +
         t * (-0.02359445246 + t * (0.1638918006 + t * (-0.3678701786 + t * (0.2392161295 -
         t * 0.05284914594)))))))));
}

/// int f/f(m) from A to B, a and b away from c, by the tails beyond them; f_a and f_b are f/f(m) there.
float site_integral_by_tails(SiteDistribution q, float a, float b, float f_a, float f_b) {
  float scale = sqrt(q.r);
  float from_mode = q.mode - q.centre;
  float whole = a < 0.0 ? 2.50662827 * exp(0.5 * q.r * min(from_mode * from_mode, 0.25)) : 0.0;
  float tail_a = f_a * mills_ratio(abs(a) * scale);
  return (whole + (a < 0.0 ? -tail_a : tail_a) - f_b * mills_ratio(b * scale)) / scale;
}

/// The same where f hardly varies and the tails cancel: about the middle f is e^(u t + v t^2), |t| < 1, u^2 < 1/16
/// and |v| < 1/8; the mean of its Taylor series.
float site_integral_by_series(SiteDistribution q, float middle) {
  float from_mode = q.mode - q.centre;
  float slope = 0.5 * q.r * q.side * middle;
  float v = -0.125 * q.r * q.side * q.side;
  float even = 1.0 + v * (0.333333333 + v * (0.1 + v * (0.0238095238 + v * 0.00462962963)));
  float squared = 0.166666667 + v * (0.1 + v * (0.0357142857 + v * 0.00925925926));
  float fourth = 0.00833333333 + v * (0.00595238095 + v * 0.00231481481);
  float mean = even + slope * slope * (squared + slope * slope * fourth);
  return q.side * exp(0.5 * q.r * (from_mode - middle) * (from_mode + middle)) * mean;
}

/// -f'/24 + 7 f'''/5760 - 31 f^(5)/967680 + 127 f^(7)/154828800 divided by f, with s = (y-c)/a and r = 1/a.
float site_edge(float s, float r) {
  float z = s * s;
  float third = z - 3.0 * r;
  float fifth = z * (z - 10.0 * r) + 15.0 * r * r;
  float seventh = z * (z * (z - 21.0 * r) + 105.0 * r * r) - 105.0 * r * r * r;
  return s * (0.0416666667 - 0.00121527778 * third + 3.20354497e-5 * fifth - 8.20260831e-7 * seventh);
}

float site_sum_of_many(SiteDistribution q) {
  float a = -0.5 - q.centre;
  float b = q.side - 0.5 - q.centre;
  float f_a = exp(site_exponent(q, -0.5));
  float f_b = exp(max(site_exponent(q, q.side - 0.5), -80.0));
  float by_tails = site_integral_by_tails(q, a, b, f_a, f_b);
  float by_series = site_integral_by_series(q, 0.5 * (a + b));
  bool varies = q.r * q.side * (0.5 * q.side + max(-q.centre, 0.0)) > 0.5;
  return (varies ? by_tails : by_series) + f_b * site_edge(b * q.r, q.r) - f_a * site_edge(a * q.r, q.r);
}

/// The sum of all terms divided by the mode's.
float site_normaliser(float centre, float variance, float side) {
  SiteDistribution q = site_distribution(centre, variance, side);
  float from_mode = q.mode - q.centre;
  float sum = sqrt(6.28318531 * variance) * exp(0.5 * q.r * min(from_mode * from_mode, 0.25));
  if (variance < 1.0 || q.centre < sqrt(34.0 * variance)) {
    // (12 s + 72) r is the exponent 12 sites from the mode
    bool few = (12.0 * max(-q.centre, 0.0) + 72.0) * q.r > 17.0;
    if (few) sum = site_sum_of_few(q);
    if (!few) sum = site_sum_of_many(q);
  }
  return sum;
}

float site_log_normaliser(float centre, float variance, float side) {
  return log(site_normaliser(centre, variance, side));
}

/// log p(y)
float site_log_mass(float centre, float variance, float side, float y) {
  float m = nearest_site(centre, side);
  return -(y - m) * (y + m - 2.0 * centre) / (2.0 * variance) - site_log_normaliser(centre, variance, side);
}

/// One try by rounding a normal number; -1 for none.
float try_rounding(float centre, float variance, float side, float normal, float u) {
  float whole = floor(centre + 0.5);
  float part = centre - whole;
  float r = 1.0 / variance;
  float t = part + sqrt(variance) * normal;
  float from_whole = floor(t + 0.5);
  float d = t - from_whole;
  float e = exp(-abs(d * (from_whole - part)) * r);  // cosh(b) = (1/e + e)/2
  bool kept = u * (1.0 + e * e) <= 2.0 * e * exp(0.5 * r * (d * d - 0.25));
  float y = whole + from_whole;
  return kept && y >= 0.0 && y < side ? y : -1.0;
}

/// max (k + 1/2) sqrt(w) over the terms w = f/f(m) at k = 0, 1, ... n sites beyond the mode, or somewhat more; d from
/// the centre to the mode, that way.
float ratio_bound(float d, float n, float variance) {
  float far = 4.0 * variance / max(d - 0.5 + sqrt((d - 0.5) * (d - 0.5) + 8.0 * variance), 1e-20);
  float x = min(variance < 0.5 ? 1.5 : max(far, 0.5), n + 0.5);
  return max(x * exp(-(x - 0.5) * (x - 0.5 + 2.0 * d) / (4.0 * variance)), 0.5);
}

/// One try by the ratio of uniforms; -1 for none.
float try_ratio(float centre, float variance, float side, float u, float v) {
  float m = nearest_site(centre, side);
  float above = ratio_bound(m - centre, side - 1.0 - m, variance);
  float below = ratio_bound(centre - m, m, variance);
  float k = floor((v * (above + below) - below) / u + 0.5);
  float y = m + k;
  bool kept = u * u <= exp(-k * (y + m - 2.0 * centre) / (2.0 * variance));
  return kept && y >= 0.0 && y < side ? y : -1.0;
}

const int SITE_SLOTS = 64;

/// Independent sites of both distributions, by the slots `slot` to `slot` + SITE_SLOTS - 1.
vec2 draw_sites(vec2 centre, vec2 variance, vec2 sides, Stream stream, int slot) {
  Draw first = draw(stream, slot);
  float x = sides.x == 1.0 ? 0.0 : try_rounding(centre.x, variance.x, sides.x, first.normal.x, first.uniform1);
  float y = sides.y == 1.0 ? 0.0 : try_rounding(centre.y, variance.y, sides.y, first.normal.y, first.uniform2);
  for (int k = 1; k < SITE_SLOTS && (x < 0.0 || y < 0.0); ++k) {
    Draw more = draw(stream, slot + k);
    bool for_x = x < 0.0;
    float site = try_ratio(for_x ? centre.x : centre.y, for_x ? variance.x : variance.y,
                           for_x ? sides.x : sides.y, more.uniform1, more.uniform2);
    y = for_x ? y : site;
    x = for_x ? site : x;
  }
  return vec2(x < 0.0 ? nearest_site(centre.x, sides.x) : x, y < 0.0 ? nearest_site(centre.y, sides.y) : y);
}
