// E(x, y) = (x^2/sd_x^2 + y^2/sd_y^2)/2, Z = 2 pi sd_x sd_y.
// Source: the standard normal of chi-feng/mcmc-demo; with unequal sd, the axis-aligned ill-conditioned
// Gaussian of Ver Steeg & Galstyan 2021.
#include <algorithm>
#include <numbers>

#include "core/unit/registry.h"

namespace ergo {
namespace {

class Gaussian final : public Target {
 public:
  explicit Gaussian(const Parameters& p) : sd_{p["sd_x"], p["sd_y"]} {}

  Evaluation evaluate(Position x) const override {
    const Position gradient{x.x / (sd_.x * sd_.x), x.y / (sd_.y * sd_.y)};
    return {0.5 * dot(x, gradient), gradient};
  }

  Window window() const override { return {-4 * sd_, 4 * sd_}; }
  std::vector<Mode> modes() const override { return {{{0, 0}, 3 * std::max(sd_.x, sd_.y)}}; }

  std::optional<Position> draw(const Draws& draws) const override {
    const Position z = normal(draws(0));
    return Position{sd_.x * z.x, sd_.y * z.y};
  }

  std::optional<double> log_normaliser() const override {
    return std::log(2 * std::numbers::pi * sd_.x * sd_.y);
  }

  std::vector<GaussianTerm> mixture() const override {
    return {{.mean = {0, 0}, .xx = sd_.x * sd_.x, .yy = sd_.y * sd_.y}};
  }

 private:
  Position sd_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(gaussian, Gaussian, {
  .id = "gaussian",
  .title = "Gaussian",
  .doc = "An axis-aligned Gaussian at the origin, `E = (x²/σ_x² + y²/σ_y²)/2`. The theory of every sampler is simplest "
         "here. Unequal standard deviations make it ill-conditioned.",
  .source = "Ver Steeg & Galstyan 2021, section 5 (ill-conditioned Gaussian, in two dimensions)",
  .formula = "σ_x = slider(1, 1e-3, 1e3, log); σ_y = slider(1, 1e-3, 1e3, log)\n(x²/σ_x² + y²/σ_y²)/2",
  .parameters = {{.id = "sd_x", .title = "Standard deviation in x", .symbol = "σ_x",
                  .doc = "Standard deviation of the first coordinate.",
                  .initial = 1, .hard = {1e-3, 1e3}, .slider = {0.1, 4}, .scale = Scale::log},
                 {.id = "sd_y", .title = "Standard deviation in y", .symbol = "σ_y",
                  .doc = "Standard deviation of the second coordinate.",
                  .initial = 1, .hard = {1e-3, 1e3}, .slider = {0.1, 4}, .scale = Scale::log}},
})
