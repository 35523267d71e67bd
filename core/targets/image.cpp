// A picture as density in the plane, p ∝ max(g, floor) with g the grey value v in [0, 1] or 1 - v. Nodes lie at the
// middles of pixels, x to the right and y upwards. E = -log p is averaged over a node and its neighbours by the weights
// 1, 4, 1 along each axis: where a cubic spline takes these averages at the nodes, its coefficients are the energies of
// the pixels, so that p stays between the least and the greatest of them: no seams beside edges.
#include "core/painting/picture_density.h"
#include "core/spline/spline_target.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr int most_nodes = 256;    // a side
constexpr double longer_side = 8;  // of the window

/// Along one axis; the ends are mirrored. `step` from one number to the next, `line` from one line to the next.
void average_neighbours(std::vector<double>& values, int count, int step, int lines, int line) {
  std::vector<double> old(static_cast<std::size_t>(count));
  for (int k = 0; k < lines; ++k) {
    const auto at = [&](int i) -> double& { return values[static_cast<std::size_t>(k * line + i * step)]; };
    for (int i = 0; i < count; ++i) old[static_cast<std::size_t>(i)] = at(i);
    for (int i = 0; i < count; ++i) {
      const int before = i == 0 ? 1 : i - 1, after = i == count - 1 ? count - 2 : i + 1;
      at(i) = (old[static_cast<std::size_t>(before)] + 4 * old[static_cast<std::size_t>(i)] +
               old[static_cast<std::size_t>(after)]) /
              6;
    }
  }
}

EnergyGrid grid_of(const PictureDensity& picture) {
  const int columns = picture.width(), rows = picture.height();
  const double spacing = longer_side / (std::max(columns, rows) - 1);
  const Position corner = 0.5 * spacing * Position{columns - 1.0, rows - 1.0};
  EnergyGrid grid{{-corner, corner}, columns, rows, {}};
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) grid.energy.push_back(picture.energy(i, rows - 1 - j));
  average_neighbours(grid.energy, columns, 1, rows, columns);
  average_neighbours(grid.energy, rows, columns, columns, 1);
  return grid;
}

class Image final : public SplineTarget {
 public:
  explicit Image(const Parameters& p) : Image(PictureDensity(p).at_most(most_nodes)) {}

  std::string remark(std::chrono::milliseconds) const override { return remark_; }

 private:
  explicit Image(const PictureDensity& picture) : SplineTarget(grid_of(picture)), remark_(picture.remark()) {}

  std::string remark_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(image, Image, {
  .id = "image",
  .title = "Image in the plane",
  .doc = "A grey-scale picture as density in the plane: bright pixels are likely. The picture's longer side is 8 long. Pictures "
         "of more than 256 pixels a side are averaged over areas. The energy is a cubic spline over the pixels, and beyond "
         "the picture's sides it rises as a parabola. Without a file or a text: a winking face.",
  .source = "your own file",
  .parameters = picture_parameters(),
})
