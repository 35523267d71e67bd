// Every chain at the lower left corner of the window; all sites with their first value.
#include "core/site_plane/site_plane.h"
#include "core/sites/site_states.h"
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class LowestValues final : public Start {
 public:
  explicit LowestValues(const Parameters&) {}

  Position draw(const Target& target, const Draws&) const override {
    const Position corner = target.window().low;
    return {corner.x, target.dim > 1 ? corner.y : 0};
  }

  void configuration(const Target& target, const Draws&, std::span<double> words) const override {
    const SitePlane& plane = *target.sites();
    plane.packed().pack(Configuration(static_cast<std::size_t>(plane.model()->sites())), words);
  }

  std::vector<double> distribution(const LatticeTarget& target) const override {
    if (target.sites()) return {};
    return point_distribution(target.sides(), target.window().low);
  }

  std::vector<double> configuration_distribution(const SiteStates& states) const override {
    std::vector<double> all(states.count());
    all.front() = 1;
    return all;
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_START(lowest, LowestValues, {
  .id = "lowest",
  .title = "Lowest values",
  .doc = "Every chain starts at the lower left corner of the target's window. On sites, every site has its first value: all "
         "spins are down.",
  .source = "textbook",
})
