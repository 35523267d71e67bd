// ESH leapfrog. Both kicks of a step share their logarithms: with the factors e^b taken out of each kick,
//   r'       = r + shift1 + shift2 + log(D1/2 D2/2)
//   log time = r + log(h/d) + b1 + b2 + log(e^-b2 time1 + growth1 time2)

const int SLOT_DIRECTION = 0;
const int SLOT_REPLACEMENT = 1;

struct EshKick {
  vec2 u;
  float shift;   // r' - r - log(D/2)
  float half_D;  // D/2 ...
  float lost;    // ... and 1 - D/2 without cancellation
  float b;       // a, or 0 straight uphill
  float zeta;    // e^-b
  float growth;  // e^{r' - r - b}
  float time;    // real time/(e^{r + b} h/d)
};

EshKick esh_kick(vec2 u, vec2 g, float h) {
  float force = length(g);
  float a = h * force / float(DIM);
  if (!(a > 0.0)) return EshKick(u, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0);
  vec2 e = -g / force;
  vec2 sum = u + e;
  float delta = min(0.5 * dot(sum, sum), 2.0);
  float zeta = exp(-a);
  float omega = -expm1(-a);
  if (!(delta > 0.0)) return EshKick(u, -a, 1.0, 0.0, 0.0, 1.0, zeta, omega / a);
  float D = delta + (2.0 - delta) * zeta * zeta;
  float lost = (1.0 - 0.5 * delta) * omega * (1.0 + zeta);
  vec2 turned = (2.0 * zeta / D) * sum + ((delta * omega * omega - 2.0 * zeta * zeta) / D) * e;
  float time = omega / a * (zeta + 0.5 * delta * omega);
  return EshKick(turned / length(turned), a, 0.5 * D, lost, a, zeta, 0.5 * D, time);
}

Report esh_report(State s, float log_weight) {
  float change = s.energy - s.initial_energy;
  Report report;
  report.energy = s.energy;
  report.kinetic_energy = float(DIM) * s.r;
  report.hamiltonian_error = change + float(DIM) * s.r;
  report.log_weight = log_weight;
  report.log_importance = -change - float(DIM - 1) * s.r;
  return report;
}

State esh_keep_time(State s, float log_weight, Stream stream) {
  float ahead = log_weight - s.time_reference;
  float ratio = exp(-abs(ahead));
  bool longest = ahead > 0.0;
  s.time_total = longest ? s.time_total * ratio + 1.0 : s.time_total + ratio;
  s.time_threshold = longest ? s.time_threshold * ratio : s.time_threshold;
  s.time_reference = max(s.time_reference, log_weight);
  if (s.time_total >= s.time_threshold) {
    s.reservoir = s.x;
    s.time_threshold = s.time_total / draw(stream, SLOT_REPLACEMENT).uniform1;
  }
  return s;
}

Transition init_chain(State s, SamplerParameters p, TargetParameters t, Stream stream) {
  vec2 z = draw(stream, SLOT_DIRECTION).normal;
  s.u = z / length(z);
  s.r = 0.0;
  s.initial_energy = s.energy;
  s.reservoir = s.x;
  s.time_reference = -1e30;
  s.time_total = 0.0;
  s.time_threshold = 0.0;
  return Transition(s, esh_report(s, 0.0));
}

Transition step_chain(State s, SamplerParameters p, TargetParameters t, Stream stream) {
  float h = 0.5 * p.step_size;
  EshKick first = esh_kick(s.u, s.gradient, h);
  vec2 x = s.x + p.step_size * first.u;
  s = moved_to(s, x, evaluate(x, t));
  EshKick second = esh_kick(first.u, s.gradient, h);
  s.u = second.u;

  float half_Ds = first.half_D * second.half_D;
  float lost = first.lost + second.lost - first.lost * second.lost;  // 1 - half_Ds
  float log_weight = s.r + log(h / float(DIM)) + first.b + second.b +
                     log(second.zeta * first.time + first.growth * second.time);
  s.r = s.r + first.shift + second.shift + (lost < 0.25 ? log1p(-lost) : log(half_Ds));
  return Transition(esh_keep_time(s, log_weight, stream), esh_report(s, log_weight));
}
