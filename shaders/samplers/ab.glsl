// Both orders propose q_i(y | x) ∝ exp(b_i (y - x_i) - (y - x_i)^2/(2 v_i)); first: b = -alpha grad E, v = sigma.
// Second, with z ~ N(0, I): b = -alpha (grad E - M z), v_i = 1/(alpha D_ii + 1/sigma), and back from y with
// z' = z - M (y - x), whose distribution is asked too.

const int SLOT_PROPOSAL = 0;
const int SLOT_AUXILIARY = 64;  // behind those of draw_sites()

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report;
  report.energy = s.energy;
  report.acceptance_rate = 1.0;
  report.jump = 0.0;
  report.sigma = p.sigma;
  report.alpha = p.alpha_exponent;
  report.mean_jump = 0.0;
  return Transition(s, report);
}

vec2 ab_root(vec2 z, TargetConstants t) { return vec2(t.m.x * z.x + t.m.y * z.y, t.m.y * z.x + t.m.z * z.y); }

FirstOrderMove ab_second_order_move(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  vec2 v = vec2(1.0 / (p.alpha_exponent * t.d.x + 1.0 / p.sigma), 1.0 / (p.alpha_exponent * t.d.y + 1.0 / p.sigma));
  vec2 z = draw(stream, SLOT_AUXILIARY).normal;
  vec2 b = -p.alpha_exponent * (s.gradient - ab_root(z, t));
  FirstOrderMove move;
  move.y = draw_sites(s.x + v * b, v, t.sides, stream, SLOT_PROPOSAL);
  move.at = observe(move.y, t, stream, 0);
  vec2 back_z = z - ab_root(move.y - s.x, t);
  vec2 back = -p.alpha_exponent * (move.at.gradient - ab_root(back_z, t));
  move.acceptance = metropolis_acceptance(s.energy - move.at.energy + 0.5 * (dot(z, z) - dot(back_z, back_z)) +
                                          first_order_log_ratio(s.x, b, move.y, back, v, t.sides));
  return move;
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  FirstOrderMove move;
  if (p.order == 0.0)
    move = first_order_move(s, vec2(p.sigma), p.alpha_exponent, true, t, stream, SLOT_PROPOSAL);
  else
    move = ab_second_order_move(s, p, t, stream);
  Report report;
  report.acceptance_rate = move.acceptance;
  report.jump = 0.0;
  if (lone_uniform(stream) <= move.acceptance) {
    report.jump = jump_between(s.x, move.y);
    s = moved_to(s, move.y, move.at);
  }
  report.energy = s.energy;
  report.sigma = p.sigma;
  report.alpha = p.alpha_exponent;
  bool anew = p.adapt == 0.0 || step_modulo(stream, 100u) == 0u;
  s.block_steps = (anew ? 0.0 : s.block_steps) + 1.0;
  s.block_travel = (anew ? 0.0 : s.block_travel) + report.jump;
  report.mean_jump = s.block_travel / s.block_steps;
  return Transition(s, report);
}
