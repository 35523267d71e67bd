// The value of a site by its distribution given all others: the twin of GibbsSites in core/site_samplers/gibbs_sites.

int drawn_given_others(int i, float u) {
  prepare_changes(PRESENT);
  if (VALUES == 2) {
    int x = value_at(PRESENT, i);
    float to_one = change(PRESENT, i, 1 - x) * float(1 - 2 * x);  // E with value 1 less E with 0
    return u - 1.0 / (1.0 + exp(-to_one)) >= 0.0 ? 1 : 0;
  }
  float least = 0.0;
  for (int v = 0; v < VALUES; ++v) least = min(least, change(PRESENT, i, v));
  float sum = 0.0;
  for (int v = 0; v < VALUES; ++v) sum += exp(least - change(PRESENT, i, v));
  float left = u * sum;
  int drawn = 0;
  for (int v = 0; v < VALUES - 1; ++v)
    if (left >= 0.0) {
      left -= exp(least - change(PRESENT, i, v));
      drawn = left >= 0.0 ? v + 1 : v;
    }
  return drawn;
}
