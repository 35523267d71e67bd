// Both integrators up to the new position; the gradient there is evaluated once, for both.

const int SLOT_NOISE = 0;  // in init: the momentum

Report sgnht_report(State s) {
  Report report;
  report.energy = s.energy;
  report.kinetic_energy = 0.5 / float(DIM) * dot(s.p, s.p);
  report.xi = s.xi;
  return report;
}

float sgnht_warmed(State s, SamplerParameters p, float time) {
  return p.thermostat > 0.0 ? p.xi_value : s.xi + (dot(s.p, s.p) / float(DIM) - 1.0) * time;
}

State sgnht_euler(State s, SamplerParameters p, vec2 z) {
  float h = p.step_size;
  s.p = s.p - h * (s.xi * s.p + s.gradient) + sqrt(2.0 * p.diffusion * h) * z;
  s.x = s.x + h * s.p;
  s.xi = sgnht_warmed(s, p, h);
  return s;
}

State sgnht_badodab(State s, SamplerParameters p, vec2 z) {
  float h = p.step_size;
  s.p = s.p - 0.5 * h * s.gradient;
  s.x = s.x + 0.5 * h * s.p;
  s.xi = sgnht_warmed(s, p, 0.5 * h);
  float lost = -expm1(-2.0 * h * s.xi);  // of the momentum's variance
  float variance = abs(s.xi) > 1e-30 ? p.diffusion * lost / s.xi : 2.0 * p.diffusion * h;
  s.p = exp(-h * s.xi) * s.p + sqrt(variance) * z;
  s.xi = sgnht_warmed(s, p, 0.5 * h);
  s.x = s.x + 0.5 * h * s.p;
  return s;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  if (s.p == vec2(0.0, 0.0)) s.p = draw(stream, SLOT_NOISE).normal;
  if (s.xi == 0.0) s.xi = p.diffusion;
  if (p.thermostat > 0.0) s.xi = p.xi_value;
  return Transition(s, sgnht_report(s));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  vec2 z = draw(stream, SLOT_NOISE).normal;
  s.xi = p.thermostat > 0.0 ? p.xi_value : s.xi;
  bool symmetric = p.integrator > 0.0;
  if (symmetric) {
    s = sgnht_badodab(s, p, z);
  } else {
    s = sgnht_euler(s, p, z);
  }
  s = moved_to(s, s.x, observe(s.x, t, stream, 0));
  s.p = s.p - (symmetric ? 0.5 * p.step_size : 0.0) * s.gradient;
  return Transition(s, sgnht_report(s));
}
