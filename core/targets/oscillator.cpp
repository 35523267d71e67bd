// E(x) = k x^2/2 on the line: N(0, 1/k), Z = sqrt(2 pi/k). The stationary distribution of every linear
// integrator is known here in closed form. Source: the harmonic oscillator of any text on molecular dynamics.
#include <numbers>

#include "core/unit/registry.h"

namespace ergo {
namespace {

class Oscillator final : public Target {
 public:
  explicit Oscillator(const Parameters& p) : stiffness_(p["stiffness"]), sd_(1 / std::sqrt(stiffness_)) {}

  Evaluation evaluate(Position x) const override {
    return {0.5 * stiffness_ * x.x * x.x, {stiffness_ * x.x, 0}};
  }

  Window window() const override { return {{-4 * sd_, -2 * sd_}, {4 * sd_, 2 * sd_}}; }
  std::vector<Mode> modes() const override { return {{{0, 0}, 3 * sd_}}; }

  std::optional<Position> draw(const Draws& draws) const override {
    return Position{sd_ * draws(0).normal_x, 0};
  }

  std::optional<double> log_normaliser() const override {
    return 0.5 * std::log(2 * std::numbers::pi / stiffness_);
  }

  std::vector<GaussianTerm> mixture() const override {
    return {{.mean = {0, 0}, .xx = 1 / stiffness_, .xy = 0, .yy = 0}};
  }

 private:
  double stiffness_, sd_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(oscillator, Oscillator, {
  .id = "oscillator",
  .title = "Harmonic oscillator",
  .doc = "`E = k x²/2` in one dimension, a Gaussian of variance 1/k. The effect of an integrator's step size on the "
         "stationary distribution is known in closed form.",
  .source = "textbook",
  .formula = "k = slider(1, 1e-6, 1e6, log)\nE = k x²/2",
  .parameters = {{.id = "stiffness", .title = "Stiffness", .symbol = "k", .doc = "Curvature of the energy.",
                  .initial = 1, .hard = {1e-6, 1e6}, .slider = {0.1, 100}, .scale = Scale::log}},
  .dim = 1,
})
