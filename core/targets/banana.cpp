// q(x) = (x0/2, 2 x1 + 0.4 (x0^2 + 4)) - (0, 4) is N(0, S), S = [[1, .5], [.5, 1]]. The map's Jacobian is 1,
// so with P = S^-1, E = q.Pq/2 + log(2 pi sqrt(det S)) is normalised. With f = P q, grad E = (f0/2 + 0.8 x0
// f1, 2 f1). Source: the "banana" density of chi-feng/mcmc-demo.
#include <numbers>

#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr double correlation = 0.5, determinant = 1 - correlation * correlation;

class Banana final : public Target {
 public:
  explicit Banana(const Parameters&) {}

  Evaluation evaluate(Position x) const override {
    const Position q = {x.x / 2, 2 * x.y + 0.4 * (x.x * x.x + 4) - 4};
    const Position f = Position{q.x - correlation * q.y, q.y - correlation * q.x} / determinant;
    const double log_scale = std::log(2 * std::numbers::pi * std::sqrt(determinant));
    return {0.5 * dot(q, f) + log_scale, {f.x / 2 + 0.8 * x.x * f.y, 2 * f.y}};
  }

  Window window() const override { return {{-6, -6}, {6, 6}}; }
  Window frame() const override { return {{-7.5, -9}, {7.5, 4.5}}; }

  std::optional<Position> draw(const Draws& draws) const override {
    const Position z = normal(draws(0));
    const Position q = {z.x, correlation * z.x + std::sqrt(determinant) * z.y};
    const double x = 2 * q.x;
    return Position{x, (q.y + 4 - 0.4 * (x * x + 4)) / 2};
  }

  std::optional<double> log_normaliser() const override { return 0; }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(banana, Banana, {
  .id = "banana",
  .title = "Banana",
  .doc = "A Gaussian bent along a parabola: mean (0, 0.4), E x² = 4, E y² = 1.69, E xy = 1/2.",
  .source = "chi-feng/mcmc-demo, \"banana\"",
  .formula = "u = x/2; v = 2y + 0.4(x^2 + 4) - 4  # N(0, [[1, 1/2], [1/2, 1]])\n"
             "E = (u^2 - u v + v^2)/1.5 + log(2π √0.75)",
})
