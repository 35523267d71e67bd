#include "core/site_targets/picture_set.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/base/error.h"

namespace ergo {
namespace {

/// All pictures of full rows, and all of full columns (MacKay 2003, Section 43.2): 2^(side + 1) - 2 different
/// ones, as the empty and the full one are both.
PictureSet bars(int side) {
  PictureSet set{.id = "bars" + std::to_string(side),
                 .rows = side,
                 .columns = side};
  const int full = (1 << side) - 1;
  for (const bool of_rows : {true, false})
    for (int filled = of_rows ? 0 : 1; filled <= (of_rows ? full : full - 1); ++filled) {
      Configuration picture;
      for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
          picture.push_back(filled >> (of_rows ? row : column) & 1);
      set.pictures.push_back(std::move(picture));
    }
  return set;
}

constexpr int digit_rows = 5, digit_columns = 4, picture_margin = 1;
constexpr std::array<std::string_view, 10> drawn_digits = {
    ".##."
    "#..#"
    "#..#"
    "#..#"
    ".##.",
    "..#."
    ".##."
    "..#."
    "..#."
    ".###",
    ".##."
    "#..#"
    "..#."
    ".#.."
    "####",
    "###."
    "...#"
    ".##."
    "...#"
    "###.",
    "#..#"
    "#..#"
    "####"
    "...#"
    "...#",
    "####"
    "#..."
    "###."
    "...#"
    "###.",
    ".##."
    "#..."
    "###."
    "#..#"
    ".##.",
    "####"
    "...#"
    "..#."
    ".#.."
    ".#..",
    ".##."
    "#..#"
    ".##."
    "#..#"
    ".##.",
    ".##."
    "#..#"
    ".###"
    "...#"
    ".##."};

/// Ten digits at nine places: in the middle, and a pixel off it in each direction.
PictureSet shifted_digits() {
  PictureSet set{.id = "digits",
                 .rows = digit_rows + 2 * picture_margin,
                 .columns = digit_columns + 2 * picture_margin};
  for (const std::string_view digit : drawn_digits)
    for (int down = 0; down <= 2 * picture_margin; ++down)
      for (int right = 0; right <= 2 * picture_margin; ++right) {
        Configuration picture(static_cast<std::size_t>(set.pixels()));
        for (int row = 0; row < digit_rows; ++row)
          for (int column = 0; column < digit_columns; ++column)
            picture[static_cast<std::size_t>((row + down) * set.columns + column + right)] =
                digit[static_cast<std::size_t>(row * digit_columns + column)] == '#';
        set.pictures.push_back(std::move(picture));
      }
  return set;
}

std::vector<PictureSet> all() { return {bars(2), bars(3), bars(4), shifted_digits()}; }

}  // namespace

std::vector<std::string> picture_set_names() {
  std::vector<std::string> names;
  for (const PictureSet& set : all()) names.push_back(set.id);
  return names;
}

PictureSet picture_set(const std::string& id) {
  for (const PictureSet& set : all())
    if (set.id == id) return set;
  throw Error("unknown set of pictures", id, legal_words(id, picture_set_names()), "");
}

}  // namespace ergo
