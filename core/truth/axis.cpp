#include "core/truth/axis.h"

#include <cmath>

namespace ergo {

double Grading::t(double x) const {
  const double d = x - centre;
  return d * density + (scale > 0 ? std::asinh(d / scale) : 0);
}

double Grading::slope(double x) const {
  return density + (scale > 0 ? 1 / std::hypot(x - centre, scale) : 0);
}

Axis::Axis(Grading grading, double low, double high, int count)
    : grading_(grading), t_low_(grading.t(low)), step_((grading.t(high) - t_low_) / (count - 1)) {
  nodes_.resize(count);
  weights_.resize(count);
  double x = low;
  for (int i = 0; i < count; ++i) {
    // Newton's iteration from the node before; a step changes t by little, so that four are ample.
    const double t = t_low_ + i * step_;
    for (int iteration = 0; iteration < 4; ++iteration) x += (t - grading.t(x)) / grading.slope(x);
    nodes_[i] = x;
    weights_[i] = step_ / grading.slope(x);
  }
}

}  // namespace ergo
