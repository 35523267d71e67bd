// E(x) = (a^2/variance_long + b^2/variance_short)/2 with a, b the coordinates of x along the long axis,
// turned by `angle` from the x axis, and across it. Z = 2 pi sqrt(variance_long variance_short). Source: Ver
// Steeg & Galstyan 2021, "strongly correlated Gaussian", as their code has it: covariance
// [[.505, -.495], [-.495, .505]], whose correlation is -0.980 (the text says 0.99).
#include <algorithm>
#include <numbers>

#include "core/unit/registry.h"

namespace ergo {
namespace {

class CorrelatedGaussian final : public Target {
 public:
  explicit CorrelatedGaussian(const Parameters& p)
      : variance_long_(p["variance_long"]), variance_short_(p["variance_short"]) {
    const double angle = p["angle"] * std::numbers::pi / 180;
    along_ = {std::cos(angle), std::sin(angle)};
    across_ = {-along_.y, along_.x};
  }

  Evaluation evaluate(Position x) const override {
    const Position gradient =
        dot(x, along_) / variance_long_ * along_ + dot(x, across_) / variance_short_ * across_;
    return {0.5 * dot(x, gradient), gradient};
  }

  Window window() const override {
    const GaussianTerm term = covariance();
    const Position corner = {4 * std::sqrt(term.xx), 4 * std::sqrt(term.yy)};
    return {-corner, corner};
  }

  std::vector<Mode> modes() const override {
    return {{{0, 0}, 3 * std::sqrt(std::max(variance_long_, variance_short_))}};
  }

  std::optional<Position> draw(const Draws& draws) const override {
    const Position z = normal(draws(0));
    return std::sqrt(variance_long_) * z.x * along_ + std::sqrt(variance_short_) * z.y * across_;
  }

  std::optional<double> log_normaliser() const override {
    return std::log(2 * std::numbers::pi) + 0.5 * std::log(variance_long_ * variance_short_);
  }

  std::vector<GaussianTerm> mixture() const override { return {covariance()}; }

 private:
  GaussianTerm covariance() const {
    return {.mean = {0, 0},
            .xx = variance_long_ * along_.x * along_.x + variance_short_ * across_.x * across_.x,
            .xy = variance_long_ * along_.x * along_.y + variance_short_ * across_.x * across_.y,
            .yy = variance_long_ * along_.y * along_.y + variance_short_ * across_.y * across_.y};
  }

  double variance_long_, variance_short_;
  Position along_, across_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(correlated_gaussian, CorrelatedGaussian, {
  .id = "correlated_gaussian",
  .title = "Correlated Gaussian",
  .doc = "A narrow Gaussian ridge. With the defaults its covariance is [[.505, −.495], [−.495, .505]]: "
         "standard deviation 1 along the ridge, 0.1 across, correlation −0.98.",
  .source = "Ver Steeg & Galstyan 2021, section 5 (strongly correlated Gaussian; the numbers of their code)",
  .formula = "λ_long = slider(1, 1e-6, 1e6, log); λ_short = slider(0.01, 1e-6, 1e6, log)\n"
             "φ = slider(-45, -180, 180)\n"
             "c = cos(φ π/180); s = sin(φ π/180)\n"
             "E = ((c x + s y)²/λ_long + (c y - s x)²/λ_short)/2",
  .parameters = {{.id = "variance_long", .title = "Variance along", .symbol = "λ₁", .doc = "Variance along the ridge.",
                  .initial = 1, .hard = {1e-6, 1e6}, .slider = {0.01, 10}, .scale = Scale::log},
                 {.id = "variance_short", .title = "Variance across", .symbol = "λ₂", .doc = "Variance across the ridge.",
                  .initial = 0.01, .hard = {1e-6, 1e6}, .slider = {0.001, 1}, .scale = Scale::log},
                 {.id = "angle", .title = "Angle", .symbol = "φ", .unit = "°", .doc = "Angle from the x axis to the ridge.",
                  .initial = -45, .hard = {-180, 180}, .slider = {-90, 90}}},
})
