#pragma once

#include <string>
#include <vector>

#include "core/diagnostics/run_marginals.h"
#include "core/view/projection.h"

namespace ergo {

/// What the strips take of a run's picture of this size, from its right and its lower edge, where the view
/// asks for them: 0 along an axis that shows no number of the chains' states as they are now. `numbers`: what
/// those of scales take there. The same wherever the picture looks, because that depends on it.
Position strip_room(const View& view, const Projection& shown, Position size, Position numbers);

/// The histogram of one number of the chains' states along an edge of the picture, as shapes to draw one over
/// the other; all but the ground and the words cut off at `place`.
struct Strip {
  Box place;
  bool upright = false;     ///< along the right edge
  std::vector<Box> shares;  ///< bars of the draws
  std::vector<Box> band;    ///< 5-95 % of as many exact draws; empty where the distribution is not known
  std::vector<Position> distribution;  ///< corners of a line
  std::string symbol;                  ///< of the number; empty where the scales have it
  Colour colour = 0;                   ///< of the bars
};

/// Opacities of 255: the panel's colour as ground, the sampler's for bars, the text's for the band.
inline constexpr int strip_ground = 150, strip_bars = 170, strip_band = 60;

/// How the strips lie on a run's picture.
struct StripPlace {
  Box free;          ///< they lie along its right and its lower edge
  Position numbers;  ///< what those of scales take there; 0 where none are drawn
  double unit = 1;   ///< logical pixels to a unit of lengths
};

/// In line with the picture: the histograms of the numbers on its axes, in the sampler's colour; the exact
/// distribution as a line, its peak at three quarters of the strip, bars beyond the strip cut off; the band
/// of as many exact draws. Bins are at least 5 units wide, and so wide that a draw shares its own with 20
/// others.
class MarginalStrips {
 public:
  std::vector<Strip> of(const std::vector<Marginal>& marginals, const View& view, const Projection& shown,
                        Colour colour, const StripPlace& place);

 private:
  ShareBands across_, upright_;
};

/// The same of a run as it stands, over all of its picture; none where the view does not ask for them.
class RunStrips {
 public:
  /// Waits for the device.
  std::vector<Strip> of(Session& session, const View& view, Position numbers);

 private:
  RunMarginals marginals_;
  MarginalStrips strips_;
};

}  // namespace ergo
