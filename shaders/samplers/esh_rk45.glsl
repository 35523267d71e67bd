// Dormand & Prince's pair of orders 5 and 4 on y = (x, v), with the real time as a quadrature.

const int SLOT_VELOCITY = 0;
const int SLOT_PLACE = 1;  // and one for each attempt

struct RkRate {
  vec2 x;
  vec2 v;
  float time;
};

struct RkAttempt {
  State state;
  float time;
  float error;
};

RkRate rk_rate(vec2 v, vec2 g, float per_unit, SamplerParameters p) {
  float d = float(DIM);
  float speed = length(v);
  if (p.time > 0.0) return RkRate((per_unit * d / (speed * speed)) * v, -per_unit * g, 1.0);
  return RkRate(v / speed, (-speed / d) * g, speed / d);
}

float rk_square(float error, float before, float after, float least, SamplerParameters p) {
  float ratio = error / (least + p.rtol * max(abs(before), abs(after)));
  return ratio * ratio;
}

float rk_rms(vec2 error_x, vec2 error_v, State before, State after, SamplerParameters p) {
  float least = p.atol * exp(-before.velocity_unit);
  float sum = rk_square(error_x.x, before.x.x, after.x.x, p.atol, p) +
              rk_square(error_x.y, before.x.y, after.x.y, p.atol, p) +
              rk_square(error_v.x, before.v.x, after.v.x, least, p) +
              rk_square(error_v.y, before.v.y, after.v.y, least, p);
  return sqrt(sum / float(2 * DIM));
}

State rk_moved(State s, vec2 x, vec2 v, TargetConstants t, Stream stream, int evaluation) {
  s = moved_to(s, x, observe(x, t, stream, evaluation));
  s.v = v;
  return s;
}

RkAttempt rk_attempt(State s, float h, int number, SamplerParameters p, TargetConstants t, Stream stream) {
  int k = 6 * number;
  float per_unit = exp(-s.velocity_unit);
  RkRate a = rk_rate(s.v, s.gradient, per_unit, p);
  State y = rk_moved(s, s.x + (h / 5.0) * a.x, s.v + (h / 5.0) * a.v, t, stream, k);
  RkRate b = rk_rate(y.v, y.gradient, per_unit, p);
  y = rk_moved(s, s.x + h * ((3.0 / 40.0) * a.x + (9.0 / 40.0) * b.x),
               s.v + h * ((3.0 / 40.0) * a.v + (9.0 / 40.0) * b.v), t, stream, k + 1);
  RkRate c = rk_rate(y.v, y.gradient, per_unit, p);
  y = rk_moved(s, s.x + h * ((44.0 / 45.0) * a.x - (56.0 / 15.0) * b.x + (32.0 / 9.0) * c.x),
               s.v + h * ((44.0 / 45.0) * a.v - (56.0 / 15.0) * b.v + (32.0 / 9.0) * c.v), t, stream, k + 2);
  RkRate d = rk_rate(y.v, y.gradient, per_unit, p);
  y = rk_moved(s,
               s.x + h * ((19372.0 / 6561.0) * a.x - (25360.0 / 2187.0) * b.x + (64448.0 / 6561.0) * c.x -
                          (212.0 / 729.0) * d.x),
               s.v + h * ((19372.0 / 6561.0) * a.v - (25360.0 / 2187.0) * b.v + (64448.0 / 6561.0) * c.v -
                          (212.0 / 729.0) * d.v),
               t, stream, k + 3);
  RkRate e = rk_rate(y.v, y.gradient, per_unit, p);
  y = rk_moved(s,
               s.x + h * ((9017.0 / 3168.0) * a.x - (355.0 / 33.0) * b.x + (46732.0 / 5247.0) * c.x +
                          (49.0 / 176.0) * d.x - (5103.0 / 18656.0) * e.x),
               s.v + h * ((9017.0 / 3168.0) * a.v - (355.0 / 33.0) * b.v + (46732.0 / 5247.0) * c.v +
                          (49.0 / 176.0) * d.v - (5103.0 / 18656.0) * e.v),
               t, stream, k + 4);
  RkRate f = rk_rate(y.v, y.gradient, per_unit, p);
  y = rk_moved(s,
               s.x + h * ((35.0 / 384.0) * a.x + (500.0 / 1113.0) * c.x + (125.0 / 192.0) * d.x -
                          (2187.0 / 6784.0) * e.x + (11.0 / 84.0) * f.x),
               s.v + h * ((35.0 / 384.0) * a.v + (500.0 / 1113.0) * c.v + (125.0 / 192.0) * d.v -
                          (2187.0 / 6784.0) * e.v + (11.0 / 84.0) * f.v),
               t, stream, k + 5);
  RkRate z = rk_rate(y.v, y.gradient, per_unit, p);
  float time = h * ((35.0 / 384.0) * a.time + (500.0 / 1113.0) * c.time + (125.0 / 192.0) * d.time -
                    (2187.0 / 6784.0) * e.time + (11.0 / 84.0) * f.time);
  vec2 error_x = h * ((71.0 / 57600.0) * a.x - (71.0 / 16695.0) * c.x + (71.0 / 1920.0) * d.x -
                      (17253.0 / 339200.0) * e.x + (22.0 / 525.0) * f.x - (1.0 / 40.0) * z.x);
  vec2 error_v = h * ((71.0 / 57600.0) * a.v - (71.0 / 16695.0) * c.v + (71.0 / 1920.0) * d.v -
                      (17253.0 / 339200.0) * e.v + (22.0 / 525.0) * f.v - (1.0 / 40.0) * z.v);
  return RkAttempt(y, time, rk_rms(error_x, error_v, s, y, p));
}

