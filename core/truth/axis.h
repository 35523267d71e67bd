#pragma once

#include <vector>

namespace ergo {

/// How nodes are spaced along one axis: evenly in t(x) = d / length + asinh(d / scale), d = x - centre.
/// Without scale they are even; with it dense at the centre, spaced in proportion to the distance, up to
/// `length` at most.
struct Grading {
  double centre = 0;
  double density = 1;  ///< 1 / length
  double scale = 0;    ///< 0: no graded part

  double t(double x) const;
  double slope(double x) const;  ///< dt/dx
};

/// Nodes along one axis and the weights of the trapezoidal rule on them.
class Axis {
 public:
  Axis() = default;  ///< one node at 0 of weight 1: an axis that is not there
  Axis(Grading grading, double low, double high, int count);

  int count() const { return static_cast<int>(nodes_.size()); }
  double node(int i) const { return nodes_[i]; }
  double weight(int i) const { return weights_[i]; }
  double low() const { return nodes_.front(); }
  double high() const { return nodes_.back(); }
  const Grading& grading() const { return grading_; }
  /// Fractional node index of x; outside [0, count - 1] beyond the ends. 0 for one node.
  double index(double x) const { return count() > 1 ? (grading_.t(x) - t_low_) / step_ : 0; }
  Axis doubled() const { return Axis(grading_, low(), high(), 2 * count() - 1); }

 private:
  Grading grading_;
  double t_low_ = 0, step_ = 1;
  std::vector<double> nodes_ = {0.0}, weights_ = {1.0};
};

}  // namespace ergo
