// p(x) ∝ painting(x) + floor on 128 x 128 nodes; between them E = -log p is a bicubic spline: core/painting,
// core/spline.
#include "core/painting/painting.h"
#include "core/spline/spline_target.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

/// A spiral, cut through, and two dots.
constexpr const char* initial_painting =
    "window -4 -4 4 4; brush 0.45 hardness 0.2: 0.3 0.3, 0 0.6, -0.5 0.5, -0.9 -0.1, -0.7 -0.8, 0.1 -1.2, 0.9 -1, "
    "1.4 -0.4, 1.5 0.5, 1.2 1.2, 0.5 1.7, -0.3 1.8, -1.1 1.6, -1.7 1.1, -2.1 0.3, -2.1 -0.5, -1.9 -1.2, -1.4 "
    "-1.9, -0.7 -2.3, 0.1 -2.5, 0.9 -2.4, 1.6 -2, 2.2 -1.4, 2.6 -0.7, 2.8 0.1, 2.7 0.9; eraser 0.4 strength 0.7: "
    "-2.9 1.3, -1.6 1.1; brush 0.6 strength 0.6 hardness 0: 0.2 0.2; brush 0.7 strength 0.8 hardness 0: 3 3";

class Painted final : public SplineTarget {
 public:
  explicit Painted(const Parameters& p)
      : SplineTarget(painted_grid(parse_painting(p.text("strokes"), "target.strokes"), p["floor"])) {}
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(painted, Painted, {
  .id = "painted",
  .title = "Painting",
  .doc = "Your own drawing as density: brushes add, erasers take away. Strokes lie on a grid of 128 × 128 nodes. Between the "
         "nodes the energy is a cubic spline, and beyond the window's sides it rises as a parabola.",
  .source = "your own drawing",
  .parameters = {{.id = "strokes", .title = "Strokes", .symbol = "p(x, y)",
                  .doc = "The window's corners, then for each stroke its size, strength, hardness (the part of the size that is "
                         "drawn in full) and points. A base is a density to draw on, as made from another target.",
                  .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::text,
                  .text = {.initial = initial_painting, .legal = legal_painting(),
                           .check = [](const std::string& text, const std::string& where) { parse_painting(text, where); }}},
                 {.id = "floor", .title = "Floor", .symbol = "f", .doc = "Density everywhere within the window, relative to 1 for a brush of strength 1.",
                  .initial = 1e-3, .hard = {1e-12, 1}, .slider = {1e-6, 0.5}, .scale = Scale::log}},
})
