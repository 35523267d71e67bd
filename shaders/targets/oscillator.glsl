// E = k x^2/2

Evaluation evaluate(vec2 x, TargetParameters t) {
  return Evaluation(0.5 * t.stiffness * x.x * x.x, vec2(t.stiffness * x.x, 0.0));
}
