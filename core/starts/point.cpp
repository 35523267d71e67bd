// Every chain at one point.
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class Point final : public Start {
 public:
  explicit Point(const Parameters& p) : x_{p["x"], p["y"]} {}

  Position draw(const Target& target, const Draws&) const override {
    return {x_.x, target.dim > 1 ? x_.y : 0};
  }

  std::vector<double> law(const LatticeTarget& target) const override {
    return point_law(target.sides(), x_);
  }

 private:
  Position x_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_START(point, Point, {
  .id = "point",
  .title = "Point",
  .doc = "Every chain at the same point: only its noise tells one from another.",
  .source = "textbook",
  .parameters = {{.id = "x", .title = "x", .symbol = "x", .doc = "First coordinate.",
                  .initial = 0, .hard = {-1e6, 1e6}, .slider = {-4, 4}, .applies = Applies::restart},
                 {.id = "y", .title = "y", .symbol = "y", .doc = "Second coordinate.",
                  .initial = 0, .hard = {-1e6, 1e6}, .slider = {-4, 4}, .applies = Applies::restart}},
})
