// Two interlocking crescents: E = -log(e^{-E_1} + e^{-E_2}), and with d = x - c_k, r = |d|
//   E_k = (r^2 - R^2)^2/(8 R^2 w^2) - kappa s_k d_y/R,
//   grad E_k = (r^2 - R^2)/(2 R^2 w^2) d - (0, kappa s_k/R).
// Near r = R the first term is (r - R)^2/(2 w^2), a ring of width w; the second keeps to the upper half of it
// (s_1 = 1) or to the lower one (s_2 = -1). R = 1.5, w = 0.2, kappa = 3, c_1 = (-0.75, -0.35) = -c_2.
// Source: after the "two moons" of toy classification problems. There is no closed form of its normaliser,
// its moments or its draws.
#include <algorithm>
#include <cmath>

#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr double radius = 1.5, width = 0.2, tilt = 3;
constexpr Position upper_centre = {-0.75, -0.35}, lower_centre = {0.75, 0.35};

Evaluation crescent(Position x, Position centre, double side) {
  const Position d = x - centre;
  const double off = dot(d, d) - radius * radius, scale = 1 / (2 * radius * radius * width * width);
  return {off * off * scale / 4 - tilt * side * d.y / radius,
          off * scale * d - Position{0, tilt * side / radius}};
}

class Crescents final : public Target {
 public:
  explicit Crescents(const Parameters&) {}

  Evaluation evaluate(Position x) const override {
    const Evaluation upper = crescent(x, upper_centre, 1), lower = crescent(x, lower_centre, -1);
    const double least = std::min(upper.energy, lower.energy);
    const double a = std::exp(least - upper.energy), b = std::exp(least - lower.energy);
    return {least - std::log(a + b), (a * upper.gradient + b * lower.gradient) / (a + b)};
  }

  Window window() const override { return {{-3.2, -3.2}, {3.2, 3.2}}; }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(crescents, Crescents, {
  .id = "crescents",
  .title = "Two crescents",
  .doc = "Two interlocking crescents, each half of a ring. The path from one to the other crosses a gap of low "
         "density. No closed form is known: exact values are computed from the energy.",
  .source = "after the two moons of toy classification problems",
  .formula = "R = 1.5; w = 0.2; κ = 3\n"
             "a = (x + 0.75)² + (y + 0.35)² - R²\n"
             "b = (x - 0.75)² + (y - 0.35)² - R²\n"
             "p = exp(-a²/(8 R² w²) + κ (y + 0.35)/R) + exp(-b²/(8 R² w²) - κ (y - 0.35)/R)",
})
