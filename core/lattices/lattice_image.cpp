// The sites are a picture's pixels, x to the right and y upwards. With v the grey value in [0, 1], g = v or 1
// - v:
//   p(i, j) ∝ max(g(i, j), floor),   E = -log max(g, floor).
// Between sites E is continued by the parabola through a site and its two neighbours along an axis, whose
// slope at the site is the central difference; at an edge by the line to the only neighbour.
#include <algorithm>

#include "core/painting/picture_density.h"
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

static_assert(GreyPicture::most_side <= most_side);

class LatticeImage final : public LatticeTarget {
 public:
  explicit LatticeImage(const Parameters& p) : LatticeImage(PictureDensity(p)) {}

  std::string remark(std::chrono::milliseconds) const override { return picture_.remark(); }

 protected:
  Evaluation at(Position site) const override {
    const int i = static_cast<int>(site.x), j = static_cast<int>(site.y);
    const int left = std::max(i - 1, 0), right = std::min(i + 1, sides().x - 1);
    const int below = std::max(j - 1, 0), above = std::min(j + 1, sides().y - 1);
    return {energy(i, j),
            {(energy(right, j) - energy(left, j)) / (right - left),
             (energy(i, above) - energy(i, below)) / (above - below)}};
  }

 private:
  explicit LatticeImage(PictureDensity picture)
      : LatticeTarget({picture.width(), picture.height()}), picture_(std::move(picture)) {}

  double energy(int i, int j) const { return picture_.energy(i, sides().y - 1 - j); }

  PictureDensity picture_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE(lattice_image, LatticeImage, {
  .id = "lattice_image",
  .title = "Image as density",
  .doc = "A grey-scale picture as density, one site per pixel: bright pixels are likely. Pictures of more than 1024 pixels a side are averaged over areas. The density is proportional to "
         "the stored grey value, without gamma correction. Colours count as 0.2126 R + 0.7152 G + 0.0722 B, "
         "transparent parts as white. A text is drawn in bright letters. Gradients are central differences of the "
         "energy, one-sided at the edges. Without a file or a text: a winking face.",
  .source = "your own file",
  .parameters = picture_parameters(),
})
