#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/unit/draws_used.h"
#include "core/unit/target.h"
#include "core/view/palette.h"

namespace ergo {

/// What part of the plane the picture shows: `height` plane units from bottom to top.
struct Camera {
  Position centre;
  double height = 1;
  bool operator==(const Camera&) const = default;
};

/// The camera that shows the whole of the target's window in a picture of this aspect (width / height).
Camera camera_for(const Window& window, double aspect);

/// A rectangle of a picture: logical pixels from its upper left corner, y down.
struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

/// The camera of a picture of this size, in logical pixels, that shows the whole of a window
/// within a part of it.
Camera camera_for(const Window& window, Position size, const Box& free);

/// What a chain's colour shows. Automatic: its thermostat in the plane (x, p), if it has one, otherwise its
/// sampler. Origin: where it was at step 0 (Origins). Accepted: whether the last step moved it. Divergence: marks on
/// chains whose last step diverged, and marks that stay where others did; the chains are grey.
enum class ColourBy { automatic, sampler, energy, kinetic_energy, weight, thermostat, origin, accepted, divergence };
/// auto, sampler, energy, kinetic_energy, weight, thermostat, origin, accepted, divergence.
std::vector<std::string> colour_names();
/// Throws Error naming `where`, the name and the legal ones.
ColourBy colour_named(const std::string& name, const std::string& where);
/// What the picture's axes are: the position; (x, p); (p, xi); or a Poincare section, the points (x, p) at
/// which chains pass xi's mean upwards, kept until the view changes.
enum class Coordinates { position, phase, thermostat, section };

/// Their names in files and options: position, phase, thermostat, section.
std::vector<std::string> coordinates_names();
/// Throws Error naming `where`, the name and the legal ones.
Coordinates coordinates_named(const std::string& name, const std::string& where);

/// What a lattice's sites show: their exact distribution with the chains on it, or in the distribution's own
/// colours the fraction of the chains on each, or where that fraction is larger or smaller than chance
/// allows, or in the distribution's colours again what that fraction would be of infinitely many chains.
/// Fractions stand in the middle of large sites, on their distribution. Configurations: of a target of configurations of
/// sites these themselves, of the first chains, in place of the lattice of their statistics.
enum class Show { target, histogram, difference, expected, configurations };
/// Their names in files and options: target, histogram, difference, expected, configurations.
std::vector<std::string> show_names();
/// The present name for one from before 1.0.0 (law, swarm, infinite); other names as they are.
std::string present_show_name(const std::string& name);
/// Throws Error naming `where`, the name and the legal ones.
Show show_named(const std::string& name, const std::string& where);

/// A distribution of a lattice's sites, by state number, at a step of the run.
struct DistributionAtStep {
  std::uint64_t step = 0;
  std::shared_ptr<const std::vector<double>> distribution;  ///< null: not known
};

/// Everything the picture depends on except the run.
struct View {
  int width = 1280, height = 800;  ///< physical pixels
  double scale = 1;                ///< physical pixels per logical pixel
  Camera camera;
  Palette palette;
  std::optional<double> place = {};  ///< of the run among those of its sampler: run_colour()
  Coordinates coordinates = Coordinates::position;  ///< position where the run has no such state
  ColourBy colour_by = ColourBy::automatic;         ///< sampler where the run has no such channel
  Show show = Show::target;  ///< distribution in the plane, and for an infinite one not known
  DistributionAtStep infinite;     ///< of infinitely many chains
  DrawsUsed draws = DrawsUsed::weighted;
  bool contours = false;     ///< around 50, 80, 95 and 99 % of the mass in the target's window
  bool marginals = false;    ///< wanted along the edges, by an overlay
  bool scales = false;       ///< numbers along the edges over positions in the plane
  bool transparent = false;  ///< chains, trails and marks alone, the image's alpha theirs
  bool trails = true;
  double trail_life = 8;  ///< frames until a trail has faded to 1/e
  double point_size = 2;  ///< diameter in logical pixels of a chain of median weight among 16384 chains
};

/// Pixels, rows from top to bottom, RGBA with 8 bits each.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};

/// Whether the picture shows where chains have been: trails, or the points of a section.
bool follows_paths(const View& view);
/// Whether something of every step stays in the picture until it is forgotten: points of a section, marks of
/// divergences.
bool keeps_marks(const View& view);

/// What the lattice in the picture of this target shows.
Show shown_on(const Target& target, const View& view);

/// Whether the picture is one of configurations, without a plane. Scenes of the plane show the target then.
bool shows_configurations(const Target& target, const View& view);

/// Physical pixels per unit of the plane.
double zoom(const View& view);
/// Place in the picture in physical pixels, x to the right and y downwards from the top left corner; the
/// first pixel's centre is (1/2, 1/2).
Position to_pixel(const View& view, Position plane);
Position to_plane(const View& view, Position pixel);

/// How a target of dim 1 is laid out over the y range of its window: its density stands on `baseline` and is
/// `peak_height` high, its chains lie in a strip below.
struct LineLayout {
  double baseline = 0, peak_height = 1, strip_low = 0, strip_high = 0;
};
LineLayout line_layout(const Window& window);

/// Side of the square around a site over which its chains are spread; 0 in the plane.
double chain_spread(const Target& target);

/// Where in the plane a chain at x is drawn: x itself, but spread over the strip where dim is 1 and over its
/// site's square on a lattice.
Position shown_position(const Target& target, Position x, std::uint32_t chain);

}  // namespace ergo
