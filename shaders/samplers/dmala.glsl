// q_i(y | x) ∝ exp(b_i (y - x_i) - (y - x_i)^2/(2 alpha_i)), b = -beta grad E. With d = y - x the quadratic terms of
// log q(x | y) - log q(y | x) = -(b(x) + b(y)).d + L(x) - L(y) cancel; L = log sum_d exp(b d - d^2/(2 alpha)) is the
// largest term's exponent plus the logarithm of the sum relative to it.

const int SLOT_PROPOSAL = 0;

vec2 dmala_alpha(SamplerParameters p) { return p.alpha * vec2(p.precondition_x, p.precondition_y); }

float dmala_log_sum(float x, float b, float alpha, float side) {
  float centre = x + alpha * b;
  float d = clamp(floor(centre + 0.5), 0.0, side - 1.0) - x;
  return d * (b - 0.5 * d / alpha) + site_log_normaliser(centre, alpha, side);
}

float dmala_log_sums(vec2 x, vec2 b, vec2 alpha, vec2 sides) {
  return dmala_log_sum(x.x, b.x, alpha.x, sides.x) + dmala_log_sum(x.y, b.y, alpha.y, sides.y);
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report;
  report.energy = s.energy;
  report.acceptance_rate = 1.0;
  report.jump = 0.0;
  return Transition(s, report);
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  vec2 alpha = dmala_alpha(p);
  vec2 b = -p.beta * s.gradient;
  vec2 y = draw_sites(s.x + alpha * b, alpha, t.sides, stream, SLOT_PROPOSAL);
  Evaluation at = observe(y, t, stream, 0);
  vec2 d = y - s.x;
  Report report;
  report.acceptance_rate = 1.0;
  if (p.metropolis != 0.0) {
    vec2 back = -p.beta * at.gradient;
    float log_ratio = s.energy - at.energy - dot(b + back, d) + dmala_log_sums(s.x, b, alpha, t.sides) -
                      dmala_log_sums(y, back, alpha, t.sides);
    report.acceptance_rate = log_ratio > -80.0 ? exp(min(log_ratio, 0.0)) : 0.0;
  }
  report.jump = 0.0;
  if (p.metropolis == 0.0 || lone_uniform(stream) <= report.acceptance_rate) {
    s = moved_to(s, y, at);
    report.jump = abs(d.x) + abs(d.y);
  }
  report.energy = s.energy;
  return Transition(s, report);
}
