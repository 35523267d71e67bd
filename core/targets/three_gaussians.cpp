// p(x) ∝ N(x; (-1.5, -1.5), 0.8 I) + N(x; (1.5, 1.5), 0.8 I) + N(x; (-2, 2), 0.5 I), each of weight one: Z
// = 3. grad E = sum_k w_k (x - mu_k)/v_k with w the softmax of the three log densities. Source: the
// "multimodal" density of chi-feng/mcmc-demo.
#include <algorithm>
#include <array>
#include <limits>
#include <numbers>

#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Component {
  Position mean;
  double variance;
};
constexpr std::array<Component, 3> components = {{{{-1.5, -1.5}, 0.8}, {{1.5, 1.5}, 0.8}, {{-2, 2}, 0.5}}};

class ThreeGaussians final : public Target {
 public:
  explicit ThreeGaussians(const Parameters&) {}

  Evaluation evaluate(Position x) const override {
    std::array<double, 3> log_density;
    double largest = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
      const auto& [mean, variance] = components[k];
      log_density[k] = -dot(x - mean, x - mean) / (2 * variance) - std::log(2 * std::numbers::pi * variance);
      largest = std::max(largest, log_density[k]);
    }
    double total = 0;
    Position pull;
    for (int k = 0; k < 3; ++k) {
      const double weight = std::exp(log_density[k] - largest);
      total += weight;
      pull = pull + weight / components[k].variance * (x - components[k].mean);
    }
    return {-largest - std::log(total), pull / total};
  }

  Window window() const override { return {{-6, -6}, {6, 6}}; }

  std::vector<Mode> modes() const override {
    std::vector<Mode> all;
    for (const auto& [mean, variance] : components) all.push_back({mean, 3 * std::sqrt(variance)});
    return all;
  }

  std::optional<Position> draw(const Draws& draws) const override {
    const Draw d = draws(0);
    const auto& [mean, variance] = components[static_cast<std::size_t>(std::ceil(3 * d.uniform1)) - 1];
    return mean + std::sqrt(variance) * normal(d);
  }

  std::optional<double> log_normaliser() const override { return std::log(3.0); }

  std::vector<GaussianTerm> mixture() const override {
    std::vector<GaussianTerm> terms;
    for (const auto& [mean, variance] : components) terms.push_back({1.0 / 3, mean, variance, 0, variance});
    return terms;
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(three_gaussians, ThreeGaussians, {
  .id = "three_gaussians",
  .title = "Three Gaussians",
  .doc = "Three round Gaussians of equal weight and unequal width with shallow valleys between them: "
         "mean (−2/3, 2/3), E x² = E y² = 3.53.",
  .source = "chi-feng/mcmc-demo, \"multimodal\"",
  .formula = "p = normal(x, -1.5, √0.8) normal(y, -1.5, √0.8) + normal(x, 1.5, √0.8) normal(y, 1.5, √0.8)\n"
             "    + normal(x, -2, √0.5) normal(y, 2, √0.5)",
})
