// The recursion, unrolled: the points of a doubling come in order, and number n ends a subtree of 2^l points for
// every l up to the number of trailing ones of n. The first point of each subtree still open, an even number a,
// is kept at index bitCount(a/2), so the subtrees that end at n have theirs at bitCount(n/2), bitCount(n/2) - 1, ...
// Sums of p are differences of running sums.

const int SLOT_MOMENTUM = 0;
const int MOST_DOUBLINGS = 10;

struct NutsPoint {
  vec2 x;
  vec2 p;
  Evaluation at;
};

struct NutsDoubling {
  NutsPoint edge;
  NutsPoint choice;
  vec2 first_p;
  vec2 sum;  // of p
  float log_weight;
  float acceptance;
  int leapfrogs;
  bool diverges;
  bool stops;
};

float nuts_hamiltonian(NutsPoint z) { return z.at.energy + 0.5 * dot(z.p, z.p); }

NutsPoint nuts_leap(NutsPoint z, float h, TargetConstants t, Stream stream, int evaluation) {
  vec2 p = z.p - 0.5 * h * z.at.gradient;
  vec2 x = z.x + h * p;
  Evaluation at = observe(x, t, stream, evaluation);
  return NutsPoint(x, p - 0.5 * h * at.gradient, at);
}

bool nuts_turns(vec2 first, vec2 last, vec2 sum) { return !(dot(first, sum) > 0.0 && dot(last, sum) > 0.0); }

/// Of two stretches in a row: momenta at the ends and sums.
bool nuts_turns(vec2 first1, vec2 last1, vec2 sum1, vec2 first2, vec2 last2, vec2 sum2) {
  return nuts_turns(first1, last2, sum1 + sum2) || nuts_turns(first1, first2, sum1 + first2) ||
         nuts_turns(last1, last2, last1 + sum2);
}

/// log(e^a + e^b)
float nuts_log_sum(float a, float b) { return max(a, b) + log1p(exp(-abs(a - b))); }

/// `points` points outward from `edge`; fewer where they stop.
NutsDoubling nuts_double(NutsPoint edge, int points, float h, float initial_hamiltonian, TargetConstants t,
                         Stream stream) {
  NutsDoubling d = NutsDoubling(edge, edge, edge.p, vec2(0.0, 0.0), -1e30, 0.0, 0, false, false);
  vec2 first_p[MOST_DOUBLINGS];     // of the open subtrees' first points,
  vec2 before_p[MOST_DOUBLINGS];    // of the points before these,
  vec2 sum_before[MOST_DOUBLINGS];  // and the sum of all before
  for (int n = 0; n < points && !d.stops; ++n) {
    vec2 last_p = d.edge.p;
    d.edge = nuts_leap(d.edge, h, t, stream, points + n - 1);
    ++d.leapfrogs;
    float log_weight = initial_hamiltonian - nuts_hamiltonian(d.edge);
    d.diverges = !(log_weight >= -1000.0);
    d.acceptance += d.diverges ? 0.0 : exp(min(log_weight, 0.0));
    d.log_weight = nuts_log_sum(d.log_weight, log_weight);
    bool chosen = draw(stream, points + n).uniform1 <= exp(log_weight - d.log_weight);
    if (chosen) d.choice = d.edge;

    int open = bitCount(n >> 1);
    if (n == 0) d.first_p = d.edge.p;
    if ((n & 1) == 0) {
      first_p[open] = d.edge.p;
      before_p[open] = last_p;
      sum_before[open] = d.sum;
    }
    vec2 half_p = d.edge.p;  // of the first point of the later half of the subtree
    vec2 half_sum = d.sum;   // of all before it
    d.sum = d.sum + d.edge.p;
    d.stops = d.diverges;
    for (int ended = n; (ended & 1) == 1 && !d.stops; ended >>= 1) {
      d.stops = nuts_turns(first_p[open], last_p, half_sum - sum_before[open], half_p, d.edge.p, d.sum - half_sum);
      half_p = first_p[open];
      last_p = before_p[open];
      half_sum = sum_before[open];
      --open;
    }
  }
  return d;
}

float nuts_kinetic_energy(State s) { return dot(s.p, s.p) / float(2 * DIM); }

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  s.p = draw(stream, SLOT_MOMENTUM).normal;
  s.gradients = 0.0;
  return Transition(s, Report(s.energy, 1.0, 0.0, nuts_kinetic_energy(s), 0.0, 0.0));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  s.p = draw(stream, SLOT_MOMENTUM).normal;
  NutsPoint forward = NutsPoint(s.x, s.p, Evaluation(s.energy, s.gradient));
  NutsPoint backward = forward;
  float initial_hamiltonian = nuts_hamiltonian(forward);
  vec2 sum = forward.p;
  float log_weight = 0.0;
  Report report = Report(s.energy, 0.0, 0.0, 0.0, 0.0, 0.0);
  bool stops = false;
  for (int depth = 0; depth < int(p.max_depth) && !stops; ++depth) {
    Draw fresh = draw(stream, 1 << depth);
    bool ahead = fresh.uniform1 < 0.5;
    NutsPoint inner = backward;
    NutsPoint outer = forward;
    if (ahead) inner = forward;
    if (ahead) outer = backward;
    NutsDoubling d = nuts_double(inner, 1 << depth, ahead ? p.step_size : -p.step_size, initial_hamiltonian, t, stream);
    report.acceptance_rate += d.acceptance;
    report.n_leapfrog += float(d.leapfrogs);
    report.diverging = d.diverges ? 1.0 : 0.0;
    stops = d.stops;
    if (!stops) {
      if (fresh.uniform2 <= exp(min(d.log_weight - log_weight, 0.0))) {
        s = moved_to(s, d.choice.x, d.choice.at);
        s.p = d.choice.p;
      }
      log_weight = nuts_log_sum(log_weight, d.log_weight);
      stops = nuts_turns(outer.p, inner.p, sum, d.first_p, d.edge.p, d.sum);
      sum = sum + d.sum;
      forward = outer;
      backward = d.edge;
      if (ahead) forward = d.edge;
      if (ahead) backward = outer;
      report.tree_depth += 1.0;
    }
  }
  s = counted(s, report.n_leapfrog);
  report.energy = s.energy;
  report.kinetic_energy = nuts_kinetic_energy(s);
  report.acceptance_rate /= report.n_leapfrog;
  return Transition(s, report);
}
