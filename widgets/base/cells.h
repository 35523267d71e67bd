#pragma once

#include <QPointF>
#include <QRect>
#include <QSize>
#include <QSizeF>
#include <vector>

namespace ergo {

/// Where the pictures of up to six runs stand on one surface: up to 2x3 cells of one size, a line between
/// them. A column at the surface's right edge can be left free for panels.
class Cells {
 public:
  Cells() : Cells(1, {1, 1}, 1) {}
  /// `size`: of the surface in logical pixels, `ratio`: physical ones per logical one, `column`: width of the column.
  Cells(int count, QSizeF size, double ratio, double column = 0);

  int count() const { return static_cast<int>(places_.size()); }
  /// In physical pixels, y down.
  QRect pixels(int cell) const { return places_[static_cast<std::size_t>(cell)]; }
  QSize surface_pixels() const { return surface_; }  ///< of the cells together
  QSize whole_pixels() const { return whole_; }      ///< with the column
  int line() const { return line_; }  ///< physical pixels between cells
  /// In logical pixels.
  QPointF corner(int cell) const { return QPointF(pixels(cell).topLeft()) / ratio_; }
  QSizeF size() const { return QSizeF(places_.front().size()) / ratio_; }
  /// The cell at a place of the surface, in logical pixels; the nearest one.
  int at(QPointF place) const;

 private:
  std::vector<QRect> places_;
  QSize surface_, whole_;
  double ratio_;
  int line_ = 0;
};

}  // namespace ergo
