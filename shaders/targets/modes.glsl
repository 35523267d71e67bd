// E = -log sum_k exp(-e_k), e_k = least_k + |U_k (x - m_k)|^2/2. target_data holds the parameters' values, here one, then
// the number of modes and of each least, m.x, m.y and U's elements xx, xy, yy.

/// e_k and its gradient.
Evaluation modes_term(int k, vec2 x) {
  int at = 2 + 6 * k;
  vec2 from = x - vec2(target_data[at + 1], target_data[at + 2]);
  vec2 z = vec2(target_data[at + 3] * from.x + target_data[at + 4] * from.y, target_data[at + 5] * from.y);
  vec2 pull = vec2(target_data[at + 3] * z.x, target_data[at + 4] * z.x + target_data[at + 5] * z.y);
  return Evaluation(target_data[at] + 0.5 * dot(z, z), pull);
}

Evaluation evaluate(vec2 x, TargetParameters t) {
  Evaluation lowest = modes_term(0, x);
  float least = lowest.energy;
  float total = 1.0;  // of exp(least - e_k)
  vec2 pull = lowest.gradient;
  int count = int(target_data[1]);
  for (int k = 1; k < count; ++k) {
    Evaluation term = modes_term(k, x);
    float above = term.energy - least;
    float fade = exp(max(-abs(above), -80.0));
    float keep = above < 0.0 ? fade : 1.0;
    float share = above < 0.0 ? 1.0 : fade;
    least = min(least, term.energy);
    total = total * keep + share;
    pull = pull * keep + share * term.gradient;
  }
  return Evaluation(least - log(total), pull / total);
}
