// q_i(y | x) ∝ exp(-beta dE/dx_i (y - x_i) - (y - x_i)^2/(2 alpha g_i)), accepted with probability
// min(1, e^{E(x)-E(y)} q(x | y)/q(y | x)).

const int SLOT_PROPOSAL = 0;

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report;
  report.energy = s.energy;
  report.acceptance_rate = 1.0;
  report.jump = 0.0;
  return Transition(s, report);
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  vec2 alpha = p.alpha * vec2(p.precondition_x, p.precondition_y);
  FirstOrderMove move = first_order_move(s, alpha, p.beta, p.metropolis != 0.0, t, stream, SLOT_PROPOSAL);
  Report report;
  report.acceptance_rate = move.acceptance;
  report.jump = 0.0;
  if (p.metropolis == 0.0 || lone_uniform(stream) <= move.acceptance) {
    report.jump = jump_between(s.x, move.y);
    s = moved_to(s, move.y, move.at);
  }
  report.energy = s.energy;
  return Transition(s, report);
}
