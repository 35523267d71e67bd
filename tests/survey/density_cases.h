#pragma once

// Energies with and without a finite integral of exp(-E), by what a check of them should say.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/survey/landscape.h"
#include "core/survey/properness.h"

namespace ergo::survey_test {

struct DensityCase {
  std::string name;
  Landscape landscape;
  Properness::Finding expected;
};

inline constexpr double infinite = std::numeric_limits<double>::infinity();
inline double square(double a) { return a * a; }
inline double log_r(Position x) { return std::log(std::hypot(x.x, x.y)); }

/// An energy of the plane, given x and y.
template <class Energy>
Landscape plane(Energy energy) {
  return {2, [energy](Position x) { return energy(x.x, x.y); }};
}
/// One of the line.
template <class Energy>
Landscape line(Energy energy) {
  return {1, [energy](Position x) { return energy(x.x); }};
}

/// Those with which the check was made.
std::vector<DensityCase> development_cases();
/// Those fixed before the check was first run on them.
std::vector<DensityCase> held_out_cases();

}  // namespace ergo::survey_test
