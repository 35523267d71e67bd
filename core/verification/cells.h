#pragma once

#include <vector>

#include "core/unit/target.h"

namespace ergo {

/// A partition of the plane (of the line for dim 1) into a regular grid over a window and the rest, with the
/// exact probability of every cell: exp(-E)/Z by Gauss-Legendre quadrature, 12 nodes a side of a cell; on a
/// lattice the sum over a cell's sites. Z is the target's own, or that of its tabulated density.
class Cells {
 public:
  /// `scale` widens the target's window about its centre; `per_axis` cells a side.
  Cells(const Target& target, double scale, int per_axis);

  std::size_t size() const { return probabilities_.size(); }
  /// The cell a position lies in; the last one is all that lies outside the window.
  std::size_t index(Position x) const;
  const std::vector<double>& probabilities() const { return probabilities_; }
  /// The integral of E exp(-E)/Z over the window.
  double energy_inside() const { return energy_inside_; }
  /// Centre of a cell inside the window.
  Position centre(std::size_t index) const;

 private:
  void add_sites(const LatticeTarget& lattice);

  Window window_;
  int dim_, per_axis_;
  std::vector<double> probabilities_;
  double energy_inside_ = 0;
};

}  // namespace ergo
