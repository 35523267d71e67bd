#include "core/sites/ising_formulas.h"

#include <array>
#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/base/number_text.h"

namespace ergo {

namespace {

void check_formula_coupling(double coupling) {
  if (!(coupling >= least_formula_coupling && coupling <= most_formula_coupling))
    throw illegal_value("coupling", number_text(coupling), "1e-06 to 10, as the formula holds for J > 0", "");
}

/// A number with its derivative by J.
struct Jet {
  double value, slope;
};

/// gamma_l, cosh gamma_l = cosh(2J) coth(2J) - cos(pi l/n), and its derivative; gamma_0 = 2J + log tanh J.
Jet gamma(int l, int n, double coupling) {
  const double c = std::cosh(2 * coupling), s = std::sinh(2 * coupling);
  if (l == 0) return {2 * coupling + std::log(std::tanh(coupling)), 2 + 2 / s};
  // cosh gamma - 1 = (s - 1)^2/s + 1 - cos, without a difference of large numbers where J is critical.
  const double half = std::sin(std::numbers::pi * l / (2 * n));
  const double excess = (s - 1) * (s - 1) / s + 2 * half * half;
  const double sinh_gamma = std::sqrt(excess * (excess + 2));
  return {std::log1p(excess + sinh_gamma), 2 * c * (1 - 1 / (s * s)) / sinh_gamma};
}

/// e^log times a number, with the derivative of the whole divided by e^log.
struct Scaled {
  double log, value, slope;
};

/// 2 cosh x or 2 sinh x of x = m gamma/2.
Scaled factor(Jet gamma, int m, bool cosh) {
  const double x = m * gamma.value / 2, size = std::abs(x), slope = m * gamma.slope / 2,
               sign = x < 0 ? -1 : 1;
  const double plus = 1 + std::exp(-2 * size), minus = -std::expm1(-2 * size);
  if (cosh) return {size, plus, sign * minus * slope};
  return {size, sign * minus, plus * slope};
}

Scaled operator*(const Scaled& a, const Scaled& b) {
  return {a.log + b.log, a.value * b.value, a.slope * b.value + a.value * b.slope};
}

/// pi/(2 K), K the complete elliptic integral of the first kind, by the arithmetic-geometric mean of 1 and
/// k'.
double agm_of_complement(double complement) {
  double a = 1, b = complement;
  while (a - b > 1e-15 * a) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

}  // namespace

IsingFormula kaufman_torus(int rows, int columns, double coupling) {
  check_formula_coupling(coupling);
  if (rows < 3 || columns < 3)
    throw illegal_value("side of the torus", std::to_string(std::min(rows, columns)), "at least 3", "");
  const int m = rows, n = columns;
  const double spins = double{1} * m * n;
  // Z = (2 sinh 2J)^(mn/2)/2 times the sum of four products over r = 0 .. n - 1.
  std::array<Scaled, 4> products;
  for (int k = 0; k < 4; ++k) {
    products[k] = {0, 1, 0};
    for (int r = 0; r < n; ++r)
      products[k] = products[k] * factor(gamma(2 * r + (k < 2 ? 1 : 0), n, coupling), m, k % 2 == 0);
  }
  double sum = 0, slope = 0;
  for (const Scaled& product : products) {
    const double scale = std::exp(product.log - products[0].log);
    sum += scale * product.value;
    slope += scale * product.slope;
  }
  const double log_z =
      spins / 2 * std::log(2 * std::sinh(2 * coupling)) - std::numbers::ln2 + products[0].log + std::log(sum);
  return {log_z, 1 / std::tanh(2 * coupling) + slope / sum / spins};
}

IsingFormula onsager_grid(double coupling) {
  check_formula_coupling(coupling);
  const double c = std::cosh(2 * coupling), s = std::sinh(2 * coupling);
  const double modulus = 2 * s / (c * c), complement = (s * s - 1) / (c * c);  // k and k' = 2 tanh^2(2J) - 1
  // log Z/n = log(2c) + (1/pi) int_0^(pi/2) log((1 + sqrt(1 - k^2 sin^2 f))/2) df by the tanh-sinh rule.
  constexpr int half_points = 60;
  constexpr double h = 0.06;
  double integral = 0;
  for (int i = -half_points; i <= half_points; ++i) {
    const double t = i * h, u = std::numbers::pi / 2 * std::sinh(t),
                 less = std::exp(-std::abs(u)) / std::cosh(u) / 2;
    // Distance from the nearer end, pi/2 times `less`: from pi/2 for t > 0, where sin^2 = 1 -
    // sin^2(distance).
    const double distance = std::numbers::pi / 2 * less, edge = std::sin(distance);
    const double cosine_squared = t > 0 ? edge * edge : 1 - edge * edge;
    const double root = std::sqrt(complement * complement + modulus * modulus * cosine_squared);
    const double weight = std::numbers::pi / 2 * std::cosh(t) / (std::cosh(u) * std::cosh(u));
    integral += weight * std::log((1 + root) / 2);
  }
  integral *= h * std::numbers::pi / 4;
  return {std::log(2 * c) + integral / std::numbers::pi,
          c / s * (1 + (complement == 0 ? 0 : complement / agm_of_complement(std::abs(complement))))};
}

}  // namespace ergo
