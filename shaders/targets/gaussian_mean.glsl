// E = (N/2)(mu - xbar)^2, N = 100 data

const float GAUSSIAN_MEAN_XBAR = -0.029913764845263455;

Evaluation evaluate(vec2 x, TargetParameters t) {
  float away = x.x - GAUSSIAN_MEAN_XBAR;
  return Evaluation(50.0 * away * away, vec2(100.0 * away, 0.0));
}

/// floor(100 u) without rounding: u is (k + 1/2)/2^23, k a whole number.
int gaussian_mean_index(float u) { return (200 * int(8388608.0 * u) + 100) / 16777216; }

vec2 minibatch_noise(vec2 x, vec2 gradient, TargetParameters t, Stream stream, int evaluation) {
  int size = int(t.batch_size);
  float sum = 0.0;
  for (int k = 0; k < size; k = k + 2) {
    Draw picked = draw(stream, noise_slot(evaluation) + k / 2);
    float second = datum(gaussian_mean_index(picked.uniform2));
    sum = sum + datum(gaussian_mean_index(picked.uniform1)) + (k + 1 < size ? second : 0.0);
  }
  return vec2(100.0 * (GAUSSIAN_MEAN_XBAR - sum / t.batch_size), 0.0);
}
