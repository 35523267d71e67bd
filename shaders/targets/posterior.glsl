// E(q) = sum_i e_i(q) + |q|^2/(2 prior_sd^2) - least. target_data holds the six parameters' values, then the number of
// rows, least/rows, five numbers of the model, then x and y of each row.

const int POSTERIOR_LINEAR = 0;
const int POSTERIOR_LOGISTIC = 1;
const int POSTERIOR_MEAN = 2;
const int POSTERIOR_ROWS = 6, POSTERIOR_NUMBERS = 8, POSTERIOR_DATA = 13;

/// exp(t) for t <= 30, above it e^30, and the line that goes on with that slope.
float posterior_growth(float t) { return exp(min(t, 30.0)); }
float posterior_grown(float t) { return posterior_growth(t) * (1.0 + max(t - 30.0, 0.0)); }

float posterior_logistic(float eta) {
  float e = exp(-abs(eta));
  return (eta > 0.0 ? 1.0 : e) / (1.0 + e);
}

Evaluation posterior_linear(vec2 q) {
  vec2 d = q - vec2(target_data[POSTERIOR_NUMBERS], target_data[POSTERIOR_NUMBERS + 1]);
  float xx = target_data[POSTERIOR_NUMBERS + 2], xy = target_data[POSTERIOR_NUMBERS + 3];
  float yy = target_data[POSTERIOR_NUMBERS + 4];
  vec2 gradient = vec2(xx * d.x + xy * d.y, xy * d.x + yy * d.y);
  return Evaluation(0.5 * dot(d, gradient), gradient);
}

/// z = (mu - mean)/s and log(sigma/s), s the data's standard deviation.
vec2 posterior_normal(vec2 q) {
  vec2 from = q - vec2(target_data[POSTERIOR_NUMBERS], target_data[POSTERIOR_NUMBERS + 1]);
  return vec2(from.x / target_data[POSTERIOR_NUMBERS + 2], from.y);
}

Evaluation posterior_mean(vec2 q, float rows) {
  vec2 zu = posterior_normal(q);
  float t = -2.0 * zu.y, squares = 1.0 + zu.x * zu.x;
  float energy = zu.y + 0.5 * squares * posterior_grown(t) - target_data[POSTERIOR_ROWS + 1];
  vec2 slope = vec2(zu.x * posterior_grown(t) / target_data[POSTERIOR_NUMBERS + 2], 1.0 - squares * posterior_growth(t));
  return Evaluation(rows * energy, rows * slope);
}

// Sums are of blocks of 16 rows, which keeps roundings and iterations few. A row beyond the last adds nothing.

struct PosteriorBlock {
  float energy;
  vec2 gradient;
  float product;
};

/// log(1 + exp(eta)) - y eta = log(1 + exp(-|eta|)) + max(eta, 0) - y eta, with one logarithm for each block.
PosteriorBlock posterior_logistic_row(PosteriorBlock block, int i, int rows, vec2 q) {
  int at = POSTERIOR_DATA + 2 * min(i, rows - 1);
  float there = i < rows ? 1.0 : 0.0, x = target_data[at], y = target_data[at + 1];
  float eta = q.x + q.y * x;
  float e = exp(-abs(eta));
  float energy = max(eta, 0.0) - y * eta - target_data[POSTERIOR_ROWS + 1];
  vec2 gradient = ((eta > 0.0 ? 1.0 : e) / (1.0 + e) - y) * vec2(1.0, x);
  return PosteriorBlock(block.energy + there * energy, block.gradient + there * gradient,
                        block.product * (1.0 + there * e));
}

/// grown(eta) - y eta
PosteriorBlock posterior_poisson_row(PosteriorBlock block, int i, int rows, vec2 q) {
  int at = POSTERIOR_DATA + 2 * min(i, rows - 1);
  float there = i < rows ? 1.0 : 0.0, x = target_data[at], y = target_data[at + 1];
  float eta = q.x + q.y * x;
  float rate = posterior_growth(eta);
  float energy = rate * (1.0 + max(eta - 30.0, 0.0)) - y * eta - target_data[POSTERIOR_ROWS + 1];
  return PosteriorBlock(block.energy + there * energy, block.gradient + there * ((rate - y) * vec2(1.0, x)), 1.0);
}

