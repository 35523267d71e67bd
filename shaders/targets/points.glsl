// E = -log sum_k exp(-e_k), e_k = least_k + |(x - m_k)/s|^2/2. target_data holds the parameters' values, here four, of which
// t.bandwidth and t.standardise have shaped what follows: the number of kernels, 1/s along both axes, and of each kernel
// least and m.

float points_energy(int k, vec2 x, vec2 per_sd) {
  int at = 7 + 3 * k;
  vec2 z = (x - vec2(target_data[at + 1], target_data[at + 2])) * per_sd;
  return target_data[at] + 0.5 * dot(z, z);
}

Evaluation evaluate(vec2 x, TargetParameters t) {
  int count = int(target_data[4]);
  vec2 per_sd = vec2(target_data[5], target_data[6]);
  float least = points_energy(0, x, per_sd);
  for (int k = 1; k < count; ++k) least = min(least, points_energy(k, x, per_sd));
  float total = 0.0;  // of exp(least - e_k)
  vec2 pull = vec2(0.0, 0.0);
  const int part = 16;  // summed apart, so that rounding does not grow with the number of kernels
  for (int from = 0; from < count; from += part) {
    float part_total = 0.0;
    vec2 part_pull = vec2(0.0, 0.0);
    for (int k = from; k < min(from + part, count); ++k) {
      float share = exp(max(least - points_energy(k, x, per_sd), -80.0));
      int at = 7 + 3 * k;
      part_total += share;
      part_pull += share * (x - vec2(target_data[at + 1], target_data[at + 2]));
    }
    total += part_total;
    pull += part_pull;
  }
  return Evaluation(least - log(total), pull / total * per_sd * per_sd);
}
