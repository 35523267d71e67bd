// x <- x - h g + sqrt(2 h) z

const int SLOT_NOISE = 0;

Report sgld_report(State s) {
  Report report;
  report.energy = s.energy;
  return report;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  return Transition(s, sgld_report(s));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  vec2 x = s.x - p.step_size * s.gradient + sqrt(2.0 * p.step_size) * draw(stream, SLOT_NOISE).normal;
  s = moved_to(s, x, observe(x, t, stream, 0));
  return Transition(s, sgld_report(s));
}
