// x uniform on the target's window; on its x range where dim is 1.
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
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_START(uniform, Uniform, {
  .id = "uniform",
  .title = "Uniform",
  .doc = "Spread evenly over the target's window.",
  .source = "textbook",
})
