// q_i(y | x) ∝ exp(-(y - c_i)^2/(2 alpha_i)), c = x - alpha beta grad E, on {0..S_i-1}.

const int SLOT_PROPOSAL = 0;

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report;
  report.energy = s.energy;
  report.jump = 0.0;
  return Transition(s, report);
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  vec2 alpha = p.alpha * vec2(p.precondition_x, p.precondition_y);
  vec2 y = draw_sites(s.x - p.beta * alpha * s.gradient, alpha, t.sides, stream, SLOT_PROPOSAL);
  Report report;
  report.jump = abs(y.x - s.x.x) + abs(y.y - s.x.y);
  s = moved_to(s, y, observe(y, t, stream, 0));
  report.energy = s.energy;
  return Transition(s, report);
}
