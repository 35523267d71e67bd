// q(x) = (x0, x1 + sin 5 x0) is N(0, S), S = [[2, .25], [.25, .5]]. The map's Jacobian is 1, so with P =
// S^-1, E = q.Pq/2 + log(2 pi sqrt(det S)) is normalised. With f = P q, grad E = (f0 + 5 cos(5 x0) f1, f1).
// Source: the "squiggle" density of chi-feng/mcmc-demo.
#include <numbers>

#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr double xx = 2, xy = 0.25, yy = 0.5, determinant = xx * yy - xy * xy;

class Squiggle final : public Target {
 public:
  explicit Squiggle(const Parameters&) {}

  Evaluation evaluate(Position x) const override {
    const Position q = {x.x, x.y + std::sin(5 * x.x)};
    const Position f = Position{yy * q.x - xy * q.y, xx * q.y - xy * q.x} / determinant;
    const double log_scale = std::log(2 * std::numbers::pi * std::sqrt(determinant));
    return {0.5 * dot(q, f) + log_scale, {f.x + 5 * std::cos(5 * x.x) * f.y, f.y}};
  }

  Window window() const override { return {{-6, -6}, {6, 6}}; }

  std::optional<Position> draw(const Draws& draws) const override {
    const Position z = normal(draws(0));
    const double x = std::sqrt(xx) * z.x;
    const double conditional_mean = xy / xx * x, conditional_sd = std::sqrt(determinant / xx);
    return Position{x, conditional_mean + conditional_sd * z.y - std::sin(5 * x)};
  }

  std::optional<double> log_normaliser() const override { return 0; }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(squiggle, Squiggle, {
  .id = "squiggle",
  .title = "Squiggle",
  .doc = "A Gaussian ridge bent into a sine wave. The gradient changes direction over a fifth of a unit.",
  .source = "chi-feng/mcmc-demo, \"squiggle\"",
  .formula = "u = x; v = y + sin(5x)  # N(0, [[2, 1/4], [1/4, 1/2]])\n"
             "E = (0.5u² - 0.5u v + 2v²)/(2 * 0.9375) + log(2π sqrt(0.9375))",
})
