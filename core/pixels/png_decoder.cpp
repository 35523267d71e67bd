#include <png.h>

#include <algorithm>
#include <array>
#include <bit>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <new>
#include <vector>

#include "core/pixels/picture_decoder.h"

namespace ergo {
namespace {

constexpr std::size_t png_components = 4;  // red, green, blue, opacity

double grey_of(const std::uint16_t* pixel) {
  constexpr double white = 65535;
  const double light = luminance(pixel[0], pixel[1], pixel[2]) / white;
  const double opacity = pixel[3] / white;
  return light * opacity + (1 - opacity);
}

// libpng leaves a failing call by longjmp: what needs a destructor belongs to the callers of the functions that set the
// place to come back to.
class PngDecoder final : public PictureDecoder {
 public:
  explicit PngDecoder(std::string_view bytes)
      : rest_(bytes), png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, this, leave, pass_over_warning)) {
    if (png_) info_ = png_create_info_struct(png_);
    if (!info_) throw std::bad_alloc();
  }
  ~PngDecoder() override { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngDecoder(const PngDecoder&) = delete;
  PngDecoder& operator=(const PngDecoder&) = delete;

  bool open() override {
    if (!read_header()) return false;
    width_ = png_get_image_width(png_, info_);
    height_ = png_get_image_height(png_, info_);
    holds_all_ = png_get_interlace_type(png_, info_) != PNG_INTERLACE_NONE;
    return true;
  }

  bool next_row(std::span<float> grey) override {
    if (next_ == 0 && !begin()) return false;
    const std::uint16_t* pixel = raw_.data();
    if (holds_all_)
      pixel += next_ * png_components * width_;
    else if (!read_row())
      return false;
    for (float& value : grey) {
      value = static_cast<float>(grey_of(pixel));
      pixel += png_components;
    }
    ++next_;
    return next_ < height_ || read_end();
  }

  std::string reason() const override { return reason_.data(); }

 private:
  static void leave(png_structp png, png_const_charp reason) {
    auto& kept = static_cast<PngDecoder*>(png_get_error_ptr(png))->reason_;
    std::snprintf(kept.data(), kept.size(), "%s", reason);
    longjmp(png_jmpbuf(png), 1);
  }
  static void pass_over_warning(png_structp, png_const_charp) {}
  static void next_bytes(png_structp png, png_bytep to, std::size_t count) {
    auto& rest = *static_cast<std::string_view*>(png_get_io_ptr(png));
    if (rest.size() < count) png_error(png, "it ends too early");
    rest.copy(reinterpret_cast<char*>(to), count);
    rest.remove_prefix(count);
  }

  bool begin() {
    raw_.resize(png_components * width_ * (holds_all_ ? height_ : 1));
    if (holds_all_)
      for (std::size_t y = 0; y < height_; ++y)
        rows_.push_back(reinterpret_cast<png_bytep>(raw_.data() + png_components * width_ * y));
    return convert() && (!holds_all_ || read_all());
  }

  bool read_header() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_read_fn(png_, &rest_, next_bytes);
    png_read_info(png_, info_);
    return true;
  }
  /// All pixels as 16-bit numbers, whatever the file has.
  bool convert() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_expand_16(png_);
    png_set_gray_to_rgb(png_);
    png_set_add_alpha(png_, 0xffff, PNG_FILLER_AFTER);
    if (std::endian::native == std::endian::little) png_set_swap(png_);
    if (holds_all_) png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    return true;
  }
  bool read_row() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_row(png_, reinterpret_cast<png_bytep>(raw_.data()), nullptr);
    return true;
  }
  bool read_all() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_image(png_, rows_.data());
    return true;
  }
  bool read_end() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_end(png_, nullptr);
    return true;
  }

  std::string_view rest_;
  std::array<char, 128> reason_ = {};
  png_structp png_;
  png_infop info_ = nullptr;
  std::vector<std::uint16_t> raw_;
  std::vector<png_bytep> rows_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<PictureDecoder> png_decoder(std::string_view bytes) {
  constexpr std::size_t signature = 8;
  if (bytes.size() < signature || png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, signature) != 0)
    return nullptr;
  return std::make_unique<PngDecoder>(bytes);
}

}  // namespace ergo
