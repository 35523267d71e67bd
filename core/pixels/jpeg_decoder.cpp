#include <array>
#include <csetjmp>
#include <cstdio>
#include <vector>

// After <cstdio>, which it needs.
#include <jpeglib.h>

#include "core/pixels/picture_decoder.h"

namespace ergo {
namespace {

constexpr int most_scans = 100;  // of a progressive file, each of which goes over all pixels

// libjpeg leaves a failing call by longjmp, as libpng does.
class JpegDecoder final : public PictureDecoder {
 public:
  explicit JpegDecoder(std::string_view bytes) : bytes_(bytes) {
    jpeg_.err = jpeg_std_error(&errors_);
    errors_.error_exit = leave;
    errors_.emit_message = leave_at_warning;
    errors_.output_message = [](j_common_ptr) {};
    jpeg_.client_data = this;
    progress_.progress_monitor = leave_at_many_scans;
  }
  ~JpegDecoder() override {
    if (created_) jpeg_destroy_decompress(&jpeg_);
  }
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  bool open() override {
    if (!read_header()) return false;
    width_ = jpeg_.image_width;
    height_ = jpeg_.image_height;
    holds_all_ = jpeg_has_multiple_scans(&jpeg_);
    return true;
  }

  bool next_row(std::span<float> grey) override {
    if (row_.empty()) {
      row_.resize(3 * width_);
      if (!start()) return false;
    }
    if (!read_row()) return false;
    constexpr double white = 255;
    const JSAMPLE* pixel = row_.data();
    for (float& value : grey) {
      value = static_cast<float>(luminance(pixel[0], pixel[1], pixel[2]) / white);
      pixel += 3;
    }
    return jpeg_.output_scanline < jpeg_.output_height || finish();
  }

  std::string reason() const override { return reason_.data(); }

 private:
  static JpegDecoder& of(j_common_ptr jpeg) { return *static_cast<JpegDecoder*>(jpeg->client_data); }
  static void leave(j_common_ptr jpeg) {
    jpeg->err->format_message(jpeg, of(jpeg).reason_.data());
    longjmp(of(jpeg).back_, 1);
  }
  static void leave_at_warning(j_common_ptr jpeg, int level) {
    if (level < 0) leave(jpeg);
  }
  static void leave_at_many_scans(j_common_ptr jpeg) {
    if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number <= most_scans) return;
    std::snprintf(of(jpeg).reason_.data(), JMSG_LENGTH_MAX, "more than %d scans", most_scans);
    longjmp(of(jpeg).back_, 1);
  }

  bool read_header() {
    if (setjmp(back_) != 0) return false;
    jpeg_create_decompress(&jpeg_);
    created_ = true;
    jpeg_.client_data = this;
    jpeg_.progress = &progress_;
    jpeg_mem_src(&jpeg_, reinterpret_cast<const unsigned char*>(bytes_.data()), bytes_.size());
    jpeg_read_header(&jpeg_, TRUE);
    return true;
  }
  bool start() {
    if (setjmp(back_) != 0) return false;
    jpeg_.out_color_space = JCS_RGB;
    jpeg_start_decompress(&jpeg_);
    return true;
  }
  bool read_row() {
    if (setjmp(back_) != 0) return false;
    JSAMPROW row = row_.data();
    return jpeg_read_scanlines(&jpeg_, &row, 1) == 1;
  }
  bool finish() {
    if (setjmp(back_) != 0) return false;
    return jpeg_finish_decompress(&jpeg_);
  }

  std::string_view bytes_;
  jpeg_decompress_struct jpeg_ = {};
  jpeg_error_mgr errors_ = {};
  jpeg_progress_mgr progress_ = {};
  std::jmp_buf back_;
  bool created_ = false;
  std::array<char, JMSG_LENGTH_MAX> reason_ = {};
  std::vector<JSAMPLE> row_;
};

}  // namespace

std::unique_ptr<PictureDecoder> jpeg_decoder(std::string_view bytes) {
  if (!bytes.starts_with("\xff\xd8\xff")) return nullptr;
  return std::make_unique<JpegDecoder>(bytes);
}

}  // namespace ergo
