#include "core/config/own_density.h"

#include "core/config/other_space.h"
#include "core/mixture/fitted_modes.h"

namespace ergo {
namespace {

constexpr const char *unit = "modes", *list = "gaussians";

std::string words_of(const FittedModes& fitted) {
  using By = FittedModes::By;
  const std::size_t count = fitted.modes.size();
  const std::string some = count == 1 ? "one Gaussian" : std::to_string(count) + " Gaussians";
  if (fitted.by == By::terms) return std::string("The density is ") + some + " as before.";
  if (fitted.by == By::moments) return "No mode was found: one Gaussian with the density's mean and covariance.";
  std::string left = ".";
  if (fitted.left_out > 0) left = std::string(", the ") + std::to_string(fitted.left_out) + " lightest left out.";
  return std::string("An approximation: ") + some + " with the density's curvature at its " +
         (count == 1 ? "mode" : "modes") + left;
}

}  // namespace

bool is_gaussians(const UnitChoice& target) { return target.id == unit; }

std::string own_text(const UnitChoice& target) {
  const Descriptor& d = target_descriptor(target);
  return value_text(target, d, static_cast<std::size_t>(find_parameter(d, list)));
}

std::vector<GaussianMode> gaussians_of(const UnitChoice& target) {
  return parse_modes(own_text(target), gaussians_edit({}).path);
}

Assignment gaussians_edit(std::span<const GaussianMode> modes) {
  return {std::string("target.") + list, modes_text(modes)};
}

std::string not_editable(const Descriptor& target) {
  const std::string subject = "Editing the density with the mouse ";
  if (target.space != Space::plane) return subject + needed_by(Space::plane) + "; " + target.title + " is a lattice.";
  return target.dim == 2 ? "" : subject + "needs a target in two dimensions; " + target.title + " has one.";
}

OwnDensity as_gaussians(const Target& target) {
  const FittedModes fitted = fitted_modes(target);
  return {{{"target", unit}, gaussians_edit(fitted.modes)}, words_of(fitted)};
}

}  // namespace ergo
