// One coordinate, chosen at random, is drawn from exp(-E) along its row or column. Sums are relative to the lowest
// energy met so far.

const int SLOT_CHOICE = 0;

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Report report;
  report.energy = s.energy;
  report.acceptance_rate = 1.0;
  report.jump = 0.0;
  return Transition(s, report);
}

float gibbs_energy(vec2 x, bool along_x, float k, TargetConstants t) {
  return target_site(along_x ? vec2(k, x.y) : vec2(x.x, k), t).x;
}

/// The site along the axis at share u of the sum of all terms.
float gibbs_site(vec2 x, bool along_x, float side, float u, TargetConstants t) {
  float lowest = gibbs_energy(x, along_x, 0.0, t);
  float sum = 1.0;
  for (float k = 1.0; k < side; k += 1.0) {
    float energy = gibbs_energy(x, along_x, k, t);
    float lower = min(lowest, energy);
    sum = sum * exp(lower - lowest) + exp(lower - energy);
    lowest = lower;
  }
  float left = u * sum - exp(lowest - gibbs_energy(x, along_x, 0.0, t));
  float site = 0.0;
  while (left > 0.0 && site < side - 1.0) {
    site += 1.0;
    left -= exp(lowest - gibbs_energy(x, along_x, site, t));
  }
  return site;
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Draw choice = draw(stream, SLOT_CHOICE);
  bool along_x = DIM == 1 || choice.uniform1 < 0.5;
  float site = gibbs_site(s.x, along_x, along_x ? t.sides.x : t.sides.y, choice.uniform2, t);
  vec2 y = along_x ? vec2(site, s.x.y) : vec2(s.x.x, site);
  Report report;
  report.acceptance_rate = 1.0;
  report.jump = jump_between(s.x, y);
  s = moved_to(s, y, observe(y, t, stream, 0));
  report.energy = s.energy;
  return Transition(s, report);
}
