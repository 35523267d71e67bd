// E = -log sum_k exp(-|x - mu_k|^2/(2 sd^2)) + log(2 pi sd^2 K), mu_k = radius (cos 2 pi k/K, sin 2 pi k/K)
//
// In y = scale x, scale^2 = log2(e)/(2 sd^2), a centre at the squared distance q weighs 2^-q. Centres k and K - k
// mirror each other, and K <= 8 has at most three such pairs; those that a smaller K lacks stand where they
// weigh nothing.

const float RING8_PI = 3.141592653589793;
const float RING8_LN_2 = 0.6931471805599453;
const float RING8_NOWHERE = 1e15;

struct TargetConstants {
  float scale;
  float right;  // the centres 0 ...
  float left;   // ... and K/2 on the x axis
  vec2 first;   // the upper ones of the pairs
  vec2 second;
  vec2 third;
  float slope;
  float log_norm;
};

vec2 ring8_pair(TargetParameters t, float radius, float k) {
  float angle = 2.0 * RING8_PI * k / t.modes;
  return k < 0.5 * t.modes ? radius * vec2(cos(angle), sin(angle)) : vec2(RING8_NOWHERE, 0.0);
}

TargetConstants prepare(TargetParameters t) {
  float scale = sqrt(0.5 / RING8_LN_2) / t.sd;
  float radius = scale * t.radius;
  bool even = floor(0.5 * t.modes) == 0.5 * t.modes;
  return TargetConstants(scale, radius, even ? -radius : RING8_NOWHERE, ring8_pair(t, radius, 1.0),
                         ring8_pair(t, radius, 2.0), ring8_pair(t, radius, 3.0), 2.0 * RING8_LN_2 * scale,
                         log(2.0 * RING8_PI * t.sd * t.sd * t.modes));
}

/// Squared distances of y, y.y >= 0, from a pair's upper and lower centre.
vec2 ring8_distances(vec2 y, vec2 centre) {
  float across = y.x - centre.x;
  float up = y.y - centre.y;
  float down = y.y + centre.y;
  return vec2(across * across + up * up, across * across + down * down);
}

Evaluation evaluate(vec2 x, TargetConstants t) {
  vec2 y = t.scale * x;
  vec2 a = vec2(y.x, abs(y.y));  // mirrored: of each pair the centre above is the nearer
  float height = a.y * a.y;
  vec2 axis = vec2((a.x - t.right) * (a.x - t.right) + height, (a.x - t.left) * (a.x - t.left) + height);
  vec2 q1 = ring8_distances(a, t.first);
  vec2 q2 = ring8_distances(a, t.second);
  vec2 q3 = ring8_distances(a, t.third);
  float least = min(min(axis.x, axis.y), min(min(q1.x, q2.x), q3.x));

  vec2 on_axis = vec2(exp2(least - axis.x), exp2(least - axis.y));
  vec2 w1 = vec2(exp2(least - q1.x), exp2(least - q1.y));
  vec2 w2 = vec2(exp2(least - q2.x), exp2(least - q2.y));
  vec2 w3 = vec2(exp2(least - q3.x), exp2(least - q3.y));
  float total = (on_axis.x + on_axis.y) + ((w1.x + w1.y) + (w2.x + w2.y)) + (w3.x + w3.y);
  float mean_x = (on_axis.x * t.right + on_axis.y * t.left) +
                 ((w1.x + w1.y) * t.first.x + (w2.x + w2.y) * t.second.x) + (w3.x + w3.y) * t.third.x;
  float mean_y = ((w1.x - w1.y) * t.first.y + (w2.x - w2.y) * t.second.y) + (w3.x - w3.y) * t.third.y;
  vec2 mean = vec2(mean_x, y.y < 0.0 ? -mean_y : mean_y) / total;
  return Evaluation(RING8_LN_2 * (least - log2(total)) + t.log_norm, t.slope * (y - mean));
}
