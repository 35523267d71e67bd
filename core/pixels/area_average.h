#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ergo {

/// A picture made smaller: each of its pixels is the mean over the part of the original that it covers. Rows come one
/// by one, so that the original need not be kept.
class AreaAverage {
 public:
  /// All sides are 1 or more; no new side is larger than the original's.
  AreaAverage(int width, int height, int to_width, int to_height);

  /// The next row from the top, of `width` numbers; `height` rows in all.
  void add_row(std::span<const float> row);
  /// Rows from the top.
  std::vector<float> pixels() const;

 private:
  struct Share {
    std::size_t to;
    double part;  ///< of the new pixel
  };
  /// Of each original row or column, the new ones that it lies in.
  static std::vector<std::vector<Share>> shares(int from, int to);

  std::vector<std::vector<Share>> columns_, rows_;
  std::size_t width_, next_ = 0;
  std::vector<double> sums_, row_sums_;
};

}  // namespace ergo
