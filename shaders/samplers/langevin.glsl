// BAOAB: half kick, half move, friction and noise, half move, half kick.

const int SLOT_MOMENTUM = 0;

Report langevin_report(State s, float error) {
  Report report;
  report.energy = s.energy;
  report.kinetic_energy = dot(s.p, s.p) / float(2 * DIM);
  report.hamiltonian_error = error;
  return report;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  if (s.p == vec2(0.0, 0.0)) s.p = draw(stream, SLOT_MOMENTUM).normal;
  return Transition(s, langevin_report(s, 0.0));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  float half_step = 0.5 * p.step_size;
  float lost = p.friction * p.step_size;
  float energy = s.energy;
  vec2 before = s.p - half_step * s.gradient;
  float first = dot(s.gradient, s.p + before);
  vec2 after = exp(-lost) * before + sqrt(-expm1(-2.0 * lost)) * draw(stream, SLOT_MOMENTUM).normal;
  vec2 x = s.x + half_step * (before + after);
  s = moved_to(s, x, observe(x, t, stream, 0));
  s.p = after - half_step * s.gradient;
  float kicks = -0.5 * half_step * (first + dot(s.gradient, after + s.p));
  return Transition(s, langevin_report(s, s.energy - energy + kicks));
}
