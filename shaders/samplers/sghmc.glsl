// p <- p - A p h - g h + sqrt(2 (A - B^) h) z;  x <- x + p h

const int SLOT_NOISE = 0;  // in init: the momentum

Report sghmc_report(State s) {
  Report report;
  report.energy = s.energy;
  report.kinetic_energy = 0.5 / float(DIM) * dot(s.p, s.p);
  return report;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  if (s.p == vec2(0.0, 0.0)) s.p = draw(stream, SLOT_NOISE).normal;
  return Transition(s, sghmc_report(s));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  float h = p.step_size;
  float added = max(p.diffusion - p.noise_estimate, 0.0);
  s.p = s.p - h * (p.diffusion * s.p + s.gradient) + sqrt(2.0 * added * h) * draw(stream, SLOT_NOISE).normal;
  vec2 x = s.x + h * s.p;
  s = moved_to(s, x, observe(x, t, stream, 0));
  return Transition(s, sghmc_report(s));
}
