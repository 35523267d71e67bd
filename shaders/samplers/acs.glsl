// Step k is one of DMALA with alpha_k = max(alpha_max c, alpha_min) or max(alpha_max c^4, alpha_min) and the balance of
// the cycle's phase, c = (1 + cos(pi (k mod s)/s))/2.

const int SLOT_PROPOSAL = 0;

#include "common/cyclical_schedule.glsl"

Report acs_report(SamplerParameters p, Stream stream) {
  Report report;
  report.phase = float(step_modulo(stream, uint(p.cycle_length)));
  float c = 0.5 * (1.0 + cos(3.141592653589793 * report.phase / p.cycle_length));
  report.alpha = max(p.alpha_max * (p.schedule == 0.0 ? c : c * c * c * c), p.alpha_min);
  report.beta = cycle_beta(p, report.phase, c);
  report.acceptance_rate = 1.0;
  report.jump = 0.0;
  return report;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report = acs_report(p, stream);
  report.energy = s.energy;
  report.cycle_acceptance = 1.0;
  report.cycle_jump = 0.0;
  return Transition(s, report);
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report = acs_report(p, stream);
  FirstOrderMove move = first_order_move(s, vec2(report.alpha), report.beta, true, t, stream, SLOT_PROPOSAL);
  report.acceptance_rate = move.acceptance;
  if (lone_uniform(stream) <= move.acceptance) {
    report.jump = jump_between(s.x, move.y);
    s = moved_to(s, move.y, move.at);
  }
  report.energy = s.energy;
  bool ends = report.phase == p.cycle_length - 1.0;
  if (report.phase == 0.0) {
    s.cycle_sums.x = 0.0;
    s.cycle_sums.y = 0.0;
    s.cycle_sums.z = 0.0;
  }
  s.cycle_sums.x += 1.0;
  s.cycle_sums.y += report.acceptance_rate;
  s.cycle_sums.z += report.jump;
  if (ends || s.cycle_means.x == 0.0) {
    s.cycle_means.y = s.cycle_sums.y / s.cycle_sums.x;
    s.cycle_means.z = s.cycle_sums.z / s.cycle_sums.x;
  }
  if (ends) s.cycle_means.x = 1.0;
  report.cycle_acceptance = s.cycle_means.y;
  report.cycle_jump = s.cycle_means.z;
  return Transition(s, report);
}
