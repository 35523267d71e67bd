// v <- v - (eps/2) g; x <- x + eps d v/(v.v); v <- v - (eps/2) g.

const int SLOT_VELOCITY = 0;

Report unscaled_report(State s, float log_weight) {
  float change = s.energy - s.initial_energy;
  float square = dot(s.v, s.v);
  float half_d = 0.5 * float(DIM);
  Report report;
  report.energy = s.energy;
  report.kinetic_energy = half_d * log(square / float(DIM));
  report.hamiltonian_error = change + half_d * log(square / s.initial_square);
  report.log_weight = log_weight;
  report.log_importance = 0.5 * (s.initial_square - square) - change;
  return report;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Draw drawn = draw(stream, SLOT_VELOCITY);
  s.v = drawn.normal;
  s.initial_energy = s.energy;
  s.initial_square = dot(s.v, s.v);
  s = path_draws_started(s, drawn.uniform1);
  return Transition(s, unscaled_report(s, 0.0));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  float half_step = 0.5 * p.step_size;
  vec2 v = s.v - half_step * s.gradient;
  vec2 from = s.x;
  vec2 move = (p.step_size * float(DIM) / dot(v, v)) * v;
  vec2 x = from + move;
  s = moved_to(s, x, observe(x, t, stream, 0));
  s.v = v - half_step * s.gradient;
  float log_time = log(p.step_size);
  s = path_draws_added(s, from, move, log_time, stream);
  return Transition(s, unscaled_report(s, log_time));
}
