#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/maths/estimate.h"
#include "core/truth/tabulated_density.h"
#include "core/unit/target.h"

namespace ergo {

/// How a swarm is shared out among the modes of its target.
struct Occupancy {
  std::vector<Estimate> share;   ///< weight of the draws nearest to each mode
  std::vector<double> mass;      ///< the target's mass there
  Estimate total_variation;      ///< (1/2) sum_k |share_k - mass_k|
  std::optional<Interval> band;  ///< 5-95 % of it for as many exact draws as these are worth
};

/// The cells of the points nearest to each of a target's modes, and their exact masses: by quadrature over a
/// table, whose node boxes are shared out where they lie across a boundary; on a lattice by its sites.
class ModeCells {
 public:
  ModeCells(const Target& target, const TabulatedDensity& density);

  std::size_t size() const { return modes_.size(); }
  std::size_t nearest(Position x) const { return nearest_mode(modes_, x); }
  const std::vector<double>& masses() const { return masses_; }
  /// `effective_draws` of equal weight would have the same variance.
  Occupancy occupancy(std::span<const Position> x, std::span<const double> weights, double effective_draws);

 private:
  void add_box(Position centre, Position size, double mass);
  Interval band(double draws);

  std::vector<Mode> modes_;
  std::vector<double> masses_;
  std::map<std::size_t, Interval> bands_;  ///< by number of draws simulated
};

}  // namespace ergo
