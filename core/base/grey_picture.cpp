#include "core/base/grey_picture.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/pixels/area_average.h"
#include "core/pixels/picture_decoder.h"

namespace ergo {
namespace {

constexpr std::size_t most_pixels = std::size_t{1} << 27, most_pixels_held = std::size_t{1} << 24;

/// A side of the picture made smaller, where its longer side is too long.
std::size_t within_most(std::size_t side, std::size_t longer) {
  constexpr std::size_t most = GreyPicture::most_side;
  return longer <= most ? side : std::max<std::size_t>(GreyPicture::least_side, (side * most + longer / 2) / longer);
}

}  // namespace

std::string legal_pictures() {
  return "the path of a PNG or JPEG of " + std::to_string(GreyPicture::least_side) + " to " +
         std::to_string(GreyPicture::most_file_side) + " pixels a side";
}

GreyPicture read_grey_picture(std::string_view bytes, const std::string& source, const std::string& where) {
  const auto refusal = [&](const std::string& what) { return Error(what, source, legal_pictures(), where); };
  std::unique_ptr<PictureDecoder> decoder = png_decoder(bytes);
  const std::string format = decoder ? "PNG" : "JPEG";
  if (!decoder) decoder = jpeg_decoder(bytes);
  if (!decoder) throw refusal("not a PNG or JPEG:");
  const auto damaged = [&] { return refusal("a damaged " + format + " (" + decoder->reason() + "):"); };
  if (!decoder->open()) throw damaged();
  const std::size_t width = decoder->width(), height = decoder->height();
  const std::string size = std::to_string(width) + "x" + std::to_string(height) + " pixels";
  if (std::min(width, height) < GreyPicture::least_side || std::max(width, height) > GreyPicture::most_file_side)
    throw refusal("a picture of " + size + ":");
  if (width * height > most_pixels)
    throw refusal("a picture of " + size + ", which are more than " + std::to_string(most_pixels) + ":");
  if (decoder->holds_all() && width * height > most_pixels_held)
    throw refusal("an interlaced or progressive picture of " + size + ", which are more than " +
                  std::to_string(most_pixels_held) + ":");

  const std::size_t longer = std::max(width, height);
  GreyPicture picture{.source = source,
                      .width = static_cast<int>(within_most(width, longer)),
                      .height = static_cast<int>(within_most(height, longer)),
                      .file_width = static_cast<int>(width),
                      .file_height = static_cast<int>(height)};
  AreaAverage average(picture.file_width, picture.file_height, picture.width, picture.height);
  std::vector<float> row(width);
  for (std::size_t y = 0; y < height; ++y) {
    if (!decoder->next_row(row)) throw damaged();
    average.add_row(row);
  }
  picture.pixels = std::make_shared<const std::vector<float>>(average.pixels());
  return picture;
}

}  // namespace ergo
