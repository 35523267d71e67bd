// x uniform on the target's window; on its x range where dim is 1.
#include <cmath>
#include <limits>

#include "core/site_plane/site_plane.h"
#include "core/sites/site_states.h"
#include "core/sites/site_chains.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class Uniform final : public Start {
 public:
  explicit Uniform(const Parameters&) {}

  Position draw(const Target& target, const Draws& draws) const override {
    const Draw d = draws(0);
    const auto [low, high] = target.window();
    const Position side = high - low;
    return {low.x + d.uniform1 * side.x, target.dim > 1 ? low.y + d.uniform2 * side.y : 0};
  }

  void configuration(const Target& target, const Draws& draws, std::span<double> words) const override {
    const SitePlane& plane = *target.sites();
    plane.packed().pack(uniform_site_start(*plane.model())(SiteDraws(draws)), words);
  }

  std::vector<double> distribution(const LatticeTarget& target) const override {
    if (target.sites()) return {};
    const std::size_t sites = target.sides().count();
    return std::vector<double>(sites, 1 / static_cast<double>(sites));
  }

  std::vector<double> configuration_distribution(const SiteStates& states) const override {
    return std::vector<double>(states.count(), 1 / static_cast<double>(states.count()));
  }

  std::optional<double> log_density(Position x, const Target& target) const override {
    const auto [low, high] = target.window();
    const bool in_x = low.x <= x.x && x.x <= high.x, in_y = low.y <= x.y && x.y <= high.y;
    if (!in_x || (target.dim > 1 && !in_y)) return -std::numeric_limits<double>::infinity();
    return -std::log(high.x - low.x) - (target.dim > 1 ? std::log(high.y - low.y) : 0);
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_START(uniform, Uniform, {
  .id = "uniform",
  .title = "Uniform",
  .doc = "Uniform over the target's window. On sites, all configurations are equally likely.",
  .source = "textbook",
})
