// q = (x0, x1 + sin 5 x0), f = P q, E = q.f/2 + log(2 pi sqrt(15/16)), P = [[2, .25], [.25, .5]]^-1

const float SQUIGGLE_LOG_SCALE = 1.80560780584056;

Evaluation evaluate(vec2 x, TargetParameters t) {
  vec2 q = vec2(x.x, x.y + sin(5.0 * x.x));
  vec2 f = vec2(0.5 * q.x - 0.25 * q.y, 2.0 * q.y - 0.25 * q.x) / 0.9375;
  return Evaluation(0.5 * dot(q, f) + SQUIGGLE_LOG_SCALE, vec2(f.x + 5.0 * cos(5.0 * x.x) * f.y, f.y));
}
