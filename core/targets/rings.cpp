// p(x) ∝ sum_k N(|x|; k, sd^2)/(2 pi k K), k = 1 .. K. With w_k the softmax of -(r - k)^2/(2 sd^2) - log k,
// grad E = (x/r) sum_k w_k (r - k)/sd^2, taken as 0 at the origin, a cusp.
// Z = (1/K) sum_k [Phi(k/sd) + (sd/k) phi(k/sd)], 1 for narrow rings. Radii of exact draws have the density
// sum_k (r/k) N(r; k, sd^2), not sum_k N(r; k, sd^2).
// Source: Ver Steeg & Galstyan 2021, the "rings" of their toy energy models (K = 4, sd 0.15).
#include <algorithm>
#include <numbers>

#include "core/unit/inverse_cdf.h"
#include "core/unit/device_loops.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

// With w_k = exp(((r - n)^2 - (r - k)^2)/(2 sd^2))/k and n the ring nearest to r: sum w_k and sum w_k (r -
// k).
struct RingSum {
  double nearest, total, moment;
};

RingSum sum_rings(double r, int count, double sd) {
  RingSum sum{std::clamp(std::floor(r + 0.5), 1.0, static_cast<double>(count)), 0, 0};
  for (int k = 1; k <= count; ++k) {
    const double gap = (k - sum.nearest) * (2 * r - sum.nearest - k);
    const double weight = std::exp(gap / (2 * sd * sd)) / k;
    sum.total += weight;
    sum.moment += weight * (r - k);
  }
  return sum;
}

class Rings final : public Target, public LoopsOnDevice {
 public:
  explicit Rings(const Parameters& p)
      : count_(p.integer("count")),
        sd_(p["sd"]),
        log_scale_(std::log(2 * std::numbers::pi * std::sqrt(2 * std::numbers::pi) * sd_ * count_)),
        // 12 standard deviations beyond the rings leave out e^-72.
        radius_([this](double r) { return r * std::exp(-energy(r, sum_rings(r, count_, sd_))); },
                std::max(0.0, 1 - 12 * sd_), count_ + 12 * sd_, static_cast<int>(8 * (count_ / sd_ + 24))) {}

  std::uint64_t loops_of_evaluation() const override { return static_cast<std::uint64_t>(count_); }

  Evaluation evaluate(Position x) const override {
    const double r = norm(x);
    const RingSum sum = sum_rings(r, count_, sd_);
    const double slope = r > 0 ? sum.moment / (sum.total * sd_ * sd_ * r) : 0;
    return {energy(r, sum), slope * x};
  }

  Window window() const override {
    const double side = count_ + 5 * sd_;
    return {{-side, -side}, {side, side}};
  }

  std::optional<Position> draw(const Draws& draws) const override {
    const double r = radius_(fine_uniform(draws(0))), angle = 2 * std::numbers::pi * draws(1).uniform1;
    return Position{r * std::cos(angle), r * std::sin(angle)};
  }

  std::optional<double> log_normaliser() const override {
    double total = 0;
    for (int k = 1; k <= count_; ++k) {
      const double z = k / sd_;
      total += std::erfc(-z / std::numbers::sqrt2) / 2 +
               std::exp(-z * z / 2) / (z * std::sqrt(2 * std::numbers::pi));
    }
    return std::log(total / count_);
  }

 private:
  double energy(double r, const RingSum& sum) const {
    const double z = (r - sum.nearest) / sd_;
    return z * z / 2 - std::log(sum.total) + log_scale_;
  }

  int count_;
  double sd_, log_scale_;
  InverseCdf radius_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(rings, Rings, {
  .id = "rings",
  .title = "Rings",
  .doc = "Concentric rings of equal weight at radii 1, 2, …, K. To change ring, a sampler must cross a gap.",
  .source = "Ver Steeg & Galstyan 2021, toy energy models",
  .formula = "K = slider(4, 1, 16); s = slider(0.15, 0.01, 2, log)\n"
             "r = hypot(x, y)\n"
             "p = sum(k, 1, 16, if(k <= K, normal(r, k, s)/(2π k K), 0))",
  .parameters = {{.id = "count", .title = "Rings", .symbol = "K", .doc = "Number of rings.",
                  .initial = 4, .hard = {1, 16}, .slider = {1, 8}, .kind = Kind::integer},
                 {.id = "sd", .title = "Thickness", .symbol = "s", .doc = "Standard deviation of the radius within a ring.",
                  .initial = 0.15, .hard = {0.01, 2}, .slider = {0.05, 0.5}, .scale = Scale::log}},
})
