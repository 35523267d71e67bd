#pragma once

#include <array>
#include <queue>
#include <span>
#include <vector>

#include "core/base/stop.h"
#include "core/survey/descent.h"

namespace ergo {

/// Where the mass exp(-E) of a box lies: the box halved along x or y again and again, where that gains most, each
/// part with its integral by the Clenshaw-Curtis rule of five nodes a side. Masses are kept as logarithms, so that
/// neither the depth nor the width of a dip matters.
///
/// The parts with the `low` points are halved until a node is nearly as low, and so are the neighbours of a part with
/// mass at their common edge: what touches known mass is found. Ends when the estimated error is below `tolerance` of
/// the mass, or after `most` evaluations.
class MassCells {
 public:
  MassCells(const Landscape& landscape, const Window& box, std::span<const LowPoint> low, double tolerance = 2e-5,
            std::size_t most = 500'000, StopToken stop = {});

  /// log of the integral of exp(-E) over the box; minus infinity where no node has mass.
  double log_mass() const { return log_mass_; }
  /// Estimated relative error of the mass.
  double error() const { return error_; }
  std::size_t evaluations() const { return evaluations_; }

  /// The part of the mass outside a window of the box.
  double outside(const Window& window) const;

  /// A marginal distribution as point masses that sum to 1, in ascending order.
  struct Marginal {
    std::vector<double> place, below;  ///< `below` includes the place's own mass
    /// The first place with at least this mass below it, and the last with at least this mass above.
    double low_quantile(double mass) const;
    double high_quantile(double mass) const;
  };
  Marginal marginal_x() const { return marginal(true); }
  Marginal marginal_y() const { return marginal(false); }

 private:
  static constexpr int nodes = 5;
  struct Cell {
    Position centre, half;
    double log_mass = 0, log_error = 0;
    bool along_x = true;                        ///< the axis along which halving gains most
    int child = 0;                              ///< of two; 0: not halved
    LowPoint lowest;                            ///< of the nodes
    std::array<double, nodes> column{}, row{};  ///< log masses
    std::array<LowPoint, 4> edge{};             ///< the lowest node at the left, right, lower and upper edge
  };

  Cell measured(Position centre, Position half);
  /// Halves a part along the axis it asks for, or along a given one.
  void halve(int cell, bool along_x);
  int part_at(Position x) const;
  void reveal(const LowPoint& point);
  void refine(double tolerance, std::size_t most, const StopToken& stop);
  /// Looks at the edges of parts that are new, where they have more than exp(log_part) of the mass; says whether any
  /// neighbour was halved.
  bool follow_edges(double log_part, std::size_t most);
  /// Sums over the parts that are not halved, from which `halve` goes on.
  void add_up();
  void replace_in_sums(const Cell& parent, const Cell& lower, const Cell& upper);
  Marginal marginal(bool along_x) const;

  const Landscape& landscape_;
  std::vector<Cell> cells_;
  std::priority_queue<std::pair<double, int>> worst_;    ///< parts by log error, with some that have been halved since
  std::size_t followed_ = 0;                             ///< cells whose edges have been looked at
  double reference_ = 0, mass_sum_ = 0, error_sum_ = 0;  ///< sums over parts, of exp(. - reference)
  double log_mass_ = 0, error_ = 0;
  std::size_t evaluations_ = 0;
};

}  // namespace ergo
