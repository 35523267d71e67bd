// E = (|x| - 2.6)^2/0.033

Evaluation evaluate(vec2 x, TargetParameters t) {
  float r = length(x);
  float excess = r - 2.6;
  float slope = r > 0.0 ? 2.0 * excess / (0.033 * r) : 0.0;
  return Evaluation(excess * excess / 0.033, slope * x);
}
