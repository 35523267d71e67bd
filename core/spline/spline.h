#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/unit/target.h"

namespace ergo {

/// Energies on the nodes of an even grid over a window, whose sides hold the outermost nodes.
struct EnergyGrid {
  Window window;
  int columns = 2, rows = 2;   ///< two or more
  std::vector<double> energy;  ///< [row, column], rows from the lowest y upwards

  Position node(int column, int row) const {
    const Position side = window.high - window.low;
    return window.low + Position{side.x * column / (columns - 1), side.y * row / (rows - 1)};
  }
  bool operator==(const EnergyGrid& other) const;
};

/// An energy in the plane that takes the values of a grid at its nodes: a bicubic spline, so that the energy has
/// continuous second derivatives. The grid is continued as its mirror image, so that the slope across each side is 0;
/// beyond a side the energy is that at the nearest point of the window plus |x - nearest|^2/(2 s^2) along each axis,
/// with s a sixty-fourth of the window's side along that axis. The gradient is continuous there, and exp(-E) has a
/// finite integral. Source: Unser, Splines: a perfect fit for signal and image processing, IEEE Signal Process. Mag. 16
/// (1999) 22.
class Spline {
 public:
  explicit Spline(const EnergyGrid& grid);

  /// Exact derivatives of the spline, not differences.
  Evaluation operator()(Position x) const;
  /// E at many points: x, y and energy have an element for each.
  void energies(std::span<const double> x, std::span<const double> y, std::span<double> energy) const;

  /// The same with coefficients that single precision holds, so that a device has the very same density.
  Spline in_single_precision() const;

  /// s along each axis.
  Position reach_beyond() const {
    return {1 / (x_.per_unit * x_.reaches_a_cell), 1 / (y_.per_unit * y_.reaches_a_cell)};
  }

  /// What shaders/common/spline.glsl reads: for x and then for y the numbers of SplineAxis; then the coefficients by rows, of which there are three more than
  /// cells along each axis.
  std::vector<double> device_numbers() const;

  /// An even axis and the parabola beyond its ends.
  struct SplineAxis {
    double fraction = 0, per_unit = 1, shift = 0;  ///< x is in cell per_unit x - fraction + shift
    int cells = 1;
    double reaches_a_cell = 1;  ///< a cell's size over s

    std::size_t coefficients() const { return static_cast<std::size_t>(cells) + 3; }
  };

 private:
  SplineAxis x_, y_;
  std::vector<double> coefficients_;
};

}  // namespace ergo
