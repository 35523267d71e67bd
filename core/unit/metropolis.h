#pragma once

#include <algorithm>

#include "core/maths/elementary.h"
#include "core/unit/sub_step.h"

// What samplers with a Metropolis step share.
namespace ergo {

/// min(1, a) for a Metropolis ratio given as log a; 0 for NaN and below e^-80.
inline double metropolis_acceptance(double log_ratio) {
  return log_ratio > -80 ? maths::exp(std::min(log_ratio, 0.0)) : 0;
}

/// Tells the decision; `x` is where the chain is after it. `metropolis` false: the step accepts every proposal.
template <class Tell>
void tell_decision(Position x, double uniform, double acceptance, bool accepted, Tell tell,
                   bool metropolis = true) {
  tell("decision", metropolis ? "x ← x' if u ≤ min(1, a), else x stays" : "x ← x', Metropolis step off", x,
       told::number("u", uniform), told::number("min(1, a)", acceptance), told::decision(accepted));
}

}  // namespace ergo
