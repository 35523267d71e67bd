#pragma once

#include <algorithm>
#include <vector>

#include "core/maths/elementary.h"
#include "core/random/draws.h"
#include "core/unit/descriptor.h"
#include "core/unit/position.h"

namespace ergo {

/// Two draws of a chain's path that count by its real time (Ver Steeg & Galstyan 2021, Algorithms 3 and 2),
/// the last part of the State of a sampler that keeps them: `x`, one of the chain's positions, each with the
/// probability (its step's time)/(time so far), and `place`, where the chain was at a time uniform on its
/// time so far. The time so far is time_total e^time_reference.
///
/// The draw is made ahead: an item chosen at total W lasts until the total exceeds T = W/U, since
/// P(it outlasts W') = product of (1 - time_i/W_i) = W/W'. Thus 1/T is uniform on (0, 1/W). Given that T
/// falls in a step that takes the total from W1 to W2, V with 1/T = (1-V)/W1 + V/W2 is uniform on (0, 1),
/// independent of the path: the share of the step's time before a time uniform on the time so far.
struct PathDraws {
  Position x, place;
  double time_reference, time_total, time_threshold;

  PathDraws() = default;
  /// At the start, of no time at all: `uniform` sets the first step's V.
  PathDraws(Position start, double uniform)
      : x(start), place(start), time_reference(-1e30), time_total(uniform), time_threshold(1) {}

  /// Adds a step's time e^log_time, which ends at `end`. At the share V of it the chain was at
  /// from + V (to - from).
  void add(double log_time, Position end, Position from, Position to, const Draws& draws) {
    const double ahead = log_time - time_reference, ratio = maths::exp(-std::abs(ahead));
    const double time = ahead > 0 ? 1 : ratio, lasts = 1 - time_total / time_threshold;  // 1 - W1/T
    if (ahead > 0) {
      time_total *= ratio;
      time_threshold *= ratio;
      time_reference = log_time;
    }
    time_total += time;
    if (time_total < time_threshold) return;
    x = end;
    place = from + std::min(lasts * time_total / time, 1.0) * (to - from);
    time_threshold = time_total / draws.lone_uniform();
  }
};

/// A sampler's state fields followed by those of its PathDraws.
inline std::vector<StateField> with_path_draws(std::vector<StateField> state) {
  for (const StateField& field :
       {StateField{"reservoir", 2, "one of the chain's positions, weighted by time"},
        {"ergodic", 2, "the chain's place at a time uniform on its real time so far"},
        {"time_reference", 1, "log of the unit of time_total and time_threshold"},
        {"time_total", 1, "real time so far"},
        {"time_threshold", 1, "total at which the reservoir changes next"}})
    state.push_back(field);
  return state;
}

}  // namespace ergo
