#include "core/base/grey_picture.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <bit>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <new>

#include "core/base/error.h"

namespace ergo {

namespace {

namespace fs = std::filesystem;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

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

bool read_header(Reader& reader, std::FILE* file) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_init_io(reader.png, file);
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

/// Throws Error for what is not the beginning of a PNG.
File open_png(const std::string& path, const std::string& where) {
  const auto refuse = [&](const char* what) { return Error(what, path, legal_pictures(), where); };
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (!fs::exists(status)) throw refuse("no such file:");
  if (!fs::is_regular_file(status)) throw refuse("not a file:");
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw refuse("a file that cannot be read:");
  std::array<png_byte, 8> signature = {};
  const std::size_t size = std::fread(signature.data(), 1, signature.size(), file.get());
  if (size == 0) throw refuse("an empty file:");
  if (size < signature.size() || png_sig_cmp(signature.data(), 0, size) != 0) throw refuse("not a PNG:");
  std::rewind(file.get());
  return file;
}

}  // namespace

bool GreyPicture::operator==(const GreyPicture& other) const {
  return source == other.source && width == other.width && height == other.height &&
         (pixels == other.pixels || (pixels && other.pixels && *pixels == *other.pixels));
}

std::string legal_pictures() {
  return "the path of a PNG of " + std::to_string(GreyPicture::least_side) + " to " +
         std::to_string(GreyPicture::most_side) + " pixels a side";
}

GreyPicture read_grey_picture(const std::string& path, const std::string& where) {
  const File file = open_png(path, where);
  Reader reader;
  const auto damaged = [&] {
    return Error("a damaged PNG (" + std::string(reader.reason.data()) + "):", path, legal_pictures(), where);
  };
  if (!read_header(reader, file.get())) throw damaged();
  const std::size_t width = png_get_image_width(reader.png, reader.info);
  const std::size_t height = png_get_image_height(reader.png, reader.info);
  if (std::min(width, height) < GreyPicture::least_side || std::max(width, height) > GreyPicture::most_side)
    throw Error("a picture of " + std::to_string(width) + "x" + std::to_string(height) + " pixels:", path,
                legal_pictures(), where);
  std::vector<std::uint16_t> raw(components * width * height);
  std::vector<png_bytep> rows(height);
  for (std::size_t y = 0; y < height; ++y)
    rows[y] = reinterpret_cast<png_bytep>(raw.data() + components * width * y);
  if (!read_pixels(reader, rows.data())) throw damaged();
  std::vector<float> pixels(width * height);
  for (std::size_t k = 0; k < pixels.size(); ++k)
    pixels[k] = static_cast<float>(grey_of(raw.data() + components * k));
  return {fs::absolute(path).lexically_normal().string(), static_cast<int>(width), static_cast<int>(height),
          std::make_shared<const std::vector<float>>(std::move(pixels))};
}

}  // namespace ergo
