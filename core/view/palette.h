#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ergo {

/// 0xRRGGBB.
using Colour = std::uint32_t;

/// The design tokens of one theme: the one place where colours are written down, but for samplers' own, which
/// their units name. The window's style, the picture, plots and exports read them from here.
struct Palette {
  std::string id;  ///< "dark", "light", "projector"
  Colour ground, panel, raised, hairline, picture, text, secondary, accent;
  Colour density_low, density_high;  ///< ends of the density map
  Colour excess, lack;               ///< ends of a map of differences, density_low its middle
  Colour emphasis;                   ///< the followed chain, proposals
  double line_width;                 ///< logical pixels of a plot line
  std::array<Colour, 5> ramp;        ///< a quantity of the chains from low to high, lightness monotone
  std::array<Colour, 8> classes;     ///< of chains, told apart by everyone
};

/// Throws Error for an unknown id.
const Palette& palette(std::string_view id);
std::vector<std::string> palette_ids();

/// The fixed colour of a sampler on this ground, at least 3:1 against it: its descriptor's tint, at least
/// least_colour_distance from that of every other sampler of its space, or else one that its id alone gives.
Colour sampler_colour(std::string_view sampler, const Palette& palette);

/// The colour of one of several runs of a sampler, by its place among them from 0 to 1 (run_places()): along the ramp,
/// at least 3:1 against the ground. Without a place sampler_colour().
Colour run_colour(std::string_view sampler, std::optional<double> place, const Palette& palette);

/// Distance of two sRGB colours in Oklab (Ottosson 2020), where black and white are 1 apart and 0.02 is just
/// noticeable side by side.
double colour_distance(Colour one, Colour other);
inline constexpr double least_colour_distance = 0.14;

/// Red, green and blue in [0, 1].
std::array<float, 3> components(Colour colour);
/// The same in proportion to light (sRGB's curve undone).
std::array<double, 3> linear_components(Colour colour);
/// Relative luminance of an sRGB colour (WCAG 2.2), in [0, 1].
double luminance(Colour colour);
/// Contrast ratio of two colours (WCAG 2.2), in [1, 21].
double contrast(Colour a, Colour b);

}  // namespace ergo
