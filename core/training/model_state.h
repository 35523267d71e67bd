#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace ergo {

/// How weights move along a gradient. In iteration t = 0, 1, ... it is cut to the length `clip`; then they
/// take a step at the rate rate/(1 + t/decay), by Adam (Kingma & Ba 2015) or straight along it.
struct WeightStep {
  double rate = 0.01;
  double decay = 1000;  ///< iterations after which the rate is half of the first
  double clip = 10;
  bool adam = true;
};

/// Where a model that learns is: all that its next iteration depends on besides settings, data and chains.
/// Besides the weights there is their average, with weights ~ t^3 (Shamir & Zhang 2013): the weights
/// themselves swing about it.
struct ModelState {
  explicit ModelState(std::vector<double> first = {});

  std::vector<double> weights, averaged;
  std::vector<double> first_moment, second_moment;  ///< Adam's
  std::uint64_t iterations = 0;
  double gradient_norm =
      std::numeric_limits<double>::quiet_NaN();                ///< of the last iteration, before it was cut
  double diverged = std::numeric_limits<double>::quiet_NaN();  ///< chains that had, when it came

  /// One iteration down this gradient of a loss. Where it is not finite the weights stay as they are.
  void step(std::vector<double> gradient, const WeightStep& how);
  /// Whether the last iteration's gradient was not finite.
  bool broken() const { return iterations > 0 && !std::isfinite(gradient_norm); }
  std::size_t bytes() const { return 4 * weights.size() * sizeof(double); }
};

}  // namespace ergo
