// q = (x0/2, 2 x1 + 0.4 (x0^2 + 4) - 4), f = P q, E = q.f/2 + log(2 pi sqrt(3/4)), P = [[1, .5], [.5, 1]]^-1

const float BANANA_LOG_SCALE = 1.694036030183455;

Evaluation evaluate(vec2 x, TargetParameters t) {
  vec2 q = vec2(0.5 * x.x, 2.0 * x.y + 0.4 * (x.x * x.x + 4.0) - 4.0);
  vec2 f = vec2(q.x - 0.5 * q.y, q.y - 0.5 * q.x) / 0.75;
  return Evaluation(0.5 * dot(q, f) + BANANA_LOG_SCALE, vec2(0.5 * f.x + 0.8 * x.x * f.y, 2.0 * f.y));
}
