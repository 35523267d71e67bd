// E = -log sum_k exp(-|x - mu_k|^2/(2 sd^2)) + log(2 pi sd^2 K), mu_k = radius (cos 2 pi k/K, sin 2 pi k/K)
//
// |mu_k| is the same for all k, so the weights are a softmax of the scalar products x.mu_k/sd^2. Centres k and
// K - k mirror each other: with (c, s) the k-th, their products are a c +- b s; one turn by 2 pi/K gives the
// next pair. The energy is taken from the distance to the nearest centre, where scalar products would cancel.
// K <= 8 has at most three pairs: loops of fixed length unroll, and the turns, the same at every step, are
// then computed once.

const float RING8_PI = 3.141592653589793;
const float RING8_NEVER = -1e30;

vec2 ring8_turned(vec2 at, vec2 turn) {
  return vec2(at.x * turn.x - at.y * turn.y, at.x * turn.y + at.y * turn.x);
}

Evaluation evaluate(vec2 x, TargetParameters t) {
  int modes = int(t.modes);
  bool opposite = 2 * (modes / 2) == modes;
  float inverse_variance = 1.0 / (t.sd * t.sd);
  vec2 a = t.radius * inverse_variance * x;
  vec2 turn = vec2(cos(2.0 * RING8_PI / t.modes), sin(2.0 * RING8_PI / t.modes));

  float largest = opposite ? abs(a.x) : a.x;
  vec2 nearest = vec2(opposite && a.x < 0.0 ? -1.0 : 1.0, 0.0);
  vec2 at = turn;
  for (int k = 1; k < 4; k = k + 1) {
    float product = 2 * k < modes ? a.x * at.x + abs(a.y * at.y) : RING8_NEVER;
    nearest = product > largest ? vec2(at.x, a.y < 0.0 ? -at.y : at.y) : nearest;
    largest = max(largest, product);
    at = ring8_turned(at, turn);
  }

  float right = exp(max(a.x - largest, -80.0));
  float left = opposite ? exp(max(-a.x - largest, -80.0)) : 0.0;
  float total = right + left;
  vec2 centre = vec2(right - left, 0.0);
  at = turn;
  for (int k = 1; k < 4; k = k + 1) {
    float middle = a.x * at.x - largest;
    float upper = exp(max(middle + a.y * at.y, -80.0));
    float lower = exp(max(middle - a.y * at.y, -80.0));
    upper = 2 * k < modes ? upper : 0.0;
    lower = 2 * k < modes ? lower : 0.0;
    total = total + (upper + lower);
    centre = centre + vec2(at.x * (upper + lower), at.y * (upper - lower));
    at = ring8_turned(at, turn);
  }

  vec2 from_nearest = x - t.radius * nearest;
  float energy = 0.5 * dot(from_nearest, from_nearest) * inverse_variance - log(total) +
                 log(2.0 * RING8_PI * t.sd * t.sd * t.modes);
  return Evaluation(energy, (x - t.radius / total * centre) * inverse_variance);
}
