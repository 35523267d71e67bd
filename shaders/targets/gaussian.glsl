// E = (x^2/sd_x^2 + y^2/sd_y^2)/2

Evaluation evaluate(vec2 x, TargetParameters t) {
  vec2 gradient = vec2(x.x / (t.sd_x * t.sd_x), x.y / (t.sd_y * t.sd_y));
  return Evaluation(0.5 * dot(x, gradient), gradient);
}
