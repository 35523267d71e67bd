// The twin of core/unit/path_draws: the draws of a chain's path that count by its real time.

State path_draws_started(State s, float uniform1) {
  s.reservoir = s.x;
  s.ergodic = s.x;
  s.time_reference = -1e30;
  s.time_total = uniform1;
  s.time_threshold = 1.0;
  return s;
}

/// Adds a step's time e^log_time. At the share V of it the chain was at from + V move.
State path_draws_added(State s, vec2 from, vec2 move, float log_time, Stream stream) {
  float added = min(exp(log_time - s.time_reference), 3e38);
  bool longest = added > 1.0;
  float ratio = 1.0 / added;
  float unit_share = (s.time_threshold - s.time_total) / (s.time_threshold * (longest ? 1.0 : added));
  s.time_total = longest ? s.time_total * ratio + 1.0 : s.time_total + added;
  s.time_threshold = longest ? s.time_threshold * ratio : s.time_threshold;
  s.time_reference = longest ? log_time : s.time_reference;
  bool due = s.time_total >= s.time_threshold;
  float next_threshold = s.time_total / lone_uniform(stream);
  s.reservoir = due ? s.x : s.reservoir;
  s.ergodic = due ? from + min(unit_share * s.time_total, 1.0) * move : s.ergodic;
  s.time_threshold = due ? next_threshold : s.time_threshold;
  return s;
}
