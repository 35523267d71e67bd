#pragma once

#include <vector>

#include "core/unit/parameter.h"

namespace ergo {

/// The parameters `file`, `text`, `floor` and `invert` of targets that are a picture.
std::vector<Parameter> picture_parameters();

/// A picture as density: with v the grey value in [0, 1], g = v or 1 - v, p ∝ max(g, floor).
class PictureDensity {
 public:
  /// The file, or the text in bright letters, or a winking face. Throws Error if g is 0 everywhere.
  explicit PictureDensity(const Parameters& p);

  int width() const { return picture_.width; }
  int height() const { return picture_.height; }
  /// -log max(g, floor); column from the left, row from the top.
  double energy(int column, int row) const;

  /// The picture with its longer side at most so long, by averages over areas.
  PictureDensity at_most(int side) const;
  /// Tells where the file has more pixels than are used; else empty.
  std::string remark() const;

 private:
  GreyPicture picture_;
  double floor_;
  bool invert_;
};

}  // namespace ergo
