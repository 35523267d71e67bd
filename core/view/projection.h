#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/run/session.h"
#include "core/view/view.h"

namespace ergo {

/// How the chains' states become points of the picture: which two numbers of a state row are the axes, and
/// what is known of the density there. Phase-space planes are stretched upwards so that both axes fill the
/// picture.
struct Projection {
  Coordinates coordinates = Coordinates::position;
  int horizontal = 0, vertical = 1;  ///< offsets in a state row
  int crossing = -1;                 ///< section: the number whose rise through `level` marks a point
  double level = 0;
  double stretch = 1;  ///< picture's y = stretch * vertical number
  double spread = 0;   ///< chain_spread() of the target
  Window window;       ///< worth showing, as drawn
  Window sites;        ///< of a lattice: the squares around its sites
  bool named = false;  ///< the axes have names of their own, which the picture cannot do without
  std::string horizontal_symbol = "x", vertical_symbol = "y";
  /// The density under the chains.
  enum class Ground { target, target_and_momentum, normal, none } ground = Ground::target;
  Position mean, sd = {1, 1};  ///< Ground::normal, in the numbers' own units

  bool line = false;  ///< a target of dim 1 at its positions: a curve and a strip
};

/// The coordinates that a run of this sampler on this target has; always position, first.
std::vector<Coordinates> coordinates_of(const Descriptor& sampler);

/// What the colour of the run's chains shows in this view; never automatic. The sampler where the run has nothing of
/// what is asked for: no thermostat, no step that can be rejected, no measure of divergence.
ColourBy colour_shown(const View& view, const Session& session);

/// Values of a quantity at the middle and from end to end of the colours' ramp.
struct ToneRange {
  double middle = 0, width = 1;
};
/// Of a thermostat: two standard deviations to either side of its mean.
ToneRange thermostat_tones(const Session& session);

/// The predicted distribution of the sampler's thermostat; N(0, 1) if theory has none.
Prediction thermostat_distribution(const Session& session);

/// Whether numbers stand along the edges of a picture of so many logical pixels per unit of the plane, where
/// it is written on: on lines, in planes that are not of positions alone, on named axes, on lattices whose sites are
/// large enough, and over positions if they are `wanted`.
bool has_scales(const Projection& shown, double pixels_per_unit, bool wanted);

/// What the view asks for, or positions where the run lacks it.
Projection projection(const Session& session, Coordinates wanted);

/// What is worth showing in the pictures of several runs in these coordinates, whose starts may differ: the smallest
/// window around theirs.
Window common_window(std::span<const Session* const> runs, Coordinates shown);

/// Where a chain of this state row is drawn.
Position drawn_at(const Projection& shown, const Target& target, std::span<const double> row,
                  std::uint32_t chain);
/// The chain drawn nearest to a place, of those that have not diverged; nothing where all have.
std::optional<std::uint32_t> nearest_chain(const Projection& shown, const Target& target,
                                           const ChainData& chains, Position place);

/// The density of the picture's ground, as a target whose x is the numbers shown (not stretched). Refers to
/// `target`.
std::unique_ptr<Target> ground_density(const Projection& shown, const Target& target);

}  // namespace ergo
