// E(x) = (|x| - R)^2/w, R = 2.6, w = 0.033; grad E = 2 x (1 - R/|x|)/w, taken as 0 at the origin, a cusp.
// Z = 2 pi [(w/2) e^{-R^2/w} + R sqrt(pi w) (1 + erf(R/sqrt w))/2]. Depends on |x| alone, so ESH, which
// keeps angular momentum there, is not ergodic on it.
// Source: the "donut" density of chi-feng/mcmc-demo.
#include <numbers>

#include "core/unit/inverse_cdf.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr double ring = 2.6, width = 0.033;
constexpr double reach = 2;  // what lies further from the ring weighs e^-121

class Donut final : public Target {
 public:
  explicit Donut(const Parameters&)
      : radius_([](double r) { return r * std::exp(-(r - ring) * (r - ring) / width); }, ring - reach,
                ring + reach, 256) {}

  Evaluation evaluate(Position x) const override {
    const double r = norm(x), excess = r - ring;
    const double slope = r > 0 ? 2 * excess / (width * r) : 0;
    return {excess * excess / width, slope * x};
  }

  Window window() const override { return {{-6, -6}, {6, 6}}; }

  std::optional<Position> draw(const Draws& draws) const override {
    const double r = radius_(fine_uniform(draws(0))), angle = 2 * std::numbers::pi * draws(1).uniform1;
    return Position{r * std::cos(angle), r * std::sin(angle)};
  }

  std::optional<double> log_normaliser() const override {
    const double pi = std::numbers::pi;
    const double hole = width / 2 * std::exp(-ring * ring / width);
    return std::log(2 * pi *
                    (hole + ring * std::sqrt(pi * width) / 2 * (1 + std::erf(ring / std::sqrt(width)))));
  }

 private:
  InverseCdf radius_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(donut, Donut, {
  .id = "donut",
  .title = "Donut",
  .doc = "A thin ring of radius 2.6: `E = (|x| − 2.6)²/0.033`. The exact flow of noise-free dynamics conserves angular "
         "momentum here, so it is not ergodic. Finite steps conserve it approximately.",
  .source = "chi-feng/mcmc-demo, \"donut\"",
  .formula = "r = sqrt(x^2 + y^2)\nE = (r - 2.6)^2/0.033",
})
