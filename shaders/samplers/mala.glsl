// x' = x - (eps^2/2) grad E(x) + eps z, accepted with probability min(1, exp(E(x) - E(x')) q(x|x')/q(x'|x)).
// With m = x' - x:  log q(x|x') - log q(x'|x) = [|m + (eps^2/2) g|^2 - |m - (eps^2/2) g'|^2]/(2 eps^2)
//   = m.(g + g')/2 + (eps^2/8)(|g|^2 - |g'|^2), with no 1/eps^2 left to cancel.

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
  float variance = p.step_size * p.step_size;
  vec2 move = p.step_size * proposal.normal - 0.5 * variance * s.gradient;
  Evaluation at = observe(s.x + move, t, stream, 0);
  float log_ratio = s.energy - at.energy + 0.5 * dot(move, s.gradient + at.gradient) +
                    0.125 * variance * (dot(s.gradient, s.gradient) - dot(at.gradient, at.gradient));
  Report report;
  report.acceptance_rate = metropolis_acceptance(log_ratio);
  bool accepted = p.metropolis == 0.0 || proposal.uniform1 <= report.acceptance_rate;
  if (accepted) s = moved_to(s, s.x + move, at);
  report.accepted = accepted ? 1.0 : 0.0;
  report.energy = s.energy;
  return Transition(s, report);
}
