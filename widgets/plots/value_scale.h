#pragma once

#include <QString>
#include <functional>
#include <vector>

namespace ergo {

/// Where a value stands on an axis: at itself, at its decimal logarithm, or on a scale that is linear for values up
/// to `bend` in size and logarithmic above it. The last one and its slope are continuous, and it has places for
/// values at and below zero.
struct ValueScale {
  bool logarithmic = false;
  double bend = 0;  ///< of a logarithmic scale; 0: logarithmic everywhere
  bool operator==(const ValueScale&) const = default;
  double place(double value) const;  ///< NaN for a value that has none
  double value(double place) const;
};

/// Where bands end on a logarithmic scale that begin at or below zero: far out of sight.
inline constexpr double far_below = -30;

/// A number on an axis.
struct Tick {
  double place = 0;
  QString label;
};

/// Round numbers for an axis from `low` to `high`, which are places: the densest choice that `fit`s, or the coarsest
/// one if none does.
std::vector<Tick> axis_ticks(const ValueScale& scale, double low, double high,
                             const std::function<bool(const std::vector<Tick>&)>& fit);

}  // namespace ergo
