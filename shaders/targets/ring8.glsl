// E = -log sum_k exp(-|x - mu_k|^2/(2 sd^2)) + log(2 pi sd^2 K), mu_k = radius (cos 2 pi k/K, sin 2 pi k/K)
//
// |mu_k| is the same for all k, so the weights are a softmax of the scalar products x.mu_k/sd^2. Centres k and
// K - k mirror each other: with (c, s) the k-th, their products are a c +- b s; one turn by 2 pi/K gives the
// next pair. The energy is taken from the distance to the nearest centre, where scalar products would cancel.
// K <= 8 has at most three pairs: loops of fixed length unroll. All lengths are in units of sd.

const float RING8_PI = 3.141592653589793;

vec2 ring8_turned(vec2 at, vec2 turn) {
  return vec2(at.x * turn.x - at.y * turn.y, at.x * turn.y + at.y * turn.x);
}

struct TargetConstants {
  float inverse_sd;
  float radius;
  vec2 turn;
  float pairs;    // K/2
  bool opposite;  // is there a centre at K/2?
  float log_norm;
};

TargetConstants prepare(TargetParameters t) {
  float inverse_sd = 1.0 / t.sd;
  float angle = 2.0 * RING8_PI / t.modes;
  float pairs = 0.5 * t.modes;
  return TargetConstants(inverse_sd, t.radius * inverse_sd, vec2(cos(angle), sin(angle)), pairs,
                         floor(pairs) == pairs, log(2.0 * RING8_PI * t.sd * t.sd * t.modes));
}

Evaluation evaluate(vec2 x, TargetConstants t) {
  vec2 y = t.inverse_sd * x;
  vec2 a = t.radius * vec2(y.x, abs(y.y));  // mirrored: of each pair the centre above is the nearer

  float largest = t.opposite ? abs(a.x) : a.x;
  vec2 nearest = vec2(t.opposite && a.x < 0.0 ? -1.0 : 1.0, 0.0);
  int nearest_pair = 0;
  vec2 at = t.turn;
  for (int k = 1; k < 4; k = k + 1) {
    float product = dot(a, at);
    bool nearer = float(k) < t.pairs && product > largest;
    nearest = nearer ? at : nearest;
    nearest_pair = nearer ? k : nearest_pair;
    largest = nearer ? product : largest;
    at = ring8_turned(at, t.turn);
  }

  float right = exp(a.x - largest);
  float left = t.opposite ? exp(-a.x - largest) : 0.0;
  float total = right + left;
  vec2 centre = vec2(right - left, 0.0);
  at = t.turn;
  for (int k = 1; k < 4; k = k + 1) {
    float middle = a.x * at.x - largest;
    float above = k == nearest_pair ? 1.0 : exp(middle + a.y * at.y);  // the nearest's exponent 0, unrounded
    float below = exp(middle - a.y * at.y);
    above = float(k) < t.pairs ? above : 0.0;
    below = float(k) < t.pairs ? below : 0.0;
    total = total + (above + below);
    centre = centre + vec2(at.x * (above + below), at.y * (above - below));
    at = ring8_turned(at, t.turn);
  }
  centre.y = y.y < 0.0 ? -centre.y : centre.y;

  vec2 from_nearest = vec2(y.x, abs(y.y)) - t.radius * nearest;
  float energy = 0.5 * dot(from_nearest, from_nearest) - log(total) + t.log_norm;
  return Evaluation(energy, t.inverse_sd * (y - t.radius / total * centre));
}
