// What a step of a sampler of sites makes, and how runs begin and end: the twins of core/site_samplers/metropolis_sites
// and core/site_plane/site_stepper. All that a chain keeps between steps is its configuration: sums, energy, place and
// level are found anew from it, so that rounding does not accumulate and a run may be cut anywhere.

/// `sums`: counted() of the present configuration, where the sampler needs them.
struct Outcome {
  vec2 sums;
  float acceptance;
  int proposed;
  int changed;
};

Outcome resting_sites() { return Outcome(counted(PRESENT), 1.0, 0, 0); }

/// Accepts the proposal, all of them if not adjusted. log_ratio: log q(way back) - log q(way).
Outcome decided(vec2 sums, float log_ratio, bool adjusted, Stream stream) {
  int proposed = differing();
  Outcome made = Outcome(sums, 1.0, proposed, proposed);
  if (adjusted) {
    vec2 there = counted(PROPOSAL);
    float acceptance = metropolis_acceptance(log_ratio - rise(sums, there));
    bool accepted = site_decision(stream) <= acceptance;
    made.acceptance = acceptance;
    made.changed = accepted ? proposed : 0;
    made.sums = accepted ? there : sums;
  }
  if (made.changed > 0) copy_configuration(PROPOSAL, PRESENT);
  return made;
}

/// The cell of the present configuration: the twin of SiteStatistics::place().
vec2 place_of(vec2 sums) {
  int first = 0;
  int second = 0;
  if (PLACE == PLACE_BY_PAIRS) {
    first = count_of(COUNTED, 0, SITES);
    second = PAIRS - int(sums.x);
  } else if (PLACE == PLACE_BY_HALVES) {
    first = count_of(1, 0, HALF);
    second = count_of(1, HALF, SITES);
  } else {
    first = value_at(PRESENT, 0);
    second = SITES > 1 ? value_at(PRESENT, 1) : 0;
  }
  return vec2(float(first / WIDTH_X), float(second / WIDTH_Y));
}

Transition ended_sites(State s, Outcome last) {
  vec2 sums = counted(PRESENT);
  s.x = place_of(sums);
  s.energy = place_energy(s.x);
  s.gradient = vec2(0.0, 0.0);
  float level = float(LEVEL_SLOPE * value_sum()) / float(SITES) + float(LEVEL_OFFSET);
  return Transition(s, Report(last.acceptance, float(last.changed), float(last.proposed), energy_of(sums), level,
                              level * level));
}
