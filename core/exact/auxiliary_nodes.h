#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/unit/lattice.h"

namespace ergo {

/// The trapezoidal rule over an auxiliary variable u ~ N(M x, I): nodes that all sites x share, along the
/// eigenvectors of M. Directions along which M x varies by less than 1e-3 over the lattice are left out: u
/// says nothing of x there, and what it adds to the proposal changes moves by less than the square of that.
class AuxiliaryNodes {
 public:
  AuxiliaryNodes(const Curvature& curvature, const Sides& sides);

  /// 0, 1 or 2.
  std::size_t directions() const { return directions_.size(); }
  /// Of a level and those below it.
  double count(int level) const;
  /// A node's weight is its density times this.
  double volume(int level) const;
  /// Coordinates u along the directions, at spacing 2^-level/2: those that the levels below do not have.
  std::vector<Position> added(int level) const;
  /// All of a level.
  std::vector<Position> all(int level) const;

  /// A node from a site: z = u - M x, and the density of N(0, I) there, 0 beyond 8.5 in a direction.
  struct Seen {
    Position z;
    double density;
  };
  Seen seen(Position node, Position x) const;

 private:
  struct Direction {
    Position axis;
    double size, low, high;  ///< M's eigenvalue, and the ends of axis.M x
  };
  /// First and last multiple of the spacing along direction k; 0 where there is none.
  std::pair<long, long> range(std::size_t k, int level) const;
  std::vector<Position> grid(int level, bool only_added) const;

  std::vector<Direction> directions_;
};

}  // namespace ergo
