#pragma once

#include <vector>

#include "core/base/stop.h"
#include "core/survey/descent.h"

namespace ergo {

/// Where the mass of a density lies, as far as its energy shows.
struct FoundWindow {
  /// Each of its sides leaves out 2.5e-4 of the mass at most, and it has a sixteenth of its width to spare on each: of
  /// a Gaussian, four standard deviations. For dim 1, y covers half the length of x.
  Window window{{-1, -1}, {1, 1}};
  /// The same without spare room, and where tails are heavy no more than four times as far from the median as the
  /// twentieth of the mass that lies on that side.
  Window frame{{-1, -1}, {1, 1}};
  double log_normaliser = 0;  ///< of the mass found, to 1e-4 where `bounded`, 1e-3 where E has cusps
  /// False where nothing with mass was found: the windows are no more than a place to start from.
  bool found = false;
  /// False where the mass seems to reach without end: then the windows show where E is low, within eight of the
  /// lengths over which it changes by 1.
  bool bounded = false;
  /// Where descents ended, the lowest first.
  std::vector<LowPoint> low;
};

/// Finds the mass by its energy alone, whatever its place and scale between 1e-3 and 1e8: descents from low nodes of
/// growing boxes (low_points), then the mass about all that they found (MassCells). Separate modes are found if each
/// has a basin wider than a fiftieth of its distance from the origin. At most 1e6 evaluations; 2.5e5 for a plain
/// density. A stopped search returns what it has.
FoundWindow find_window(const Landscape& landscape, StopToken stop = {});

}  // namespace ergo
