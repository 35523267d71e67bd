#pragma once

namespace ergo {

/// What a plot's horizontal axis counts.
enum class Abscissa { gradients, steps, seconds };

/// A moment of a run on each of those axes.
struct Moment {
  double gradients = 0, steps = 0, seconds = 0;
  double on(Abscissa abscissa) const {
    return abscissa == Abscissa::gradients ? gradients : abscissa == Abscissa::steps ? steps : seconds;
  }
};

}  // namespace ergo
