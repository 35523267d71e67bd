// Every chain at one point.
#include <cmath>

#include "core/base/error.h"
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class Point final : public Start {
 public:
  explicit Point(const Parameters& p) : x_{p["x"], p["y"]} {}

  void check(const Target& target) const override {
    if (!target.lattice()) return;
    const auto [x, y] = target.lattice()->sides();
    check_site("start.x", x_.x, x);
    if (target.dim > 1) check_site("start.y", x_.y, y);
  }

  Position draw(const Target& target, const Draws&) const override {
    return {x_.x, target.dim > 1 ? x_.y : 0};
  }

  std::optional<Window> place() const override { return Window{x_, x_}; }

  std::vector<double> distribution(const LatticeTarget& target) const override {
    if (target.sites()) return {};
    return point_distribution(target.sides(), x_);
  }

 private:
  static void check_site(const char* path, double place, int side) {
    if (std::round(place) >= 0 && std::round(place) < side) return;
    throw Error("no lattice site there:", value_text(Parameter{}, place),
                "0 to " + std::to_string(side - 1), path);
  }

  Position x_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_START(point, Point, {
  .id = "point",
  .title = "Point",
  .doc = "Every chain starts at the same point, on a lattice at the nearest site. Only noise makes the chains differ. "
         "On sites, the configurations near it are equally likely.",
  .source = "textbook",
  .parameters = {{.id = "x", .title = "x", .symbol = "x", .doc = "First coordinate.",
                  .initial = 0, .hard = {-1e6, 1e6}, .slider = {-4, 4}, .along = Along::x, .applies = Applies::restart},
                 {.id = "y", .title = "y", .symbol = "y", .doc = "Second coordinate.",
                  .initial = 0, .hard = {-1e6, 1e6}, .slider = {-4, 4}, .along = Along::y, .applies = Applies::restart}},
})
