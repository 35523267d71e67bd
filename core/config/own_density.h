#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/config/assignment.h"
#include "core/mixture/mode_list.h"

namespace ergo {

/// Whether a target is the user's own list of Gaussians.
bool is_gaussians(const UnitChoice& target);
/// The text of such a target, and what it says.
std::string own_text(const UnitChoice& target);
std::vector<GaussianMode> gaussians_of(const UnitChoice& target);
/// The edit that makes it this list.
Assignment gaussians_edit(std::span<const GaussianMode> modes);

/// Why a target's density cannot be edited in the plane, as it is or after a conversion; empty if it can.
std::string not_editable(const Descriptor& target);

/// The edits that make a run's target the user's own, where not_editable() is empty, and what they do to the density.
struct OwnDensity {
  std::vector<Assignment> edits;
  std::string words;
};
OwnDensity as_gaussians(const Target& target);

}  // namespace ergo
