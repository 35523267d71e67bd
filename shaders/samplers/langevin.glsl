// BAOAB: half kick, half move, friction and noise, half move, half kick.

const int SLOT_MOMENTUM = 0;

Report langevin_report(State s) {
  Report report;
  report.energy = s.energy;
  report.kinetic_energy = dot(s.p, s.p) / float(2 * DIM);
  return report;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  if (s.p == vec2(0.0, 0.0)) s.p = draw(stream, SLOT_MOMENTUM).normal;
  return Transition(s, langevin_report(s));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  float half_step = 0.5 * p.step_size;
  float lost = p.friction * p.step_size;
  vec2 before = s.p - half_step * s.gradient;
  vec2 after = exp(-lost) * before + sqrt(-expm1(-2.0 * lost)) * draw(stream, SLOT_MOMENTUM).normal;
  vec2 x = s.x + half_step * (before + after);
  s = moved_to(s, x, observe(x, t, stream, 0));
  s.p = after - half_step * s.gradient;
  return Transition(s, langevin_report(s));
}
