// Half step of the thermostats, friction xi_1 on p, half step of the thermostats; around a Verlet step.

const int SLOT_MOMENTUM = 0;

float nose_hoover_hamiltonian(State s, SamplerParameters p) {
  float squares = (s.xi.x * s.xi.x + s.xi.y * s.xi.y) + (s.xi.z * s.xi.z + s.xi.w * s.xi.w);
  return s.energy + 0.5 * (dot(s.p, s.p) + p.mass * squares) + s.eta;
}

Report nose_hoover_report(State s, SamplerParameters p) {
  Report report;
  report.energy = s.energy;
  report.kinetic_energy = 0.5 / float(DIM) * dot(s.p, s.p);
  report.xi = s.xi.x;
  report.hamiltonian_error = nose_hoover_hamiltonian(s, p) - s.initial_hamiltonian;
  return report;
}

/// e^exponent. Near 1 exp errs by some units in the same way each time, and H, after some ten factors a step, drifts.
float nose_hoover_friction(float exponent) {
  return abs(exponent) > 0.7 ? exp(exponent) : 1.0 + expm1(exponent);
}

/// A thermostat for a time h: its force, between two halves of the friction of its neighbour.
float nose_hoover_driven(float xi, float neighbour, float force, float h) {
  float friction = nose_hoover_friction(-0.5 * h * neighbour);
  return (xi * friction + h * force) * friction;
}

/// All thermostats for a time h, from the last to the first; those beyond M stay at 0.
State nose_hoover_inwards(State s, SamplerParameters p, float h) {
  float thermal = 1.0 / p.mass;
  float w = nose_hoover_driven(s.xi.w, 0.0, s.xi.z * s.xi.z - thermal, h);
  s.xi.w = p.chain_length > 3.0 ? w : 0.0;
  float z = nose_hoover_driven(s.xi.z, s.xi.w, s.xi.y * s.xi.y - thermal, h);
  s.xi.z = p.chain_length > 2.0 ? z : 0.0;
  float y = nose_hoover_driven(s.xi.y, s.xi.z, s.xi.x * s.xi.x - thermal, h);
  s.xi.y = p.chain_length > 1.0 ? y : 0.0;
  s.xi.x = nose_hoover_driven(s.xi.x, s.xi.y, thermal * (dot(s.p, s.p) - float(DIM)), h);
  return s;
}

/// The same from the first to the last.
State nose_hoover_outwards(State s, SamplerParameters p, float h) {
  float thermal = 1.0 / p.mass;
  s.xi.x = nose_hoover_driven(s.xi.x, s.xi.y, thermal * (dot(s.p, s.p) - float(DIM)), h);
  float y = nose_hoover_driven(s.xi.y, s.xi.z, s.xi.x * s.xi.x - thermal, h);
  s.xi.y = p.chain_length > 1.0 ? y : 0.0;
  float z = nose_hoover_driven(s.xi.z, s.xi.w, s.xi.y * s.xi.y - thermal, h);
  s.xi.z = p.chain_length > 2.0 ? z : 0.0;
  float w = nose_hoover_driven(s.xi.w, 0.0, s.xi.z * s.xi.z - thermal, h);
  s.xi.w = p.chain_length > 3.0 ? w : 0.0;
  return s;
}

State nose_hoover_thermostats(State s, SamplerParameters p) {
  float quarter = 0.25 * p.step_size;
  float half_step = 0.5 * p.step_size;
  s = nose_hoover_inwards(s, p, quarter);
  s.p = nose_hoover_friction(-half_step * s.xi.x) * s.p;
  s.eta = s.eta + half_step * (float(DIM) * s.xi.x + s.xi.y + s.xi.z + s.xi.w);
  return nose_hoover_outwards(s, p, quarter);
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  if (s.p == vec2(0.0, 0.0)) s.p = draw(stream, SLOT_MOMENTUM).normal;
  s.xi.y = p.chain_length > 1.0 ? s.xi.y : 0.0;
  s.xi.z = p.chain_length > 2.0 ? s.xi.z : 0.0;
  s.xi.w = p.chain_length > 3.0 ? s.xi.w : 0.0;
  s.initial_hamiltonian = nose_hoover_hamiltonian(s, p);
  return Transition(s, nose_hoover_report(s, p));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  s = nose_hoover_thermostats(s, p);
  s.p = s.p - 0.5 * p.step_size * s.gradient;
  vec2 x = s.x + p.step_size * s.p;
  s = moved_to(s, x, observe(x, t, stream, 0));
  s.p = s.p - 0.5 * p.step_size * s.gradient;
  s = nose_hoover_thermostats(s, p);
  return Transition(s, nose_hoover_report(s, p));
}
