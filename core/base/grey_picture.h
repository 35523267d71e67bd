#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ergo {

/// A picture as a parameter's value. Copies share the pixels.
struct GreyPicture {
  static constexpr int least_side = 2, most_side = 1024, most_file_side = 16384;

  std::string source;  ///< for messages: the path or name of its file, or the text that it shows
  int width = 0, height = 0;
  std::shared_ptr<const std::vector<float>> pixels = {};  ///< 0 black to 1 white, rows from the top
  int file_width = 0, file_height = 0;  ///< of the file, where its pixels are averaged over areas; 0 if there is none

  /// Column from the left, row from the top.
  double grey(int column, int row) const {
    return (
        *pixels)[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)];
  }
};

/// Reads the bytes of a PNG or JPEG of 2 to 16384 pixels a side and 2^27 in all; 2^24 where they do not stand in order
/// (interlaced or progressive). Larger ones are refused by their header. Where a side is longer than most_side, pixels
/// are averaged over areas. Grey is the stored value over its largest, with no gamma taken out; colours count by 0.2126
/// R + 0.7152 G + 0.0722 B, transparent parts as white paper. Throws Error naming `where` and the source.
GreyPicture read_grey_picture(std::string_view bytes, const std::string& source, const std::string& where);

/// What read_grey_picture takes, in words.
std::string legal_pictures();

}  // namespace ergo
