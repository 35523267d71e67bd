// E = -log sum_k exp(-|x - mu_k|^2/(2 sd^2)) + log(2 pi sd^2 K), mu_k = radius (cos 2 pi k/K, sin 2 pi k/K)
//
// |mu_k| is the same for all k, so the weights are a softmax of the scalar products x.mu_k/sd^2. Centres k and
// K - k mirror each other: with (c, s) the k-th turn their products are a c +- b s. One turn by 2 pi/K gives the next
// pair. The energy is taken from the distance to the nearest centre, where scalar products would cancel.

const float RING8_PI = 3.141592653589793;

Evaluation evaluate(vec2 x, TargetParameters t) {
  int modes = int(t.modes);
  float inverse_variance = 1.0 / (t.sd * t.sd);
  vec2 a = t.radius * inverse_variance * x;
  vec2 turn = vec2(cos(2.0 * RING8_PI / t.modes), sin(2.0 * RING8_PI / t.modes));
  bool opposite = 2 * (modes / 2) == modes;

  float largest = a.x;
  vec2 nearest = vec2(1.0, 0.0);
  if (opposite && -a.x > largest) {
    largest = -a.x;
    nearest = vec2(-1.0, 0.0);
  }
  vec2 at = turn;
  for (int k = 1; 2 * k < modes; k = k + 1) {
    float product = a.x * at.x + abs(a.y * at.y);
    if (product > largest) {
      largest = product;
      nearest = vec2(at.x, a.y < 0.0 ? -at.y : at.y);
    }
    at = vec2(at.x * turn.x - at.y * turn.y, at.x * turn.y + at.y * turn.x);
  }

  float weight = exp(max(a.x - largest, -80.0));
  float total = weight;
  vec2 centre = vec2(weight, 0.0);
  if (opposite) {
    weight = exp(max(-a.x - largest, -80.0));
    total = total + weight;
    centre.x = centre.x - weight;
  }
  at = turn;
  for (int k = 1; 2 * k < modes; k = k + 1) {
    float middle = a.x * at.x - largest;
    float upper = exp(max(middle + a.y * at.y, -80.0));
    float lower = exp(max(middle - a.y * at.y, -80.0));
    total = total + (upper + lower);
    centre = centre + vec2(at.x * (upper + lower), at.y * (upper - lower));
    at = vec2(at.x * turn.x - at.y * turn.y, at.x * turn.y + at.y * turn.x);
  }

  vec2 from_nearest = x - t.radius * nearest;
  float energy = 0.5 * dot(from_nearest, from_nearest) * inverse_variance - log(total) +
                 log(2.0 * RING8_PI * t.sd * t.sd * t.modes);
  return Evaluation(energy, (x - t.radius / total * centre) * inverse_variance);
}
