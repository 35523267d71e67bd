#include "core/view/colour_vision.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace ergo {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector operator*(const Matrix& m, const Vector& v) {
  return {std::inner_product(v.begin(), v.end(), m[0].begin(), 0.0),
          std::inner_product(v.begin(), v.end(), m[1].begin(), 0.0),
          std::inner_product(v.begin(), v.end(), m[2].begin(), 0.0)};
}

/// Of linear RGB: what the others see, in the colours of normal vision (Machado, Oliveira & Fernandes 2009, A
/// physiologically-based model for simulation of color vision deficiency; severity 1).
constexpr Matrix as_seen[] = {
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}};
constexpr Matrix to_xyz = {{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
constexpr Vector white = {0.9505, 1, 1.089};  // D65

/// L*, a*, b* (CIE 15) of an sRGB colour as it is seen.
Vector cielab(Colour colour, Vision vision) {
  Vector seen = as_seen[static_cast<int>(vision)] * linear_components(colour);
  for (double& c : seen) c = std::clamp(c, 0.0, 1.0);
  const Vector xyz = to_xyz * seen;
  const auto f = [&](std::size_t i) {
    const double t = xyz[i] / white[i];
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  };
  return {116 * f(1) - 16, 500 * (f(0) - f(1)), 200 * (f(1) - f(2))};
}

}  // namespace

double colour_difference(Colour one, Colour other, Vision vision) {
  const double degrees = 1.0 / 3, observers = 0.5;
  const Vector p = cielab(one, vision), q = cielab(other, vision);
  return std::hypot((p[0] - q[0]) / (observers * (10.16 + 1.50 / degrees)),
                    (p[1] - q[1]) / (observers * (10.68 + 3.08 / degrees)),
                    (p[2] - q[2]) / (observers * (10.70 + 5.74 / degrees)));
}

bool told_apart(Colour one, Colour other) {
  return std::ranges::all_of(std::array{Vision::normal, Vision::protanopia, Vision::deuteranopia},
                             [&](Vision vision) { return colour_difference(one, other, vision) >= 2; });
}

std::vector<int> curve_dashes(std::span<const Colour> colours) {
  std::vector<int> dashes;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const auto taken = [&](int dash) {
      for (std::size_t j = 0; j < i; ++j)
        if (dashes[j] == dash && !told_apart(colours[i], colours[j])) return true;
      return false;
    };
    int dash = 0;
    while (taken(dash)) ++dash;
    dashes.push_back(dash);
  }
  return dashes;
}

}  // namespace ergo
