// The twin of core/unit/gradient_noise; GRADIENT_NOISE is its kind.

vec2 gradient_noise(vec2 x, vec2 gradient, TargetConstants t, Stream stream, int evaluation) {
  int slot = noise_slot(evaluation);
  if (GRADIENT_NOISE == 1) return stream.noise * draw(stream, slot).normal;
  if (GRADIENT_NOISE == 2) return stream.noise * sqrt(1.0 + dot(x, x)) * draw(stream, slot).normal;
  if (GRADIENT_NOISE == 3) {
    Draw more = draw(stream, slot + 1);
    float chi2 = more.normal.x * more.normal.x - 2.0 * log1p(more.uniform1 - 1.0);
    return stream.noise * inversesqrt(chi2) * draw(stream, slot).normal;
  }
  return minibatch_noise(x, gradient, t, stream, evaluation);
}

/// Exact energy, the gradient with the run's noise. A step numbers its evaluations 0, 1, ...
Evaluation observe(vec2 x, TargetConstants t, Stream stream, int evaluation) {
  Evaluation at = evaluate(x, t);
  if (GRADIENT_NOISE != 0) at.gradient = at.gradient + gradient_noise(x, at.gradient, t, stream, evaluation);
  return at;
}
