#pragma once

#include <string>

#include "core/view/projection.h"

namespace ergo {

/// What the still ground of a picture depends on: it is kept while this stays.
struct GroundKey {
  GroundKey(const Session& session, const View& view, const Projection& shown)
      : target(session.stepped_target()),
        revision(session.target_revision()),
        width(view.width),
        height(view.height),
        scale(view.scale),
        camera(view.camera),
        palette(view.palette.id),
        contours(view.contours),
        coordinates(shown.coordinates),
        mean(shown.mean),
        sd(shown.sd) {}
  /// Whether the density is the same too, wherever it is seen from.
  bool same_density(const GroundKey& other) const {
    return target == other.target && revision == other.revision && coordinates == other.coordinates;
  }
  bool operator==(const GroundKey&) const = default;

  UnitChoice target;
  std::uint64_t revision;  ///< of what is learned
  int width, height;
  double scale;
  Camera camera;
  std::string palette;
  bool contours;
  Coordinates coordinates;
  Position mean, sd;
};

}  // namespace ergo
