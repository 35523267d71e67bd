// p ~ N(0, I), a step size for the trajectory, L leapfrogs (kicks between two moves in one), accepted with
// probability min(1, exp(-dH)).

const int SLOT_MOMENTUM = 0;

Report hmc_report(State s, float acceptance, float error, bool accepted) {
  Report report;
  report.energy = s.energy;
  report.acceptance_rate = acceptance;
  report.kinetic_energy = dot(s.p, s.p) / float(2 * DIM);
  report.hamiltonian_error = error;
  report.diverging = !(error <= 1000.0) ? 1.0 : 0.0;
  report.accepted = accepted ? 1.0 : 0.0;
  return report;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  s.p = draw(stream, SLOT_MOMENTUM).normal;
  return Transition(s, hmc_report(s, 1.0, 0.0, true));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Draw fresh = draw(stream, SLOT_MOMENTUM);
  s.p = fresh.normal;
  int leaps = int(p.leapfrog_steps);
  float epsilon = p.step_size * (1.0 + p.jitter * (2.0 * fresh.uniform2 - 1.0));
  vec2 x = s.x;
  vec2 momentum = s.p - 0.5 * epsilon * s.gradient;
  Evaluation at = Evaluation(s.energy, s.gradient);
  for (int k = 0; k < leaps; ++k) {
    x = x + epsilon * momentum;
    at = observe(x, t, stream, k);
    momentum = momentum - (k + 1 < leaps ? 1.0 : 0.5) * epsilon * at.gradient;
  }
  float error = at.energy - s.energy + 0.5 * (dot(momentum, momentum) - dot(s.p, s.p));
  float acceptance = metropolis_acceptance(-error);
  bool accepted = p.metropolis == 0.0 || fresh.uniform1 <= acceptance;
  if (accepted) {
    s = moved_to(s, x, at);
    s.p = momentum;
  }
  return Transition(s, hmc_report(s, acceptance, error, accepted));
}
