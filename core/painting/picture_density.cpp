#include "core/painting/picture_density.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/pixels/area_average.h"
#include "core/unit/lettering.h"
#include "core/unit/position.h"

namespace ergo {
namespace {

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

GreyPicture chosen(const GreyPicture* file, const std::string& text) {
  return file ? *file : text.empty() ? face() : lettering(text, "target.text");
}

}  // namespace

PictureDensity::PictureDensity(const Parameters& p)
    : picture_(chosen(p.picture("file"), p.text("text"))), floor_(p["floor"]), invert_(p.flag("invert")) {
  const auto [darkest, lightest] = std::ranges::minmax(*picture_.pixels);
  if (invert_ ? darkest == 1 : lightest == 0)
    throw Error(invert_ ? "the image is all white and inverted, so its density is zero:"
                        : "the image is all black, so its density is zero:",
                picture_.source, "an image with another grey value, or the other value of target.invert",
                "target.file");
}

double PictureDensity::energy(int column, int row) const {
  const double grey = picture_.grey(column, row);
  return -std::log(std::max(invert_ ? 1 - grey : grey, floor_));
}

PictureDensity PictureDensity::at_most(int side) const {
  const int longer = std::max(width(), height());
  if (longer <= side) return *this;
  const auto shorter = [&](int length) {
    return std::max(GreyPicture::least_side, (length * side + longer / 2) / longer);
  };
  PictureDensity smaller = *this;
  smaller.picture_.width = shorter(width());
  smaller.picture_.height = shorter(height());
  AreaAverage average(width(), height(), smaller.width(), smaller.height());
  const std::span<const float> pixels = *picture_.pixels;
  const auto row = static_cast<std::size_t>(width());
  for (std::size_t at = 0; at < pixels.size(); at += row) average.add_row(pixels.subspan(at, row));
  smaller.picture_.pixels = std::make_shared<const std::vector<float>>(average.pixels());
  return smaller;
}

std::string PictureDensity::remark() const {
  const auto size = [](int columns, int rows) { return std::to_string(columns) + " × " + std::to_string(rows); };
  if (picture_.file_width <= width() && picture_.file_height <= height()) return "";
  return "the file's " + size(picture_.file_width, picture_.file_height) + " pixels are averaged over areas, to " +
         size(width(), height());
}

// clang-format off
std::vector<Parameter> picture_parameters() {
  return {{.id = "file", .title = "File", .symbol = "PNG", .doc = "Path of a PNG or JPEG, read when it is set. A relative path starts at the working directory, or in a preset file at that file's folder.",
           .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::picture, .applies = Applies::restart, .replaces = "text"},
          {.id = "text", .title = "Text", .symbol = "abc", .doc = "Letters to draw instead of a file's picture. A file that is set later replaces the text, and a text the file.",
           .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::text, .applies = Applies::restart,
           .text = {.legal = legal_letters() + ", or nothing", .check = [](const std::string& text, const std::string& where) { lettering(text, where); }},
           .replaces = "file"},
          {.id = "floor", .title = "Floor", .symbol = "f", .doc = "Smallest density, relative to 1 for white.",
           .initial = 1e-3, .hard = {1e-30, 1}, .slider = {1e-6, 0.5}, .scale = Scale::log},
          {.id = "invert", .title = "Invert brightness", .symbol = "1−v", .doc = "Uses the negative of the image: dark pixels are likely, as for ink on paper.",
           .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::boolean, .applies = Applies::restart}};
}
// clang-format on

}  // namespace ergo
