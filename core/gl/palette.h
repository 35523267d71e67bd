#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ergo {

/// 0xRRGGBB.
using Colour = std::uint32_t;

/// The design tokens of one theme: the one place where colours are written down. The window's style, the
/// picture, plots and exports read them from here.
struct Palette {
  std::string id;  ///< "dark", "light", "projector"
  Colour ground, panel, raised, hairline, picture, text, secondary, accent;
  Colour density_low, density_high;  ///< ends of the density map
  Colour emphasis;                   ///< the followed chain, proposals
  double line_width;                 ///< logical pixels of a plot line
};

/// Throws Error for an unknown id.
const Palette& palette(std::string_view id);
std::vector<std::string> palette_ids();

/// The fixed colour of a sampler on this ground.
Colour sampler_colour(std::string_view sampler, const Palette& palette);

}  // namespace ergo
