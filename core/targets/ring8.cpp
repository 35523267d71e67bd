// p(x) = (1/K) sum_k N(x; mu_k, sd^2 I), mu_k = radius (cos 2 pi k/K, sin 2 pi k/K), k = 0 .. K-1, K <= 8.
// E is normalised: Z = 1. grad E = sum_k w_k (x - mu_k)/sd^2 with w the softmax of -|x - mu_k|^2/(2 sd^2).
// Source: Ver Steeg & Galstyan 2021, "2D MOG" (K = 8, radius 0.5, sd 0.075).
#include <algorithm>
#include <array>
#include <limits>
#include <numbers>

#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr int most_modes = 8;

class Ring8 final : public Target {
 public:
  explicit Ring8(const Parameters& p) : radius_(p["radius"]), sd_(p["sd"]), centres_(p.integer("modes")) {
    const double turn = 2 * std::numbers::pi / count();
    for (int k = 0; k < count(); ++k)
      centres_[k] = radius_ * Position{std::cos(turn * k), std::sin(turn * k)};
    log_scale_ = std::log(2 * std::numbers::pi * sd_ * sd_ * count());
  }

  Evaluation evaluate(Position x) const override {
    std::array<double, most_modes> squared;
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < count(); ++k) {
      squared[k] = dot(x - centres_[k], x - centres_[k]);
      least = std::min(least, squared[k]);
    }
    const double falloff = 0.5 / (sd_ * sd_);
    double total = 0;
    Position pull;
    for (int k = 0; k < count(); ++k) {
      const double exponent = (least - squared[k]) * falloff;
      // Those left out weigh at most (K - 1) e^-40 of the largest: 3e-17 for K = 8, half an ulp
      // being 1.1e-16.
      if (exponent < -40) continue;
      const double weight = std::exp(exponent);
      total += weight;
      pull = pull + weight * (x - centres_[k]);
    }
    return {least * falloff - std::log(total) + log_scale_, pull / (total * sd_ * sd_)};
  }

  Window window() const override {
    const double side = radius_ + 5 * sd_;
    return {{-side, -side}, {side, side}};
  }

  std::vector<Mode> modes() const override {
    std::vector<Mode> all;
    for (const Position& centre : centres_) all.push_back({centre, 3 * sd_});
    return all;
  }

  std::optional<Position> draw(const Draws& draws) const override {
    const Draw d = draws(0);
    const int k = static_cast<int>(std::ceil(d.uniform1 * count())) - 1;
    return centres_[k] + sd_ * normal(d);
  }

  std::optional<double> log_normaliser() const override { return 0; }

  std::vector<GaussianTerm> mixture() const override {
    std::vector<GaussianTerm> terms;
    for (const Position& centre : centres_) terms.push_back({1.0 / count(), centre, sd_ * sd_, 0, sd_ * sd_});
    return terms;
  }

 private:
  int count() const { return static_cast<int>(centres_.size()); }

  double radius_, sd_, log_scale_;
  std::vector<Position> centres_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(ring8, Ring8, {
  .id = "ring8",
  .title = "Ring of Gaussians",
  .doc = "Equal Gaussians on a circle, far enough apart that a local sampler stays where it starts.",
  .source = "Ver Steeg & Galstyan 2021, section 5 (2D mixture of Gaussians)",
  .parameters = {{.id = "modes", .title = "Modes", .symbol = "K", .doc = "Number of Gaussians, at most eight.",
                  .initial = 8, .hard = {1, most_modes}, .slider = {1, most_modes}, .kind = Kind::integer},
                 {.id = "radius", .title = "Radius", .symbol = "R", .doc = "Radius of the circle of centres.",
                  .initial = 0.5, .hard = {0, 100}, .slider = {0, 4}},
                 {.id = "sd", .title = "Standard deviation", .symbol = "s", .doc = "Standard deviation of each Gaussian.",
                  .initial = 0.075, .hard = {1e-3, 100}, .slider = {0.02, 1}, .scale = Scale::log}},
})
