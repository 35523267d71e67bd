#include "core/view/view.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/unit/lattice.h"

namespace ergo {

Camera camera_for(const Window& window, double aspect) {
  const Position extent = window.high - window.low;
  return {0.5 * (window.low + window.high), std::max(extent.y, extent.x / aspect)};
}

Camera camera_for(const Window& window, Position size, const Box& free) {
  const Camera camera = camera_for(window, free.width() / free.height());
  const double unit = camera.height / free.height();  // plane units per pixel
  const Position shift{(free.left + free.right - size.x) / 2, (free.top + free.bottom - size.y) / 2};
  return {camera.centre + unit * Position{-shift.x, shift.y}, unit * size.y};
}

std::vector<std::string> colour_names() {
  return {"auto",       "sampler", "energy",   "kinetic_energy", "weight",
          "thermostat", "origin",  "accepted", "divergence"};
}

ColourBy colour_named(const std::string& name, const std::string& where) {
  const auto names = colour_names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw Error("unknown colour", name, legal_words(name, names), where);
  return static_cast<ColourBy>(found - names.begin());
}

std::vector<std::string> coordinates_names() { return {"position", "phase", "thermostat", "section"}; }

Coordinates coordinates_named(const std::string& name, const std::string& where) {
  const auto names = coordinates_names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw Error("unknown coordinates", name, legal_words(name, names), where);
  return static_cast<Coordinates>(found - names.begin());
}

std::vector<std::string> show_names() {
  return {"target", "histogram", "difference", "expected", "configurations"};
}

std::string present_show_name(const std::string& name) {
  if (name == "law") return "target";
  if (name == "swarm") return "histogram";
  if (name == "infinite") return "expected";
  return name;
}

Show show_named(const std::string& name, const std::string& where) {
  const auto names = show_names();
  const auto found = std::ranges::find(names, present_show_name(name));
  if (found == names.end()) throw Error("unknown view", name, legal_words(name, names), where);
  return static_cast<Show>(found - names.begin());
}

Show shown_on(const Target& target, const View& view) {
  if (!target.lattice() || view.show == Show::configurations) return Show::target;
  const auto& infinite = view.infinite.distribution;
  const bool known = infinite && infinite->size() == target.lattice()->sides().count();
  return view.show == Show::expected && !known ? Show::target : view.show;
}

bool shows_configurations(const Target& target, const View& view) {
  return target.sites() && view.show == Show::configurations;
}

bool follows_paths(const View& view) { return view.trails || view.coordinates == Coordinates::section; }

bool keeps_marks(const View& view) {
  return view.coordinates == Coordinates::section || view.colour_by == ColourBy::divergence;
}

double zoom(const View& view) { return view.height / view.camera.height; }

Position to_pixel(const View& view, Position plane) {
  const Position offset = zoom(view) * (plane - view.camera.centre);
  return {0.5 * view.width + offset.x, 0.5 * view.height - offset.y};
}

Position to_plane(const View& view, Position pixel) {
  const Position offset{pixel.x - 0.5 * view.width, 0.5 * view.height - pixel.y};
  return view.camera.centre + offset / zoom(view);
}

LineLayout line_layout(const Window& window) {
  const double height = window.high.y - window.low.y;
  return {.baseline = window.low.y + 0.3 * height,
          .peak_height = 0.6 * height,
          .strip_low = window.low.y + 0.06 * height,
          .strip_high = window.low.y + 0.26 * height};
}

double chain_spread(const Target& target) { return target.lattice() ? 0.86 : 0; }

Position shown_position(const Target& target, Position x, std::uint32_t chain) {
  // Weyl sequences on 24 bits: multiples of 2^32/phi, and of 2^32/g and 2^32/g^2 with g^3 = g + 1 in the
  // plane (Roberts 2018).
  const auto fraction = [chain](std::uint32_t factor) {
    return static_cast<double>((chain * factor) >> 8) / 16777216.0;
  };
  const double spread = chain_spread(target);
  if (target.dim != 1)
    return x + spread * (Position{fraction(3242174889u), fraction(2447445414u)} - Position{0.5, 0.5});
  const LineLayout layout = line_layout(target.window());
  return {x.x, layout.strip_low + fraction(2654435769u) * (layout.strip_high - layout.strip_low)};
}

}  // namespace ergo
