#pragma once

#include <QPointF>
#include <QSizeF>
#include <optional>
#include <span>
#include <string>

#include "core/mixture/mode_list.h"

namespace ergo {

class Navigation;
struct Pen;

/// A handle of one of a list of Gaussians.
struct ModeHandle {
  enum Part { centre, first, second } part = centre;  ///< or the end of an axis, one standard deviation from the centre
  std::size_t mode = 0;
  bool operator==(const ModeHandle&) const = default;
};

/// Where a cell shows a list of Gaussians. Places are in logical pixels of the cell.
struct ModeHandles {
  std::span<const GaussianMode> modes;
  const Navigation& navigation;
  QSizeF cell;
  double unit;  ///< of lengths on the screen, times logical pixels

  /// An axis too short for that ends a few pixels off the centre.
  QPointF place(const ModeHandle& handle) const;
  /// The handle within a few pixels, the nearest one.
  std::optional<ModeHandle> at(QPointF point) const;
  /// All ellipses of one standard deviation with their handles; `chosen` in the accent's colour.
  void draw(std::optional<std::size_t> chosen, std::optional<ModeHandle> under, const Pen& pen) const;
  /// The numbers of a mode beside it. Returns their lines.
  std::string draw_numbers(std::size_t mode, const Pen& pen) const;
};

/// A mode after one of its handles was moved by this vector of the plane. The end of the first axis turns the mode and
/// sets the standard deviation along it, that of the second sets the one across.
GaussianMode with_handle_moved(const GaussianMode& mode, ModeHandle::Part part, Position by);

}  // namespace ergo
