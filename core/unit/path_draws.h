#pragma once

#include <algorithm>
#include <vector>

#include "core/maths/elementary.h"
#include "core/random/draws.h"
#include "core/unit/descriptor.h"
#include "core/unit/position.h"

namespace ergo {

/// Two draws from a chain's path, weighted by its real time (Ver Steeg & Galstyan 2021, Algorithms 3 and 2). They are
/// the last part of the State of a sampler that keeps them. `x` is one of the chain's positions, each with probability
/// (its step's time)/(time so far). `place` is the position at a uniformly random time so far. The time so far is
/// time_total e^time_reference.
///
/// The time of the next change is drawn ahead: a position chosen at total time W is replaced when the total exceeds
/// T = W/U with U uniform, since P(still kept at W') = product of (1 - time_i/W_i) = W/W'. Thus 1/T is uniform on
/// (0, 1/W). If T falls in a step that takes the total from W1 to W2, then V with 1/T = (1-V)/W1 + V/W2 is uniform on
/// (0, 1) and independent of the path: it is the share of the step at which `place` lies.
struct PathDraws {
  Position x, place;
  double time_reference, time_total, time_threshold;

  PathDraws() = default;
  /// At the start, when no time has passed: `uniform` sets V of the first step.
  PathDraws(Position start, double uniform)
      : x(start), place(start), time_reference(-1e30), time_total(uniform), time_threshold(1) {}

  /// Adds a step that takes the time e^log_time and ends at `end`. At share V of its time the chain is at
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

/// A sampler's own state fields, and then those of its PathDraws.
inline std::vector<StateField> with_path_draws(std::vector<StateField> state) {
  for (const StateField& field :
       {StateField{"reservoir", 2, "one of the chain's positions, weighted by time"},
        {"ergodic", 2, "the chain's position at a time uniform on its real time so far"},
        {"time_reference", 1, "log of the unit of time_total and time_threshold"},
        {"time_total", 1, "real time so far"},
        {"time_threshold", 1, "total time at which the reservoir changes next"}})
    state.push_back(field);
  return state;
}

}  // namespace ergo
