// The noise of each coordinate gets its sign by the gradient there, and the move m is accepted with probability
// min(1, a):  log a = E(x) - E(x') + sum_i [softplus(m_i g_i(x)) - softplus(-m_i g_i(x'))].

const int SLOT_PROPOSAL = 0;
const int SLOT_DIRECTION = 1;

float softplus(float t) { return max(t, 0.0) + log1p(exp(-min(abs(t), 80.0))); }

/// 1 with probability 1/(1 + e^t), else -1.
float sign_of(float t, float uniform1) {
  float e = exp(-min(abs(t), 80.0));
  float odds = t > 0.0 ? e : 1.0;
  return uniform1 <= odds / (1.0 + e) ? 1.0 : -1.0;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report;
  report.energy = s.energy;
  report.acceptance_rate = 1.0;
  report.accepted = 1.0;
  return Transition(s, report);
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Draw proposal = draw(stream, SLOT_PROPOSAL);
  Draw direction = draw(stream, SLOT_DIRECTION);
  vec2 z = p.sd * proposal.normal;
  vec2 g = s.gradient;
  vec2 move = vec2(sign_of(z.x * g.x, direction.uniform1) * z.x, sign_of(z.y * g.y, direction.uniform2) * z.y);
  Evaluation at = observe(s.x + move, t, stream, 0);
  float log_ratio = s.energy - at.energy + softplus(move.x * g.x) - softplus(-move.x * at.gradient.x) +
                    softplus(move.y * g.y) - softplus(-move.y * at.gradient.y);
  Report report;
  report.acceptance_rate = metropolis_acceptance(log_ratio);
  bool accepted = proposal.uniform1 <= report.acceptance_rate;
  if (accepted) s = moved_to(s, s.x + move, at);
  report.accepted = accepted ? 1.0 : 0.0;
  report.energy = s.energy;
  return Transition(s, report);
}
