// {0..S-1}^2, S = (K + 1) s, K = modes_per_side, modes at mu_ij = s (i + 1, j + 1), s = spacing.
//   cone:      U(x) = log( sum_m exp(-|x - mu_m|/w) + floor )   (the code of Pynadath et al., 3.75 = 25 0.15)
//   gaussian:  U(x) = log( sum_m exp(-|x - mu_m|^2/(2 v)) + floor ), v = 3 w^2: per coordinate the cone's
//   variance,
//              as the density e^{-r/w} of the plane has E r^2 = 6 w^2.
// E = -U; grad E is the mean of (x - mu)/(w |x - mu|) or (x - mu)/v over the terms, the floor counting as one
// without slope. A cone's apex has slope 0 of its own. Their Eq. 2 prints exp(+...), which would put the
// modes in the corners.
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class LatticeModes final : public LatticeTarget {
 public:
  explicit LatticeModes(const Parameters& p)
      : LatticeTarget(sides_of(p)),
        per_side_(p.integer("modes_per_side")),
        spacing_(p.integer("spacing")),
        gaussian_(p.flag("shape")),
        width_(p["width"]),
        floor_(p["floor"]) {}

  std::vector<Mode> modes() const override {
    std::vector<Mode> all;
    for (int i = 1; i <= per_side_; ++i)
      for (int j = 1; j <= per_side_; ++j)
        all.push_back({{1.0 * i * spacing_, 1.0 * j * spacing_}, std::min(10.0, 0.5 * spacing_)});
    return all;
  }

 protected:
  Evaluation at(Position x) const override {
    double total = floor_;
    Position pull;
    const auto add = [&](Position away) {
      const double distance = norm(away);
      const double exponent = gaussian_ ? -distance * distance / (6 * width_ * width_) : -distance / width_;
      const double term = std::exp(exponent);
      total += term;
      if (gaussian_)
        pull = pull + term / (3 * width_ * width_) * away;
      else if (distance > 0)
        pull = pull + term / (width_ * distance) * away;
    };
    const auto [first_x, last_x] = near(x.x);
    const auto [first_y, last_y] = near(x.y);
    for (int i = first_x; i <= last_x; ++i)
      for (int j = first_y; j <= last_y; ++j) add(x - Position{1.0 * i * spacing_, 1.0 * j * spacing_});
    return {-std::log(total), pull / total};
  }

 private:
  static Sides sides_of(const Parameters& p) {
    const int side = (p.integer("modes_per_side") + 1) * p.integer("spacing");
    if (side > most_side)
      throw Error("the lattice is too large:",
                  "modes_per_side " + std::to_string(p.integer("modes_per_side")) + ", spacing " +
                      std::to_string(p.integer("spacing")) + ": side " + std::to_string(side),
                  "(modes_per_side + 1) spacing up to " + std::to_string(most_side), "target");
    return {side, side};
  }

  /// Numbers of the modes that count at this coordinate: those left out add less than 1e-20 of the nearest.
  std::pair<int, int> near(double place) const {
    const double reach = 0.5 * spacing_ + 50 * width_;
    return {std::max(1, static_cast<int>(std::ceil((place - reach) / spacing_))),
            std::min(per_side_, static_cast<int>(std::floor((place + reach) / spacing_)))};
  }

  int per_side_, spacing_;
  bool gaussian_;
  double width_, floor_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE(lattice_modes, LatticeModes, {
  .id = "lattice_modes",
  .title = "Islands on a lattice",
  .doc = "Equal peaks (islands) on a square grid, 25 by default, with almost no mass between them. A local sampler "
         "stays on the island where it starts. The published experiment used cones.",
  .source = "Pynadath et al. 2024, section 6.1 and its code",
  .parameters = {{.id = "modes_per_side", .title = "Modes per side", .symbol = "K", .doc = "Islands along each axis.",
                  .initial = 5, .hard = {1, 20}, .slider = {1, 8}, .kind = Kind::integer, .applies = Applies::restart},
                 {.id = "spacing", .title = "Spacing", .symbol = "s", .unit = "sites", .doc = "Distance from one mode to the next. The side is (K + 1) s, at most 1024.",
                  .initial = 75, .hard = {2, 512}, .slider = {5, 100}, .kind = Kind::integer, .applies = Applies::restart},
                 {.id = "shape", .title = "Shape", .symbol = "U", .doc = "Cones exp(−r/w), as in the published code, or Gaussians of the same variance.",
                  .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::choice, .choices = {"cone", "gaussian"}},
                 {.id = "width", .title = "Width", .symbol = "w", .unit = "sites", .doc = "Distance over which a cone falls by 1/e. The standard deviation is √3 times as large.",
                  .initial = 3.75, .hard = {0.05, 200}, .slider = {0.5, 20}, .scale = Scale::log},
                 {.id = "floor", .title = "Floor", .symbol = "f", .doc = "Density between the islands, relative to 1 at a peak.",
                  .initial = 1e-10, .hard = {1e-30, 1}, .slider = {1e-12, 1e-2}, .scale = Scale::log}},
})
