// x ~ N((mean_x, mean_y), sd^2 I).
#include <cmath>
#include <numbers>

#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class Normal final : public Start {
 public:
  explicit Normal(const Parameters& p) : mean_{p["mean_x"], p["mean_y"]}, sd_(p["sd"]) {}

  Position draw(const Target& target, const Draws& draws) const override {
    const Position x = mean_ + sd_ * normal(draws(0));
    return {x.x, target.dim > 1 ? x.y : 0};
  }

  std::optional<Window> place() const override {
    return Window{{mean_.x - sd_, mean_.y - sd_}, {mean_.x + sd_, mean_.y + sd_}};
  }

  /// Sites at the ends take what lies beyond them.
  std::vector<double> distribution(const LatticeTarget& target) const override {
    if (target.sites()) return {};
    const Sides sides = target.sides();
    if (!(sd_ > 0)) return point_distribution(sides, mean_);
    std::vector<double> distribution(sides.count());
    for (std::size_t i = 0; i < distribution.size(); ++i)
      distribution[i] = mass(sides.site(i).x, mean_.x, sides.x) * mass(sides.site(i).y, mean_.y, sides.y);
    return distribution;
  }

  std::optional<double> log_density(Position x, const Target& target) const override {
    if (!(sd_ > 0)) return {};
    const Position away = {x.x - mean_.x, target.dim > 1 ? x.y - mean_.y : 0};
    return -dot(away, away) / (2 * sd_ * sd_) - target.dim * std::log(std::sqrt(2 * std::numbers::pi) * sd_);
  }

 private:
  double mass(double site, double mean, int side) const {
    const auto right = [&](double edge) { return 0.5 * std::erfc((edge - mean) / (std::sqrt(2.0) * sd_)); };
    return (site > 0 ? right(site - 0.5) : 1) - (site < side - 1 ? right(site + 0.5) : 0);
  }

  Position mean_;
  double sd_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_START(normal, Normal, {
  .id = "normal",
  .title = "Normal",
  .doc = "Independent draws from an isotropic Gaussian.",
  .source = "textbook",
  .parameters = {{.id = "mean_x", .title = "Mean x", .symbol = "μ_x", .doc = "Mean of the first coordinate.",
                  .initial = 0, .hard = {-1e6, 1e6}, .slider = {-4, 4}, .along = Along::x, .applies = Applies::restart},
                 {.id = "mean_y", .title = "Mean y", .symbol = "μ_y", .doc = "Mean of the second coordinate.",
                  .initial = 0, .hard = {-1e6, 1e6}, .slider = {-4, 4}, .along = Along::y, .applies = Applies::restart},
                 {.id = "sd", .title = "Start SD", .symbol = "σ", .doc = "Standard deviation of each coordinate.",
                  .initial = 1, .hard = {0, 1e6}, .slider = {0, 4}, .along = Along::length, .applies = Applies::restart}},
})
