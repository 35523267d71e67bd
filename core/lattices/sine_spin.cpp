// One spin theta in {-1, 1}, on sites i = (theta + 1)/2: U(theta) = a theta^2 + b theta + 2 epsilon
// sin(pi theta/2), E = -U. At both sites cos(pi theta/2) = 0, so that the gradient, per site
// dE/di = -2 (2 a theta + b), knows nothing of epsilon. Source: Zhang, Liu & Liu 2022, the one-dimensional
// example.
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class SineSpin final : public LatticeTarget {
 public:
  explicit SineSpin(const Parameters& p)
      : LatticeTarget({2, 1}), a_(p["a"]), b_(p["b"]), epsilon_(p["epsilon"]) {}

 protected:
  Evaluation at(Position site) const override {
    const double theta = 2 * site.x - 1;
    return {-(a_ + (b_ + 2 * epsilon_) * theta), {-2 * (2 * a_ * theta + b_), 0}};
  }

 private:
  double a_, b_, epsilon_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE(sine_spin, SineSpin, {
  .id = "sine_spin",
  .title = "Spin with a hidden sine",
  .doc = "A single spin θ = ±1 with `U = aθ² + bθ + 2ε sin(πθ/2)`. The slope of the sine is zero at both values, so no "
         "gradient depends on ε. Unadjusted gradient samplers miss it entirely.",
  .source = "Zhang, Liu & Liu 2022, the one-dimensional example",
  .parameters = {{.id = "a", .title = "Square term", .symbol = "a", .doc = "Equal at both values, but affects the gradient.",
                  .initial = 1, .hard = {-100, 100}, .slider = {0, 3}},
                 {.id = "b", .title = "Field", .symbol = "b", .doc = "Favours θ = 1.",
                  .initial = 0.1, .hard = {-100, 100}, .slider = {-1, 1}},
                 {.id = "epsilon", .title = "Hidden field", .symbol = "ε", .doc = "Favours θ = 1, but does not affect the gradient.",
                  .initial = 0.1, .hard = {-100, 100}, .slider = {0, 1}}},
  .dim = 1,
})