float rk_first_substep(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  RkRate start = rk_rate(s.v, s.gradient, 1.0, p);
  float size = rk_rms(s.x, s.v, s, s, p);
  float slope = rk_rms(start.x, start.v, s, s, p);
  float h = size < 1e-5 || slope < 1e-5 ? 1e-6 : 0.01 * size / slope;
  RkRate end = rk_rate(s.v + h * start.v, observe(s.x + h * start.x, t, stream, 1).gradient, 1.0, p);
  float bend = rk_rms(end.x - start.x, end.v - start.v, s, s, p) / h;
  float most = max(slope, bend);
  return min(100.0 * h, most <= 1e-15 ? max(1e-6, h * 1e-3) : pow(0.01 / most, 0.2));
}

float rk_kinetic(State s) { return float(DIM) * (s.velocity_unit + 0.5 * log(dot(s.v, s.v) / float(DIM))); }

// What the velocity, and the time since the step's start, is to be multiplied by: 2^32, its inverse, or 1.
float rk_unit_factor(State s) {
  float speed = length(s.v);
  return speed >= 65536.0 ? 2.3283064365386963e-10 : speed < 1.52587890625e-05 ? 4294967296.0 : 1.0;
}

Report rk_report(State s, float log_time, float substep, float attempts, float unfinished) {
  Report report;
  report.energy = s.energy;
  report.kinetic_energy = rk_kinetic(s);
  report.hamiltonian_error = s.energy + report.kinetic_energy - s.initial_hamiltonian;
  report.log_weight = log_time;
  report.substep = substep;
  report.attempts = attempts;
  report.unfinished = unfinished;
  return report;
}

Transition init_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  Draw drawn = draw(stream, SLOT_VELOCITY);
  s.v = drawn.normal;
  s.velocity_unit = 0.0;
  s.initial_hamiltonian = s.energy + rk_kinetic(s);
  s.substep = rk_first_substep(s, p, t, stream);
  s.gradients = 1.0;
  s = path_draws_started(s, drawn.uniform1);
  return Transition(s, rk_report(s, 0.0, 0.0, 0.0, 0.0));
}

Transition step_chain(State s, SamplerParameters p, TargetConstants t, Stream stream) {
  int most = int(p.max_substeps);
  int attempts = 0;
  float left = p.step_size;
  float time = 0.0;
  float accepted = 0.0;
  vec2 at_random_time = s.x;
  while (left > 0.0 && attempts < most) {
    bool last = s.substep >= left;
    float before = s.substep;
    float h = last ? left : before;
    float uniform1 = draw(stream, SLOT_PLACE + attempts).uniform1;
    RkAttempt made = rk_attempt(s, h, attempts, p, t, stream);
    bool good = made.error <= 1.0;
    float wish = 0.9 * pow(max(made.error, 1e-10), -0.2);
    if (good) {
      time += made.time;
      float share = uniform1 * time / made.time;
      at_random_time = share < 1.0 ? s.x + share * (made.state.x - s.x) : at_random_time;
      s = made.state;
      float factor = rk_unit_factor(s);
      s.v = factor * s.v;
      s.velocity_unit += factor > 1.0 ? -22.18070977791825 : factor < 1.0 ? 22.18070977791825 : 0.0;  // -log(factor)
      time *= p.time > 0.0 ? 1.0 : factor;
      accepted = h;
      left -= h;
      s.substep = h * min(10.0, max(wish, 1.0));
      s.substep = last ? max(s.substep, before) : s.substep;
    } else {
      s.substep = h * (wish > 0.2 ? wish : 0.2);
    }
    s = counted(s, 6.0);
    ++attempts;
  }
  float log_unit = p.time > 0.0 ? 0.0 : s.velocity_unit;
  float log_time = time > 0.0 ? log_unit + log(time) : -1e30;
  if (time > 0.0) s = path_draws_added(s, at_random_time, vec2(0.0, 0.0), log_time, stream);
  return Transition(s, rk_report(s, log_time, accepted, float(attempts), left > 0.0 ? 1.0 : 0.0));
}
