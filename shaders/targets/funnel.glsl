// v = y - 2: E = v^2/18 + x^2 e^{-v}/2 + v/2 + log(6 pi), the exponent -v held at 80; non-centred, with x = z:
// E = v^2/18 + z^2/2 + log(6 pi)

const float FUNNEL_LOG_SCALE = 2.9364893550774553;

Evaluation evaluate(vec2 x, TargetParameters t) {
  float v = x.y - 2.0;
  if (t.form == 1.0)
    return Evaluation(v * v / 18.0 + 0.5 * x.x * x.x + FUNNEL_LOG_SCALE, vec2(x.x, v / 9.0));
  float inverse_variance = exp(min(-v, 80.0));
  float confinement = 0.5 * x.x * x.x * inverse_variance;
  float confinement_slope = -v < 80.0 ? -confinement : 0.0;
  return Evaluation(v * v / 18.0 + confinement + 0.5 * v + FUNNEL_LOG_SCALE,
                    vec2(x.x * inverse_variance, v / 9.0 + 0.5 + confinement_slope));
}
