// {0..S-1}^2, E(x) = (x - b)' R diag(1/v1, 1/v2) R' (x - b)/2, b the middle, R the rotation by `angle`.
#include <cmath>
#include <numbers>

#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class LatticeGaussian final : public LatticeTarget {
 public:
  explicit LatticeGaussian(const Parameters& p)
      : LatticeTarget({p.integer("side"), p.integer("side")}), middle_((p.integer("side") - 1) / 2.0) {
    const double turn = p["angle"] * std::numbers::pi / 180, c = std::cos(turn), s = std::sin(turn);
    const double along = 1 / p["variance_long"], across = 1 / p["variance_short"];
    xx_ = c * c * along + s * s * across;
    yy_ = s * s * along + c * c * across;
    xy_ = c * s * (along - across);
    if (along == across) variance_ = p["variance_long"];
  }

  std::optional<double> gaussian_variance() const override { return variance_; }

 protected:
  Evaluation at(Position x) const override {
    const Position d = x - Position{middle_, middle_};
    const Position gradient = {xx_ * d.x + xy_ * d.y, xy_ * d.x + yy_ * d.y};
    return {dot(d, gradient) / 2, gradient};
  }

 private:
  double middle_, xx_, yy_, xy_;
  std::optional<double> variance_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE(lattice_gaussian, LatticeGaussian, {
  .id = "lattice_gaussian",
  .title = "Gaussian on a lattice",
  .doc = "A Gaussian evaluated at the sites of a square lattice. Rotating it correlates the coordinates.",
  .source = "Sun et al. 2023, section 5.1, in two dimensions",
  .parameters = {{.id = "side", .title = "Side", .symbol = "S", .unit = "sites", .doc = "Sites along each axis.",
                  .initial = 21, .hard = {1, most_side}, .slider = {5, 201}, .kind = Kind::integer, .applies = Applies::restart},
                 {.id = "variance_long", .title = "Variance along", .symbol = "v₁", .unit = "sites²", .doc = "Variance along the axis given by `angle`.",
                  .initial = 25, .hard = {1e-3, 1e6}, .slider = {0.1, 1000}, .scale = Scale::log},
                 {.id = "variance_short", .title = "Variance across", .symbol = "v₂", .unit = "sites²", .doc = "Variance perpendicular to that axis.",
                  .initial = 4, .hard = {1e-3, 1e6}, .slider = {0.1, 1000}, .scale = Scale::log},
                 {.id = "angle", .title = "Angle", .symbol = "θ", .unit = "°", .doc = "Direction of the first axis.",
                  .initial = 45, .hard = {-360, 360}, .slider = {-90, 90}}},
})
