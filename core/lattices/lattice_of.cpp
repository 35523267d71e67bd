// A target of the plane at the points of a square grid of spacing h, centred in its window:
//   E(i, j) = E_plane(low + h (i, j)),   grad E = h grad E_plane per site.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

/// Targets of the plane in two dimensions that numbers alone describe, in the order of the values of the choice.
const std::vector<std::string>& plane_ids() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> all;
    for (const TargetUnit& unit : plane_targets())
      if (unit.descriptor.dim == 2 && std::ranges::none_of(unit.descriptor.parameters, is_content))
        all.push_back(unit.descriptor.id);
    return all;
  }();
  return ids;
}

/// Value of the choice for a target.
double value_of(const std::string& id) {
  return static_cast<double>(std::ranges::find(plane_ids(), id) - plane_ids().begin());
}

class LatticeOf final : public LatticeTarget {
 public:
  explicit LatticeOf(const Parameters& p)
      : LatticeOf(target_unit(plane_ids()[static_cast<std::size_t>(p.integer("target"))]).make(),
                  p["spacing"]) {}

  std::vector<Mode> modes() const override {
    std::vector<Mode> all;
    for (const auto& [centre, radius] : plane_->modes())
      all.push_back({(centre - low_) / spacing_, std::max(1.0, radius / spacing_)});
    return all;
  }

 protected:
  Evaluation at(Position site) const override {
    const Evaluation there = plane_->evaluate(low_ + spacing_ * site);
    return {there.energy, spacing_ * there.gradient};
  }

 private:
  LatticeOf(std::unique_ptr<Target> plane, double spacing)
      : LatticeTarget(sides_of(plane->window(), spacing)), plane_(std::move(plane)), spacing_(spacing) {
    const auto [low, high] = plane_->window();
    low_ = 0.5 * (low + high) - 0.5 * spacing * Position{sides().x - 1.0, sides().y - 1.0};
  }

  static Sides sides_of(const Window& window, double spacing) {
    const auto sites = [&](double length) { return std::floor(length / spacing) + 1; };
    const Position size = window.high - window.low;
    const double longest = std::max(size.x, size.y);
    if (sites(longest) > most_side)
      throw Error("the lattice is too large:", "spacing " + number(spacing) + ": side " + number(sites(longest)),
                  "spacing " + number(longest / (most_side - 1)) + " or more on this target, sides up to " +
                      std::to_string(most_side),
                  "target");
    return {static_cast<int>(sites(size.x)), static_cast<int>(sites(size.y))};
  }
  static std::string number(double value) { return value_text({}, value); }

  std::unique_ptr<Target> plane_;
  double spacing_;
  Position low_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE(lattice_of, LatticeOf, {
  .id = "lattice_of",
  .title = "Discretised continuous target",
  .doc = "Any two-dimensional continuous target with its default parameters, evaluated on a square grid over its "
         "window. It lets you compare lattice and continuous samplers on the same landscape.",
  .source = "the continuous targets",
  .parameters = {{.id = "target", .title = "Target", .symbol = "E", .doc = "The continuous target.",
                  .initial = value_of("three_gaussians"), .hard = {0, plane_ids().size() - 1.0}, .slider = {0, plane_ids().size() - 1.0},
                  .kind = Kind::choice, .applies = Applies::restart, .choices = plane_ids()},
                 {.id = "spacing", .title = "Spacing", .symbol = "h", .doc = "Distance between neighbouring sites. At most 1024 sites per side.",
                  .initial = 0.1, .hard = {1e-3, 10}, .slider = {0.02, 1}, .scale = Scale::log, .applies = Applies::restart}},
})
