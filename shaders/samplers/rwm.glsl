// x' = x + sd z, accepted with probability min(1, exp(E(x) - E(x'))).

const int SLOT_PROPOSAL = 0;

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report;
  report.energy = s.energy;
  report.acceptance_rate = 1.0;
  report.accepted = 1.0;
  return Transition(s, report);
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Draw proposal = draw(stream, SLOT_PROPOSAL);
  vec2 x = s.x + p.sd * proposal.normal;
  Evaluation at = evaluate(x, t);
  float log_ratio = s.energy - at.energy;
  Report report;
  report.acceptance_rate = metropolis_acceptance(log_ratio);
  bool accepted = proposal.uniform1 <= report.acceptance_rate;
  if (accepted) s = moved_to(s, x, at);
  report.accepted = accepted ? 1.0 : 0.0;
  report.energy = s.energy;
  return Transition(s, report);
}
