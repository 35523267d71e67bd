// One of the up to four neighbours y of x with probability e^{l(y)}/Z(x), l = (E(x) - E(y))/2 or its first-order
// estimate -grad E.(y - x)/2; accepted with probability min(1, e^{E(x)-E(y)} q(x | y)/q(y | x)).

const int SLOT_NEIGHBOUR = 0;
const float NO_NEIGHBOUR = -1e30;

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report;
  report.energy = s.energy;
  report.acceptance_rate = 1.0;
  report.jump = 0.0;
  return Transition(s, report);
}

/// l of neighbour x + d
float lb1_log_weight(vec2 x, vec2 d, float energy, vec2 gradient, SamplerParameters p, TargetConstants t) {
  if (!on_lattice(x + d, t)) return NO_NEIGHBOUR;
  return p.balance == 0.0 ? 0.5 * (energy - target_site(x + d, t).x) : -0.5 * dot(gradient, d);
}

/// In the order left, right, below, above.
vec4 lb1_log_weights(vec2 x, float energy, vec2 gradient, SamplerParameters p, TargetConstants t) {
  return vec4(lb1_log_weight(x, vec2(-1.0, 0.0), energy, gradient, p, t),
              lb1_log_weight(x, vec2(1.0, 0.0), energy, gradient, p, t),
              lb1_log_weight(x, vec2(0.0, -1.0), energy, gradient, p, t),
              lb1_log_weight(x, vec2(0.0, 1.0), energy, gradient, p, t));
}

float lb1_largest(vec4 l) { return max(max(l.x, l.y), max(l.z, l.w)); }

vec4 lb1_weights(vec4 l, float largest) {
  return vec4(exp(l.x - largest), exp(l.y - largest), exp(l.z - largest), exp(l.w - largest));
}

float lb1_sum(vec4 w) { return w.x + w.y + w.z + w.w; }

vec2 lb1_choice(vec4 w, float u) {
  float left = u * lb1_sum(w) - w.x;
  if (left <= 0.0) return vec2(-1.0, 0.0);
  left -= w.y;
  if (left <= 0.0) return vec2(1.0, 0.0);
  return left <= w.z ? vec2(0.0, -1.0) : vec2(0.0, 1.0);
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  vec4 l = lb1_log_weights(s.x, s.energy, s.gradient, p, t);
  float largest = lb1_largest(l);
  vec4 w = lb1_weights(l, largest);
  vec2 d = lb1_choice(w, draw(stream, SLOT_NEIGHBOUR).uniform1);
  Report report;
  report.acceptance_rate = 0.0;
  report.jump = 0.0;
  if (on_lattice(s.x + d, t)) {  // always, but on a single site
    Evaluation at = observe(s.x + d, t, stream, 0);
    vec4 back = lb1_log_weights(s.x + d, at.energy, at.gradient, p, t);
    float back_largest = lb1_largest(back);
    float fall = p.balance == 0.0 ? 0.0 : s.energy - at.energy + 0.5 * dot(s.gradient + at.gradient, d);
    float log_ratio = fall + (largest + log(lb1_sum(w))) -
                      (back_largest + log(lb1_sum(lb1_weights(back, back_largest))));
    report.acceptance_rate = metropolis_acceptance(log_ratio);
    if (lone_uniform(stream) <= report.acceptance_rate) {
      s = moved_to(s, s.x + d, at);
      report.jump = 1.0;
    }
  }
  report.energy = s.energy;
  return Transition(s, report);
}
