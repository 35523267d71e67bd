// The sites are a picture's pixels, x to the right and y upwards. With v the grey value in [0, 1], g = v or 1
// - v:
//   p(i, j) ∝ max(g(i, j), floor),   E = -log max(g, floor).
// Between sites E is continued by the parabola through a site and its two neighbours along an axis, whose
// slope at the site is the central difference; at an edge by the line to the only neighbour.
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/unit/lattice.h"
#include "core/unit/lettering.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

static_assert(GreyPicture::most_side <= most_side);

/// A face that winks, on 32 by 24 pixels.
GreyPicture face() {
  constexpr int width = 32, height = 24;
  const auto distance = [](Position x) {
    const double left = norm(x - Position{10, 16}) - 1.5;
    const double right = norm({std::max(0.0, std::abs(x.x - 21) - 2.5), x.y - 16});
    const Position from = x - Position{15.5, 14};
    const double mouth = from.y < -3 ? std::abs(norm(from) - 9.5) : 10;
    return std::max(0.0, std::min({left, right, mouth}));
  };
  std::vector<float> pixels;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const double away = distance({1.0 * column, height - 1.0 - row});
      pixels.push_back(static_cast<float>(std::exp(-away * away / 2)));
    }
  return {"", width, height, std::make_shared<const std::vector<float>>(std::move(pixels))};
}

class LatticeImage final : public LatticeTarget {
 public:
  explicit LatticeImage(const Parameters& p)
      : LatticeImage(chosen(p.picture("file"), p.text("text")), p["floor"], p.flag("invert")) {}

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
  static GreyPicture chosen(const GreyPicture* file, const std::string& text) {
    return file ? *file : text.empty() ? face() : lettering(text, "target.text");
  }

  LatticeImage(GreyPicture picture, double floor, bool invert)
      : LatticeTarget({picture.width, picture.height}),
        picture_(std::move(picture)),
        floor_(floor),
        invert_(invert) {
    const auto [darkest, lightest] = std::ranges::minmax(*picture_.pixels);
    if (invert ? darkest == 1 : lightest == 0)
      throw Error(
          invert ? "the image is all white and inverted, so its density is zero:"
                 : "the image is all black, so its density is zero:",
          picture_.source, "an image with another grey value, or the other value of target.invert",
          "target.file");
  }

  double energy(int i, int j) const {
    const double grey = picture_.grey(i, sides().y - 1 - j);
    return -std::log(std::max(invert_ ? 1 - grey : grey, floor_));
  }

  GreyPicture picture_;
  double floor_;
  bool invert_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE(lattice_image, LatticeImage, {
  .id = "lattice_image",
  .title = "Image as density",
  .doc = "A grey-scale PNG as density, one site per pixel: bright pixels are likely. The density is proportional to "
         "the stored grey value, without gamma correction. Colours count as 0.2126 R + 0.7152 G + 0.0722 B, "
         "transparent parts as white. A text is drawn in bright letters. Gradients are central differences of the "
         "energy, one-sided at the edges. Without a file or a text: a winking face.",
  .source = "your own file",
  .parameters = {{.id = "file", .title = "File", .symbol = "PNG", .doc = "Path of a PNG, read when it is set. A relative path starts at the working directory, or in a preset file at that file's folder.",
                  .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::picture, .applies = Applies::restart, .replaces = "text"},
                 {.id = "text", .title = "Text", .symbol = "abc", .doc = "Letters to draw instead of a file's picture. A file that is set later replaces the text, and a text the file.",
                  .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::text, .applies = Applies::restart,
                  .text = {.legal = legal_letters() + ", or nothing", .check = [](const std::string& text, const std::string& where) { lettering(text, where); }},
                  .replaces = "file"},
                 {.id = "floor", .title = "Floor", .symbol = "f", .doc = "Smallest density, relative to 1 for white.",
                  .initial = 1e-3, .hard = {1e-30, 1}, .slider = {1e-6, 0.5}, .scale = Scale::log},
                 {.id = "invert", .title = "Invert brightness", .symbol = "1−v", .doc = "Uses the negative of the image: dark pixels are likely, as for ink on paper.",
                  .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::boolean, .applies = Applies::restart}},
})
