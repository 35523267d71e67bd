#pragma once

namespace ergo {

/// Quantity on the horizontal axis of plots.
enum class Abscissa { gradients, steps, seconds };

/// A moment of a run: gradient evaluations of a chain, steps, and seconds spent on steps.
struct Moment {
  double gradients = 0, steps = 0, seconds = 0;
  double on(Abscissa abscissa) const {
    return abscissa == Abscissa::gradients ? gradients : abscissa == Abscissa::steps ? steps : seconds;
  }
};

}  // namespace ergo
