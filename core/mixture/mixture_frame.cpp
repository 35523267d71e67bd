#include "core/mixture/mixture_frame.h"

#include <cmath>
#include <numbers>

namespace ergo {
namespace {

double normal_cdf(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double quantile(std::span<const GaussianTerm> terms, const Window& window, bool of_y, double share) {
  double from = of_y ? window.low.y : window.low.x, to = of_y ? window.high.y : window.high.x;
  for (int halving = 0; halving < 20; ++halving) {
    const double middle = (from + to) / 2;
    double below = 0;
    for (const auto& [weight, mean, xx, xy, yy] : terms)
      below +=
          weight * normal_cdf(of_y ? (middle - mean.y) / std::sqrt(yy) : (middle - mean.x) / std::sqrt(xx));
    (below < share ? from : to) = middle;
  }
  return share < 0.5 ? from : to;
}

}  // namespace

Window mixture_frame(std::span<const GaussianTerm> terms, const Window& window) {
  constexpr double beyond = 1e-3 / 4;
  Window frame = window;
  frame.low.x = quantile(terms, window, false, beyond);
  frame.high.x = quantile(terms, window, false, 1 - beyond);
  if (terms.empty() || terms[0].yy == 0) return frame;
  frame.low.y = quantile(terms, window, true, beyond);
  frame.high.y = quantile(terms, window, true, 1 - beyond);
  return frame;
}

}  // namespace ergo
