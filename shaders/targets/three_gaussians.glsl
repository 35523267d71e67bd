// E = -log sum_k exp(-|x - mu_k|^2/(2 v_k))/(2 pi v_k)

const float THREE_GAUSSIANS_TWO_PI = 6.283185307179586;

Evaluation evaluate(vec2 x, TargetParameters t) {
  vec2 d0 = x - vec2(-1.5, -1.5);
  vec2 d1 = x - vec2(1.5, 1.5);
  vec2 d2 = x - vec2(-2.0, 2.0);
  float q0 = dot(d0, d0) / 1.6;
  float q1 = dot(d1, d1) / 1.6;
  float q2 = dot(d2, d2);
  float least = min(min(q0, q1), q2);
  float w0 = exp(max(least - q0, -80.0)) / 0.8;
  float w1 = exp(max(least - q1, -80.0)) / 0.8;
  float w2 = exp(max(least - q2, -80.0)) / 0.5;
  float total = w0 + w1 + w2;
  vec2 pull = w0 / 0.8 * d0 + w1 / 0.8 * d1 + w2 / 0.5 * d2;
  return Evaluation(least - log(total / THREE_GAUSSIANS_TWO_PI), pull / total);
}
