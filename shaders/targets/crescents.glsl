// E = -log(e^{-E_1} + e^{-E_2}),  E_k = (r^2 - R^2)^2/(8 R^2 w^2) - kappa s_k d_y/R,  d = x - c_k, r = |d|

const float CRESCENT_RADIUS = 1.5;
const float CRESCENT_SCALE = 5.555555555555556;  // 1/(2 R^2 w^2)
const float CRESCENT_TILT = 2.0;  // kappa/R

Evaluation crescent(vec2 d, float side) {
  float off = dot(d, d) - CRESCENT_RADIUS * CRESCENT_RADIUS;
  return Evaluation(0.25 * CRESCENT_SCALE * off * off - CRESCENT_TILT * side * d.y,
                    CRESCENT_SCALE * off * d - vec2(0.0, CRESCENT_TILT * side));
}

Evaluation evaluate(vec2 x, TargetParameters t) {
  Evaluation upper = crescent(x - vec2(-0.75, -0.35), 1.0);
  Evaluation lower = crescent(x - vec2(0.75, 0.35), -1.0);
  float least = min(upper.energy, lower.energy);
  float a = exp(max(least - upper.energy, -80.0));
  float b = exp(max(least - lower.energy, -80.0));
  return Evaluation(least - log(a + b), (a * upper.gradient + b * lower.gradient) / (a + b));
}
