// E = -log sum_k exp(-e_k), e_k = least_k + |(x - m_k)/s|^2/2. target_data holds the parameters' values, here four, of which
// t.bandwidth and t.standardise have shaped what follows: the number of kernels, 1/s along both axes, and of each kernel
// least and m. The kernels are filled up to a multiple of 16 by some of no weight.

float points_energy(int k, vec2 x, vec2 per_sd) {
  int at = 7 + 3 * k;
  vec2 z = (x - vec2(target_data[at + 1], target_data[at + 2])) * per_sd;
  return target_data[at] + 0.5 * dot(z, z);
}

float points_least(int k, vec2 x, vec2 per_sd) {
  return min(min(points_energy(k, x, per_sd), points_energy(k + 1, x, per_sd)),
             min(points_energy(k + 2, x, per_sd), points_energy(k + 3, x, per_sd)));
}

struct PointsSum {
  float total;  // of exp(least - e_k)
  vec2 pull;
};

PointsSum points_one(PointsSum sum, int k, vec2 x, vec2 per_sd, float least) {
  float share = exp(max(least - points_energy(k, x, per_sd), -80.0));
  vec2 centre = vec2(target_data[8 + 3 * k], target_data[9 + 3 * k]);
  return PointsSum(sum.total + share, sum.pull + share * (x - centre));
}

PointsSum points_four(PointsSum sum, int k, vec2 x, vec2 per_sd, float least) {
  sum = points_one(points_one(sum, k, x, per_sd, least), k + 1, x, per_sd, least);
  return points_one(points_one(sum, k + 2, x, per_sd, least), k + 3, x, per_sd, least);
}

Evaluation evaluate(vec2 x, TargetParameters t) {
  int count = int(target_data[4]);
  vec2 per_sd = vec2(target_data[5], target_data[6]);
  float least = points_energy(0, x, per_sd);
  for (int k = 0; k < count; k = k + 16)
    least = min(least, min(min(points_least(k, x, per_sd), points_least(k + 4, x, per_sd)),
                           min(points_least(k + 8, x, per_sd), points_least(k + 12, x, per_sd))));
  // Sixteen kernels are summed apart, so that rounding does not grow with the number of kernels.
  PointsSum sum = PointsSum(0.0, vec2(0.0, 0.0));
  for (int k = 0; k < count; k = k + 16) {
    PointsSum part = PointsSum(0.0, vec2(0.0, 0.0));
    part = points_four(part, k, x, per_sd, least);
    part = points_four(part, k + 4, x, per_sd, least);
    part = points_four(part, k + 8, x, per_sd, least);
    part = points_four(part, k + 12, x, per_sd, least);
    sum = PointsSum(sum.total + part.total, sum.pull + part.pull);
  }
  return Evaluation(least - log(sum.total), sum.pull / sum.total * per_sd * per_sd);
}
