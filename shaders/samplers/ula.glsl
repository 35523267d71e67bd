// x <- x - (eps^2/2) grad E(x) + eps z

const int SLOT_NOISE = 0;

Report report_of(State s) {
  Report report;
  report.energy = s.energy;
  return report;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  return Transition(s, report_of(s));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  vec2 z = draw(stream, SLOT_NOISE).normal;
  vec2 x = s.x - 0.5 * p.step_size * p.step_size * s.gradient + p.step_size * z;
  s = moved_to(s, x, observe(x, t, stream, 0));
  return Transition(s, report_of(s));
}
