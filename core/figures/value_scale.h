#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/maths/estimate.h"

namespace ergo {

/// Where a value stands on an axis: at itself, at its decimal logarithm, or on a scale that is linear for values up
/// to `bend` in size and logarithmic above it. The last one and its slope are continuous, and it has places for
/// values at and below zero. Logarithmic scales measure values from `base`.
struct ValueScale {
  bool logarithmic = false;
  double bend = 0;  ///< of a logarithmic scale; 0: logarithmic everywhere
  double base = 0;  ///< of a logarithmic scale
  bool operator==(const ValueScale&) const = default;
  double place(double value) const;  ///< NaN for a value that has none
  double value(double place) const;
};

/// Where bands end on a logarithmic scale that begin at or below zero: far out of sight.
inline constexpr double far_below = -30;

/// A number on an axis.
struct AxisTick {
  double place = 0;
  std::string label;
};

/// Round numbers for an axis from `low` to `high`, which are places: the densest choice that `fit`s, or the coarsest
/// one if none does. Where that has less than three numbers, the densest choice of three or more less round ones that
/// fits, if there is one.
std::vector<AxisTick> axis_ticks(const ValueScale& scale, double low, double high,
                                 const std::function<bool(const std::vector<AxisTick>&)>& fit);

/// Places from `low` to `high` of 1 to 9 times the powers of ten, where the axis is logarithmic; none if they are many.
std::vector<double> minor_ticks(const ValueScale& scale, double low, double high);

/// What an axis has to show.
struct AxisContents {
  Interval places = {HUGE_VAL, -HUGE_VAL};  ///< from the least to the greatest; at first there is none
  std::optional<double> reference = {};
  std::optional<Interval> band = {};
  void add(double place) { add({place, place}); }
  void add(Interval more) { places = {std::min(places.low, more.low), std::max(places.high, more.high)}; }
};

/// The range of an axis for it, in places, with a margin. A logarithmic one without a bend reaches down over six powers of
/// ten at most.
Interval ordinate_range(const AxisContents& shown, const ValueScale& scale);

}  // namespace ergo
