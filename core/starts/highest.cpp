// Every chain at the upper right corner of the window; all sites with their last value.
#include "core/site_plane/site_plane.h"
#include "core/sites/site_states.h"
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class HighestValues final : public Start {
 public:
  explicit HighestValues(const Parameters&) {}

  Position draw(const Target& target, const Draws&) const override {
    const Position corner = target.window().high;
    return {corner.x, target.dim > 1 ? corner.y : 0};
  }

  void configuration(const Target& target, const Draws&, std::span<double> words) const override {
    const SitePlane& plane = *target.sites();
    const SiteTarget& model = *plane.model();
    const auto last = static_cast<std::uint8_t>(model.values() - 1);
    plane.packed().pack(Configuration(static_cast<std::size_t>(model.sites()), last), words);
  }

  std::vector<double> distribution(const LatticeTarget& target) const override {
    if (target.sites()) return {};
    return point_distribution(target.sides(), target.window().high);
  }

  std::vector<double> configuration_distribution(const SiteStates& states) const override {
    std::vector<double> all(states.count());
    all.back() = 1;
    return all;
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_START(highest, HighestValues, {
  .id = "highest",
  .title = "Highest values",
  .doc = "Every chain starts at the upper right corner of the target's window. On sites, every site has its last value: all "
         "spins are up.",
  .source = "textbook",
})
