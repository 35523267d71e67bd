// U = (x + 4)(x + 1)(x - 1)(x - 3)/14 + 1/2

Evaluation evaluate(vec2 x, TargetParameters t) {
  float energy = (x.x + 4.0) * (x.x + 1.0) * (x.x - 1.0) * (x.x - 3.0) / 14.0 + 0.5;
  float slope = (((4.0 * x.x + 3.0) * x.x - 26.0) * x.x - 1.0) / 14.0;
  return Evaluation(energy, vec2(slope, 0.0));
}
