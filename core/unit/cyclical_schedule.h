#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "core/unit/parameter.h"

namespace ergo {

/// What a step of a cyclical sampler has in one phase of the cycle.
struct CyclePhase {
  double alpha;  ///< step size
  double beta;   ///< balance
};

/// Step sizes and balances of a cyclical sampler. Step k is in phase k mod s; with
/// c = (1 + cos(pi (k mod s)/s))/2 it has
///   alpha_k = max(alpha_max c, alpha_min),
///   beta_k  = beta_min + (beta_max - beta_min) c, or beta_max throughout, or on straight lines through
/// beta_max, beta_1 .. beta_6, beta_min, evenly spaced from phase 0 to s - 1.
/// Source: Pynadath et al. 2024, Eq. 8 as its code has it: as printed, alpha_max cos(.) + 1, it is negative
/// for half of every cycle.
struct CyclicalSchedule {
  enum BetaSchedule { cosine, constant, tuned };

  double alpha_max, alpha_min;
  std::array<double, 8> knots;  ///< beta_max, beta_1 .. beta_6, beta_min
  int cycle_length, beta_schedule;
  bool fourth_power;  ///< c^4 in place of c for alpha

  /// From parameters alpha_max, alpha_min, beta_max, beta_min, cycle_length, beta_schedule and beta_1 ..
  /// beta_6.
  explicit CyclicalSchedule(const Parameters& p, bool fourth_power = false)
      : alpha_max(p["alpha_max"]),
        alpha_min(p["alpha_min"]),
        knots{p["beta_max"], p["beta_1"], p["beta_2"], p["beta_3"],
              p["beta_4"],   p["beta_5"], p["beta_6"], p["beta_min"]},
        cycle_length(p.integer("cycle_length")),
        beta_schedule(p.integer("beta_schedule")),
        fourth_power(fourth_power) {}

  double phase(std::uint64_t step) const {
    return static_cast<double>(step % static_cast<std::uint64_t>(cycle_length));
  }
  CyclePhase at(std::uint64_t step) const {
    const double phase = this->phase(step);
    const double c = (1 + std::cos(std::numbers::pi * phase / cycle_length)) / 2;
    return {std::max(alpha_max * (fourth_power ? c * c * c * c : c), alpha_min), beta_at(phase, c)};
  }

  /// Of all phases.
  std::vector<CyclePhase> phases() const {
    std::vector<CyclePhase> all;
    for (int k = 0; k < cycle_length; ++k) all.push_back(at(static_cast<std::uint64_t>(k)));
    return all;
  }

 private:
  double beta_at(double phase, double c) const {
    const double beta_max = knots.front(), beta_min = knots.back();
    if (beta_schedule == constant) return beta_max;
    if (beta_schedule == cosine) return beta_min + (beta_max - beta_min) * c;
    const double place = 7 * phase / std::max(cycle_length - 1, 1);
    const auto knot = std::min<std::size_t>(static_cast<std::size_t>(place), 6);
    return knots[knot] + (place - static_cast<double>(knot)) * (knots[knot + 1] - knots[knot]);
  }
};

/// What there is to say of alpha_min above alpha_max; else nothing.
inline std::string remark_on_cycle(const Parameters& p) {
  if (p["alpha_max"] >= p["alpha_min"]) return "";
  return "α_max is below α_min, so every step has the size α_min";
}

/// The choice beta_schedule, in the order of CyclicalSchedule::BetaSchedule.
inline Parameter beta_schedule_parameter() {
  return {
      .id = "beta_schedule",
      .title = "Schedule of β",
      .symbol = "β_k",
      .doc =
          "Cosine: β_min + (β_max − β_min) c. Constant: always β_max. Tuned: linear interpolation from β_max "
          "through β₁ … β₆ to β_min.",
      .initial = 0,
      .hard = {0, 2},
      .slider = {0, 2},
      .kind = Kind::choice,
      .choices = {"cosine", "constant", "tuned"}};
}

/// beta_<number>, number = 1 .. 6: the tuned balance at this many sevenths of the cycle.
inline Parameter balance_knot(int number) {
  static const char* const digits[] = {"₁", "₂", "₃", "₄", "₅", "₆"};
  constexpr double initial[] = {0.9, 0.8, 0.7, 0.65, 0.6, 0.55};
  const std::string n = std::to_string(number);
  Parameter p;
  p.id = std::string("beta_").append(n);
  p.title = std::string("Balance at ").append(n).append("/7");
  p.symbol = std::string("β").append(digits[number - 1]);
  p.doc = std::string("Tuned schedule: balance at ").append(n).append("/7 of the cycle, found by tuning.");
  p.initial = initial[number - 1];
  p.hard = {0, 2};
  p.slider = {0.5, 1};
  p.used_when = {"beta_schedule", {"tuned"}};
  return p;
}

}  // namespace ergo
