// ESH leapfrog. Both kicks of a step share their logarithms: with the factors e^b taken out of each kick,
//   r'       = r + shift1 + shift2 + log(D1/2 D2/2)
//   log time = r + b1 + b2 + log(h/m (e^-b2 time1 + growth1 time2))
// m = d, or d-1 where gradient_scale says so.

const int SLOT_DIRECTION = 0;

struct EshKick {
  vec2 u;
  float shift;   // r' - r - log(D/2)
  float half_D;  // D/2 ...
  float lost;    // ... and 1 - D/2 without cancellation
  float b;       // a, or 0 straight uphill
  float zeta;    // e^-b
  float growth;  // e^{r' - r - b}
  float time;    // real time/(e^{r + b} h/m)
};

float esh_scale(SamplerParameters p) { return p.gradient_scale > 0.0 ? float(max(DIM - 1, 1)) : float(DIM); }

// tan(angle(u, e)/2) shrinks by zeta: the bisector u + e keeps its part along e, which is delta, and zeta of its
// part across, and u' is e mirrored at it. Mirrored, it is as long as e, whatever roundings did to u. No force
// needs no case of its own: e = 0 gives u' = u, D = 2. A force so small that its square has lost digits turns u by
// less than a rounding: it counts as none. Nor does u = -e need a case: no bisector gives u' = -e. In
// one dimension delta is 0 or 2, and straight uphill is common.
EshKick esh_kick(vec2 u, vec2 g, float h_m) {
  float force = length(g);
  float a = h_m * force;
  vec2 e = force > 1e-15 ? -g / force : vec2(0.0);  // exactly -u where that is along an axis
  vec2 bisector = u + e;
  float along = dot(bisector, e);
  vec2 across = bisector - along * e;
  float scale = along < 1.0 ? 2.0 - along : 1.0;
  float scaled_delta = along < 1.0 ? dot(across, across) : along;  // |across|^2 = delta (2 - delta)
  float zeta = exp(-a);
  float omega = -expm1(-a);
  vec2 turned = scaled_delta * e + (zeta * scale) * across;
  vec2 direction = (2.0 * scaled_delta / max(dot(turned, turned), 1e-37)) * turned - e;
  float delta = clamp(scaled_delta / scale, 1e-30, 2.0);
  float D = delta + (2.0 - delta) * zeta * zeta;
  float lost = (1.0 - 0.5 * delta) * omega * (1.0 + zeta);
  float gain = a > 1e-30 ? omega / a : 1.0;
  float time = gain * (zeta + 0.5 * delta * omega);
  if (DIM == 1 && delta < 1.0) return EshKick(u, -a, 1.0, 0.0, 0.0, 1.0, zeta, gain);
  return EshKick(direction, a, 0.5 * D, lost, a, zeta, 0.5 * D, time);
}

Report esh_report(State s, SamplerParameters p, float log_weight) {
  float change = s.energy - s.initial_energy;
  Report report;
  report.energy = s.energy;
  report.kinetic_energy = esh_scale(p) * s.r;
  report.hamiltonian_error = change + report.kinetic_energy;
  report.log_weight = log_weight;
  report.log_importance = -change - float(DIM - 1) * s.r;
  return report;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Draw drawn = draw(stream, SLOT_DIRECTION);
  s.u = drawn.normal / length(drawn.normal);
  s.r = 0.0;
  s.initial_energy = s.energy;
  s = path_draws_started(s, drawn.uniform1);
  return Transition(s, esh_report(s, p, 0.0));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  float h_m = p.step_size * (p.gradient_scale > 0.0 ? 0.5 / float(max(DIM - 1, 1)) : 0.5 / float(DIM));
  vec2 before = s.x;
  EshKick first = esh_kick(s.u, s.gradient, h_m);
  vec2 move = p.step_size * first.u;
  vec2 x = s.x + move;
  s = moved_to(s, x, observe(x, t, stream, 0));
  EshKick second = esh_kick(first.u, s.gradient, h_m);
  s.u = second.u;

  // Two kicks straight uphill: 1e-37 keeps r finite where delta is below what u resolves.
  float half_Ds = max(first.half_D * second.half_D, 1e-37);
  float lost = first.lost + second.lost - first.lost * second.lost;  // 1 - half_Ds
  float time = h_m * (second.zeta * first.time + first.growth * second.time);
  float log_weight = p.weights > 0.0 ? s.r + first.b + second.b + log(time) : 0.0;
  s.r = s.r + first.shift + second.shift + log_near_1(half_Ds, -lost);
  s = path_draws_added(s, before, move, log_weight, stream);
  return Transition(s, esh_report(s, p, log_weight));
}
