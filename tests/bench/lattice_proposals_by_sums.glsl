// The moves of common/lattice_proposals.glsl by sums over all sites of an axis, O(S): the soft-max whose time the closed
// forms are compared with. Terms are e^(b d - d^2/(2 alpha)), d = y - x, divided by the largest of them.

struct FirstOrderMove {
  vec2 y;
  Evaluation at;
  float acceptance;  // min(1, Metropolis ratio); 1 where it is not asked
};

struct AxisTerms {
  float x;
  float b;
  float half_r;   // 1/(2 alpha)
  float largest;  // exponent
  float sum;
};

float term_exponent(AxisTerms q, float y) { return (y - q.x) * (q.b - q.half_r * (y - q.x)); }

AxisTerms axis_terms(float x, float b, float alpha, float side) {
  AxisTerms q = AxisTerms(x, b, 0.5 / alpha, 0.0, 0.0);
  q.largest = term_exponent(q, nearest_site(x + alpha * b, side));
  for (float y = 0.0; y < side; y += 1.0) q.sum += exp(term_exponent(q, y) - q.largest);
  return q;
}

/// The site at which the terms have summed up to the share u.
float axis_site(AxisTerms q, float side, float u) {
  float left = u * q.sum;
  float y = -1.0;
  while (left > 0.0 && y < side - 1.0) {
    y += 1.0;
    left -= exp(term_exponent(q, y) - q.largest);
  }
  return y;
}

float log_sums(AxisTerms x, AxisTerms y) { return x.largest + y.largest + log(x.sum) + log(y.sum); }

FirstOrderMove first_order_move(State s, vec2 alpha, float beta, bool metropolis, TargetConstants t, Stream stream,
                                int slot) {
  vec2 b = -beta * s.gradient;
  AxisTerms along_x = axis_terms(s.x.x, b.x, alpha.x, t.sides.x);
  AxisTerms along_y = axis_terms(s.x.y, b.y, alpha.y, t.sides.y);
  Draw u = draw(stream, slot);
  FirstOrderMove move;
  move.y = vec2(axis_site(along_x, t.sides.x, u.uniform1), axis_site(along_y, t.sides.y, u.uniform2));
  move.at = observe(move.y, t, stream, 0);
  move.acceptance = 1.0;
  if (metropolis) {
    vec2 back = -beta * move.at.gradient;
    AxisTerms back_x = axis_terms(move.y.x, back.x, alpha.x, t.sides.x);
    AxisTerms back_y = axis_terms(move.y.y, back.y, alpha.y, t.sides.y);
    move.acceptance = metropolis_acceptance(s.energy - move.at.energy + log_sums(along_x, along_y) -
                                            log_sums(back_x, back_y) - dot(b + back, move.y - s.x));
  }
  return move;
}

float jump_between(vec2 x, vec2 y) { return abs(y.x - x.x) + abs(y.y - x.y); }
