#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/config/assignment.h"
#include "core/mixture/mode_list.h"
#include "core/painting/painting.h"

namespace ergo {

/// Whether a target is the user's own list of Gaussians, or painting.
bool is_gaussians(const UnitChoice& target);
bool is_painting(const UnitChoice& target);
/// The text of such a target, and what it says.
std::string own_text(const UnitChoice& target);
std::vector<GaussianMode> gaussians_of(const UnitChoice& target);
Painting painted(const UnitChoice& target);
/// The edit that makes it this one.
Assignment gaussians_edit(std::span<const GaussianMode> modes);
Assignment painting_edit(const Painting& painting);

/// The edits that make a file the target: a table the density of its points, a picture an image. Empty for other files,
/// and for a table that this program exported, beside which a description stands.
std::vector<Assignment> density_from(const std::string& file);

/// Why a target's density cannot be edited in the plane, as it is or after a conversion; empty if it can.
std::string not_editable(const Descriptor& target);

/// The edits that make a run's target the user's own, where not_editable() is empty, and what they do to the density.
struct OwnDensity {
  std::vector<Assignment> edits;
  std::string words;
};
OwnDensity as_gaussians(const Target& target);
/// Throws Error where the target's window is none that can be painted on.
OwnDensity as_painting(const Target& target);

}  // namespace ergo
