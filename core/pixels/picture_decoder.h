#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ergo {

/// Decodes a picture row by row. Grey is the stored value over its largest, with no gamma taken out; colours count by
/// 0.2126 R + 0.7152 G + 0.0722 B, transparent parts as white paper.
class PictureDecoder {
 public:
  virtual ~PictureDecoder() = default;
  /// Reads the header; false where that fails, as for next_row().
  virtual bool open() = 0;
  /// The next row from the top, of width() numbers from 0, black, to 1; after the last one the file is at its end.
  virtual bool next_row(std::span<float> grey) = 0;
  /// Why the file is damaged, as its library words it.
  virtual std::string reason() const = 0;

  std::size_t width() const { return width_; }
  std::size_t height() const { return height_; }
  /// Whether all pixels must be held in memory at once, as their rows do not stand in order.
  bool holds_all() const { return holds_all_; }

 protected:
  std::size_t width_ = 0, height_ = 0;
  bool holds_all_ = false;
};

/// Null if the bytes do not begin like such a file. They must outlive the decoder.
std::unique_ptr<PictureDecoder> png_decoder(std::string_view bytes);
std::unique_ptr<PictureDecoder> jpeg_decoder(std::string_view bytes);

inline double luminance(double red, double green, double blue) { return 0.2126 * red + 0.7152 * green + 0.0722 * blue; }

}  // namespace ergo
