// p(x) = (1/K) sum_k N(x; mu_k, sd^2 I), mu_k = radius (cos 2 pi k/K, sin 2 pi k/K), k = 0 .. K-1, K <= 8.
// E is normalised: Z = 1. grad E = sum_k w_k (x - mu_k)/sd^2 with w the softmax of -|x - mu_k|^2/(2 sd^2).
// Source: Ver Steeg & Galstyan 2021, "2D MOG" (K = 8, radius 0.5, sd 0.075).
#include <algorithm>
#include <array>
#include <functional>
#include <numbers>

#include "core/maths/elementary.h"
#include "core/maths/wide.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr int most_modes = 8;

struct Centres {
  std::array<double, most_modes> x, y;
};

/// All eight combined pair by pair, which do not wait for each other. Inline always: on its own it would be
/// compiled for the narrowest vectors alone.
template <class Combine>
[[gnu::always_inline]] inline double in_pairs(const std::array<double, most_modes>& a, Combine combine) {
  return combine(combine(combine(a[0], a[1]), combine(a[2], a[3])),
                 combine(combine(a[4], a[5]), combine(a[6], a[7])));
}

/// Always of eight centres, of which the missing weigh nothing: without branches the loops run in packs.
ERGO_WIDE_TO_256 Evaluation of_eight(const Centres& centres, double sd, double log_scale, Position x) {
  const double falloff = 0.5 / (sd * sd);
  std::array<double, most_modes> from_x, from_y, squared, weight;
  for (int k = 0; k < most_modes; ++k) {
    from_x[k] = x.x - centres.x[k];
    from_y[k] = x.y - centres.y[k];
    squared[k] = from_x[k] * from_x[k] + from_y[k] * from_y[k];
  }
  const double least = in_pairs(squared, [](double a, double b) { return std::min(a, b); });
  for (int k = 0; k < most_modes; ++k) {
    weight[k] = maths::exp_in_packs((least - squared[k]) * falloff);
    from_x[k] *= weight[k];
    from_y[k] *= weight[k];
  }
  const double total = in_pairs(weight, std::plus());
  const Position pull = {in_pairs(from_x, std::plus()), in_pairs(from_y, std::plus())};
  return {least * falloff - maths::log(total) + log_scale, pull / (total * sd * sd)};
}

class Ring8 final : public Target {
 public:
  explicit Ring8(const Parameters& p) : count_(p.integer("modes")), radius_(p["radius"]), sd_(p["sd"]) {
    const double turn = 2 * std::numbers::pi / count_;
    centres_.x.fill(nowhere);
    centres_.y.fill(0);
    for (int k = 0; k < count_; ++k) {
      centres_.x[k] = radius_ * std::cos(turn * k);
      centres_.y[k] = radius_ * std::sin(turn * k);
    }
    log_scale_ = std::log(2 * std::numbers::pi * sd_ * sd_ * count_);
  }

  Evaluation evaluate(Position x) const override { return of_eight(centres_, sd_, log_scale_, x); }

  Window window() const override {
    const double side = radius_ + 5 * sd_;
    return {{-side, -side}, {side, side}};
  }

  std::vector<Mode> modes() const override {
    std::vector<Mode> all;
    for (int k = 0; k < count_; ++k) all.push_back({centre(k), 3 * sd_});
    return all;
  }

  std::optional<Position> draw(const Draws& draws) const override {
    const Draw d = draws(0);
    return centre(static_cast<int>(std::ceil(d.uniform1 * count_)) - 1) + sd_ * normal(d);
  }

  std::optional<double> log_normaliser() const override { return 0; }

  std::vector<GaussianTerm> mixture() const override {
    std::vector<GaussianTerm> terms;
    for (int k = 0; k < count_; ++k) terms.push_back({1.0 / count_, centre(k), sd_ * sd_, 0, sd_ * sd_});
    return terms;
  }

 private:
  static constexpr double nowhere = 1e150;  ///< its square is still finite

  Position centre(int k) const { return {centres_.x[k], centres_.y[k]}; }

  int count_;
  double radius_, sd_, log_scale_;
  Centres centres_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(ring8, Ring8, {
  .id = "ring8",
  .title = "Ring of Gaussians",
  .doc = "Equal Gaussians on a circle. Between neighbours the energy rises by 2.6 with the default values, which local samplers cross slowly.",
  .source = "Ver Steeg & Galstyan 2021, section 5 (2D mixture of Gaussians)",
  .formula = "K = slider(8, 1, 8); R = slider(0.5, 0, 100); s = slider(0.075, 1e-3, 100, log)\n"
             "p = sum(k, 0, 7, if(k < K, normal(x, R cos(2π k/K), s) normal(y, R sin(2π k/K), s)/K, 0))",
  .parameters = {{.id = "modes", .title = "Modes", .symbol = "K", .doc = "Number of Gaussians, at most eight.",
                  .initial = 8, .hard = {1, most_modes}, .slider = {1, most_modes}, .kind = Kind::integer},
                 {.id = "radius", .title = "Radius", .symbol = "R", .doc = "Radius of the circle of centres.",
                  .initial = 0.5, .hard = {0, 100}, .slider = {0, 4}},
                 {.id = "sd", .title = "Standard deviation", .symbol = "s", .doc = "Standard deviation of each Gaussian.",
                  .initial = 0.075, .hard = {1e-3, 100}, .slider = {0.02, 1}, .scale = Scale::log}},
})
