#pragma once

#include <cmath>
#include <random>
#include <string>

#include "core/formula/evaluator.h"

namespace ergo::formula_test {

/// Points of the square [-side, side]^2, the same in every run.
class RandomPoints {
 public:
  explicit RandomPoints(double side) : along_(-side, side) {}
  double next() { return along_(words_); }

 private:
  std::mt19937_64 words_{1};
  std::uniform_real_distribution<double> along_;
};

inline formula::Evaluator evaluator(const std::string& text) {
  const formula::Formula parsed = formula::parse(text);
  return {parsed, parsed.initial_values()};
}

/// The energy at one point, with sliders at their initial values.
inline double energy(const std::string& text, double x = 0, double y = 0) {
  return evaluator(text)(x, y).energy;
}

/// Whether two numbers differ by at most `tolerance` times 1 + their size; infinities and NaNs must be the
/// same.
inline bool is_near(double a, double b, double tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= tolerance * (1 + std::abs(b));
}

}  // namespace ergo::formula_test
