// The twin of core/unit/lattice_proposals: q_i(y | x) ∝ exp(b_i (y - x_i) - (y - x_i)^2/(2 alpha_i)), b = -beta grad E.
// With d = y - x the quadratic terms of log q(x | y) - log q(y | x) = -(b(x) + b(y)).d + L(x) - L(y) cancel;
// L = log sum_d exp(b d - d^2/(2 alpha)) is the largest term's exponent plus the logarithm of the sum relative to it.

struct FirstOrderMove {
  vec2 y;
  Evaluation at;
  float acceptance;  // min(1, Metropolis ratio); 1 where it is not asked
};

float first_order_log_sum(float x, float b, float alpha, float side) {
  float centre = x + alpha * b;
  float d = clamp(floor(centre + 0.5), 0.0, side - 1.0) - x;
  return d * (b - 0.5 * d / alpha) + site_log_normaliser(centre, alpha, side);
}

float first_order_log_sums(vec2 x, vec2 b, vec2 alpha, vec2 sides) {
  return first_order_log_sum(x.x, b.x, alpha.x, sides.x) + first_order_log_sum(x.y, b.y, alpha.y, sides.y);
}

/// log q(x | y) - log q(y | x), with b at x and `back` at y
float first_order_log_ratio(vec2 x, vec2 b, vec2 y, vec2 back, vec2 alpha, vec2 sides) {
  return first_order_log_sums(x, b, alpha, sides) - first_order_log_sums(y, back, alpha, sides) -
         dot(b + back, y - x);
}

/// Takes the slots of draw_sites().
FirstOrderMove first_order_move(State s, vec2 alpha, float beta, bool metropolis, TargetConstants t, Stream stream,
                                int slot) {
  vec2 b = -beta * s.gradient;
  FirstOrderMove move;
  move.y = draw_sites(s.x + alpha * b, alpha, t.sides, stream, slot);
  move.at = observe(move.y, t, stream, 0);
  move.acceptance = 1.0;
  if (metropolis)
    move.acceptance = metropolis_acceptance(
        s.energy - move.at.energy +
        first_order_log_ratio(s.x, b, move.y, -beta * move.at.gradient, alpha, t.sides));
  return move;
}

float jump_between(vec2 x, vec2 y) { return abs(y.x - x.x) + abs(y.y - x.y); }
