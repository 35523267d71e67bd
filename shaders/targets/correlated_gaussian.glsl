// E = (a^2/variance_long + b^2/variance_short)/2, a and b along and across the axis turned by angle degrees

const float CORRELATED_GAUSSIAN_DEGREE = 0.017453292519943295;

Evaluation evaluate(vec2 x, TargetParameters t) {
  float angle = t.angle * CORRELATED_GAUSSIAN_DEGREE;
  vec2 along = vec2(cos(angle), sin(angle));
  vec2 across = vec2(-along.y, along.x);
  vec2 gradient = dot(x, along) / t.variance_long * along + dot(x, across) / t.variance_short * across;
  return Evaluation(0.5 * dot(x, gradient), gradient);
}
