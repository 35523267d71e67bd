// y uniform on the box |y_i - x_i| <= w, accepted with probability min(1, e^{E(x)-E(y)}), never outside the lattice.

const int SLOT_PROPOSAL = 0;

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report;
  report.energy = s.energy;
  report.acceptance_rate = 1.0;
  report.jump = 0.0;
  return Transition(s, report);
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Draw proposal = draw(stream, SLOT_PROPOSAL);
  vec2 width = p.half_width * vec2(step(2.0, t.sides.x), step(2.0, t.sides.y));
  vec2 d = vec2(floor(proposal.uniform1 * (2.0 * width.x + 1.0)), floor(proposal.uniform2 * (2.0 * width.y + 1.0))) - width;
  vec2 y = s.x + d;
  bool inside = on_lattice(y, t);
  if (!inside) y = s.x;
  Evaluation at = observe(y, t, stream, 0);
  float log_ratio = s.energy - at.energy;
  Report report;
  report.acceptance_rate = inside ? metropolis_acceptance(log_ratio) : 0.0;
  report.jump = 0.0;
  if (inside && lone_uniform(stream) <= report.acceptance_rate) {
    report.jump = jump_between(s.x, y);
    s = moved_to(s, y, at);
  }
  report.energy = s.energy;
  return Transition(s, report);
}
