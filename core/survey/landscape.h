#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>

#include "core/unit/target.h"

namespace ergo {

/// The energy where the density is 0.
inline constexpr double infinite_energy = std::numeric_limits<double>::infinity();

/// An energy E of which nothing else is known; the density is proportional to exp(-E). E may be infinite, where the
/// density is 0, and may fail to be a number.
struct Landscape {
  int dim = 2;  ///< for 1, E is asked for at y = 0 alone
  std::function<double(Position)> energy;
  /// E at many points at once, for callers with a faster way than one by one: x, y and energy have an element for
  /// each point. May be empty.
  std::function<void(std::span<const double> x, std::span<const double> y, std::span<double> energy)> energies = {};

  /// E at many points; infinite where it is not a number.
  void survey(std::span<const double> x, std::span<const double> y, std::span<double> energy) const;
  /// E at one point; infinite where it is not a number.
  double operator()(Position x) const;
};

/// The energy of a target of the plane, which must outlive it.
Landscape landscape_of(const Target& target);

}  // namespace ergo
