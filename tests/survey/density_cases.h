#pragma once

// Energies, and typed densities with and without a finite integral by what a check of them should say.

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/formula/evaluator.h"
#include "core/survey/landscape.h"
#include "core/survey/properness.h"

namespace ergo::survey_test {

struct DensityCase {
  std::string text;  ///< a formula
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

/// The energy of a formula, with its sliders as they begin.
inline Landscape typed(const std::string& text) {
  const formula::Formula read = formula::parse(text);
  const auto evaluate = std::make_shared<const formula::Evaluator>(read, read.initial_values());
  return {read.dim(), [evaluate](Position x) { return (*evaluate)(x.x, x.y).energy; }};
}

/// Those with which the check was made.
std::vector<DensityCase> development_cases();
/// Those fixed before the check was first run on them: first as energies in C++, then texts of all forms.
std::vector<DensityCase> held_out_cases();
std::vector<DensityCase> held_out_texts();

}  // namespace ergo::survey_test
