#include "core/config/own_density.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <initializer_list>

#include "core/config/other_space.h"
#include "core/mixture/fitted_modes.h"

namespace ergo {
namespace {

/// A target that is a text, by the name of its parameter.
struct OwnText {
  const char *target, *parameter;
  std::string path() const { return std::string("target.") + parameter; }
};
constexpr OwnText list{"modes", "gaussians"}, drawing{"painted", "strokes"};

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

bool is_gaussians(const UnitChoice& target) { return target.id == list.target; }
bool is_painting(const UnitChoice& target) { return target.id == drawing.target; }

std::string own_text(const UnitChoice& target) {
  const Descriptor& d = target_descriptor(target);
  const char* parameter = is_painting(target) ? drawing.parameter : list.parameter;
  return value_text(target, d, static_cast<std::size_t>(find_parameter(d, parameter)));
}

std::vector<GaussianMode> gaussians_of(const UnitChoice& target) { return parse_modes(own_text(target), list.path()); }
Painting painted(const UnitChoice& target) { return parse_painting(own_text(target), drawing.path()); }

Assignment gaussians_edit(std::span<const GaussianMode> modes) { return {list.path(), modes_text(modes)}; }
Assignment painting_edit(const Painting& painting) { return {drawing.path(), painting_text(painting)}; }

std::vector<Assignment> density_from(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto is = [&](std::initializer_list<const char*> endings) { return std::ranges::find(endings, ending) != endings.end(); };
  std::error_code ignored;
  const bool table = is({".csv", ".npy"}) && !std::filesystem::exists(file + ".json", ignored);
  if (!table && !is({".png", ".jpg", ".jpeg"})) return {};
  return {{"target", table ? "points" : "image"}, {"target.file", file}};
}

std::string not_editable(const Descriptor& target) {
  const std::string subject = "Editing the density with the mouse ";
  if (target.space != Space::plane)
    return subject + needed_by(Space::plane) + "; " + target.title + " is " + kind_of(target.space) + ".";
  return target.dim == 2 ? "" : subject + "needs a target in two dimensions; " + target.title + " has one.";
}

OwnDensity as_gaussians(const Target& target) {
  const FittedModes fitted = fitted_modes(target);
  return {{{"target", list.target}, gaussians_edit(fitted.modes)}, words_of(fitted)};
}

OwnDensity as_painting(const Target& target) {
  const Painting painting = painting_of(target);
  const std::string side = std::to_string(painting.base ? painting.base->side : painted_nodes);
  return {{{"target", drawing.target}, painting_edit(painting)},
          std::string("A picture of ") + side + " × " + side + " nodes: an approximation."};
}

}  // namespace ergo