PosteriorBlock posterior_four(bool logistic, PosteriorBlock block, int i, int rows, vec2 q) {
  if (logistic) {
    block = posterior_logistic_row(posterior_logistic_row(block, i, rows, q), i + 1, rows, q);
    block = posterior_logistic_row(posterior_logistic_row(block, i + 2, rows, q), i + 3, rows, q);
  } else {
    block = posterior_poisson_row(posterior_poisson_row(block, i, rows, q), i + 1, rows, q);
    block = posterior_poisson_row(posterior_poisson_row(block, i + 2, rows, q), i + 3, rows, q);
  }
  return block;
}

Evaluation posterior_sum(bool logistic, vec2 q, int rows) {
  Evaluation sum = Evaluation(0.0, vec2(0.0, 0.0));
  for (int first = 0; first < rows; first = first + 16) {
    PosteriorBlock block = PosteriorBlock(0.0, vec2(0.0, 0.0), 1.0);
    block = posterior_four(logistic, block, first, rows, q);
    block = posterior_four(logistic, block, first + 4, rows, q);
    block = posterior_four(logistic, block, first + 8, rows, q);
    block = posterior_four(logistic, block, first + 12, rows, q);
    sum.energy = sum.energy + (logistic ? block.energy + log(block.product) : block.energy);
    sum.gradient = sum.gradient + block.gradient;
  }
  return sum;
}

Evaluation evaluate(vec2 q, TargetParameters t) {
  int model = int(t.model), rows = int(target_data[POSTERIOR_ROWS]);
  if (model == POSTERIOR_LINEAR) return posterior_linear(q);  // whose quadratic form has the prior in it
  Evaluation at;
  if (model == POSTERIOR_MEAN)
    at = posterior_mean(q, target_data[POSTERIOR_ROWS]);
  else
    at = posterior_sum(model == POSTERIOR_LOGISTIC, q, rows);
  float strength = 1.0 / (t.prior_sd * t.prior_sd);
  return Evaluation(at.energy + 0.5 * strength * dot(q, q), at.gradient + strength * q);
}

/// The gradient of e_i.
vec2 posterior_row_gradient(int row, vec2 q, TargetParameters t) {
  float x = target_data[POSTERIOR_DATA + 2 * row], y = target_data[POSTERIOR_DATA + 2 * row + 1];
  int model = int(t.model);
  if (model == POSTERIOR_MEAN) {
    float s = target_data[POSTERIOR_NUMBERS + 2], w = -2.0 * posterior_normal(q).y, r = (y - q.x) / s;
    return vec2(-r * posterior_grown(w) / s, 1.0 - r * r * posterior_growth(w));
  }
  float eta = q.x + q.y * x;
  if (model == POSTERIOR_LINEAR) return (eta - y) / (t.noise_sd * t.noise_sd) * vec2(1.0, x);
  return ((model == POSTERIOR_LOGISTIC ? posterior_logistic(eta) : posterior_growth(eta)) - y) * vec2(1.0, x);
}

vec2 minibatch_noise(vec2 q, vec2 gradient, TargetParameters t, Stream stream, int evaluation) {
  int size = int(t.batch_size);
  uint rows = uint(target_data[POSTERIOR_ROWS]);
  vec2 sum = vec2(0.0, 0.0);
  for (int k = 0; k < size; k = k + 4) {
    uvec4 words = batch_words(stream, evaluation, k / 4);
    for (int j = 0; j < min(4, size - k); ++j) {
      uint row, rest;
      umulExtended(words[j], rows, row, rest);
      sum = sum + posterior_row_gradient(int(row), q, t);
    }
  }
  return target_data[POSTERIOR_ROWS] / t.batch_size * sum + q / (t.prior_sd * t.prior_sd) - gradient;
}
