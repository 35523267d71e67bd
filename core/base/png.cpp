#include "core/base/png.h"

#include <png.h>

#include <cmath>
#include <csetjmp>
#include <new>
#include <stdexcept>
#include <vector>

#include "core/base/atomic_file.h"
#include "core/base/error.h"

namespace ergo {

namespace {

void append(png_structp png, png_bytep bytes, png_size_t count) {
  try {
    static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(bytes), count);
  } catch (const std::bad_alloc&) {
    png_error(png, "out of memory");
  }
}
void nothing_to_flush(png_structp) {}
void leave_encoder(png_structp png, png_const_charp) { longjmp(png_jmpbuf(png), 1); }
void ignore_warning(png_structp, png_const_charp) {}

/// What libpng needs to write.
struct Writer {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, leave_encoder, ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  Writer() = default;
  Writer(const Writer&) = delete;
  ~Writer() { png_destroy_write_struct(&png, &info); }
};

/// False when libpng gave up. All objects with destructors belong to the caller: libpng leaves by longjmp.
bool encode(png_structp png, png_infop info, int width, int height, png_bytepp rows,
            std::vector<png_text>& texts, std::string& encoded, const std::function<void(double)>& progress,
            double resolution) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_write_fn(png, &encoded, append, nothing_to_flush);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
               PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  const auto per_metre = static_cast<png_uint_32>(std::lround(resolution / 0.0254));
  if (per_metre > 0) png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
  if (!texts.empty()) png_set_text(png, info, texts.data(), static_cast<int>(texts.size()));
  png_write_info(png, info);
  for (int y = 0; y < height; ++y) {
    png_write_row(png, rows[y]);
    if (progress) progress(static_cast<double>(y + 1) / height);
  }
  png_write_end(png, info);
  return true;
}

}  // namespace

std::string encode_png(int width, int height, std::span<const std::uint8_t> rgba,
                       const std::map<std::string, std::string>& texts,
                       const std::function<void(double share)>& progress, double resolution) {
  if (width < 1 || height < 1 || width > 32768 || height > 32768)
    throw Error("illegal picture size", std::to_string(width) + "x" + std::to_string(height),
                "1x1 to 32768x32768", "");
  if (rgba.size() != std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
    throw std::logic_error("four bytes a pixel");
  std::vector<png_bytep> rows(static_cast<std::size_t>(height));
  for (std::size_t y = 0; y < rows.size(); ++y)
    rows[y] = const_cast<png_bytep>(rgba.data() + 4 * y * static_cast<std::size_t>(width));
  std::vector<png_text> entries;
  for (const auto& [keyword, text] : texts) {
    png_text entry = {};
    entry.compression = PNG_ITXT_COMPRESSION_NONE;
    entry.key = const_cast<char*>(keyword.c_str());
    entry.text = const_cast<char*>(text.c_str());
    entry.itxt_length = text.size();
    entries.push_back(entry);
  }
  std::string encoded;
  const Writer writer;
  if (!writer.info ||
      !encode(writer.png, writer.info, width, height, rows.data(), entries, encoded, progress, resolution))
    throw machine_error("the picture cannot be encoded", std::to_string(width) + "x" + std::to_string(height),
                        "keywords of 1 to 79 Latin letters");
  return encoded;
}

void write_png(const std::string& path, int width, int height, std::span<const std::uint8_t> rgba,
               const std::map<std::string, std::string>& texts,
               const std::function<void(double share)>& progress, double resolution) {
  write_file(path, encode_png(width, height, rgba, texts, progress, resolution));
}

}  // namespace ergo
