#include "core/base/grey_picture.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <bit>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <new>

#include "core/base/error.h"

namespace ergo {

namespace {

using Reason = std::array<char, 128>;

// libpng leaves a failing call by longjmp: what needs a destructor belongs to the callers of the functions
// that set the place to come back to.
void leave_decoder(png_structp png, png_const_charp reason) {
  auto& kept = *static_cast<Reason*>(png_get_error_ptr(png));
  std::snprintf(kept.data(), kept.size(), "%s", reason);
  longjmp(png_jmpbuf(png), 1);
}
void pass_over_warning(png_structp, png_const_charp) {}

struct Reader {
  Reader() : png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &reason, leave_decoder, pass_over_warning)) {
    if (png) info = png_create_info_struct(png);
    if (!info) throw std::bad_alloc();
  }
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  Reason reason = {};
  png_structp png = nullptr;
  png_infop info = nullptr;
};

void next_bytes(png_structp png, png_bytep to, std::size_t count) {
  auto& rest = *static_cast<std::string_view*>(png_get_io_ptr(png));
  if (rest.size() < count) png_error(png, "it ends too early");
  rest.copy(reinterpret_cast<char*>(to), count);
  rest.remove_prefix(count);
}

bool read_header(Reader& reader, std::string_view& bytes) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_read_fn(reader.png, &bytes, next_bytes);
  png_read_info(reader.png, reader.info);
  return true;
}

constexpr std::size_t components = 4;  // red, green, blue, opacity

/// All pixels as 16-bit numbers, whatever the file has.
bool read_pixels(Reader& reader, png_bytepp rows) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_expand_16(reader.png);
  png_set_gray_to_rgb(reader.png);
  png_set_add_alpha(reader.png, 0xffff, PNG_FILLER_AFTER);
  if (std::endian::native == std::endian::little) png_set_swap(reader.png);
  png_set_interlace_handling(reader.png);
  png_read_update_info(reader.png, reader.info);
  png_read_image(reader.png, rows);
  png_read_end(reader.png, nullptr);
  return true;
}

double grey_of(const std::uint16_t* pixel) {
  constexpr double white = 65535;
  const double luminance = (0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2]) / white;
  const double opacity = pixel[3] / white;
  return luminance * opacity + (1 - opacity);
}

}  // namespace

std::string legal_pictures() {
  return "the path of a PNG of " + std::to_string(GreyPicture::least_side) + " to " +
         std::to_string(GreyPicture::most_side) + " pixels a side";
}

GreyPicture read_grey_picture(std::string_view bytes, const std::string& source, const std::string& where) {
  if (png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.substr(0, 8).data()), 0, std::min<std::size_t>(bytes.size(), 8)) != 0)
    throw Error("not a PNG:", source, legal_pictures(), where);
  Reader reader;
  const auto damaged = [&] {
    return Error("a damaged PNG (" + std::string(reader.reason.data()) + "):", source, legal_pictures(), where);
  };
  if (!read_header(reader, bytes)) throw damaged();
  const std::size_t width = png_get_image_width(reader.png, reader.info);
  const std::size_t height = png_get_image_height(reader.png, reader.info);
  if (std::min(width, height) < GreyPicture::least_side || std::max(width, height) > GreyPicture::most_side)
    throw Error("a picture of " + std::to_string(width) + "x" + std::to_string(height) + " pixels:", source,
                legal_pictures(), where);
  std::vector<std::uint16_t> raw(components * width * height);
  std::vector<png_bytep> rows(height);
  for (std::size_t y = 0; y < height; ++y)
    rows[y] = reinterpret_cast<png_bytep>(raw.data() + components * width * y);
  if (!read_pixels(reader, rows.data())) throw damaged();
  std::vector<float> pixels(width * height);
  for (std::size_t k = 0; k < pixels.size(); ++k)
    pixels[k] = static_cast<float>(grey_of(raw.data() + components * k));
  return {source, static_cast<int>(width), static_cast<int>(height),
          std::make_shared<const std::vector<float>>(std::move(pixels))};
}

}  // namespace ergo
