#include "core/picture/palette.h"

#include <algorithm>
#include <cmath>

#include "core/unit/error.h"

namespace ergo {
namespace {

const std::vector<Palette>& palettes() {
  static const std::vector<Palette> all = {
      {.id = "dark",
       .ground = 0x101318,
       .panel = 0x141820,
       .raised = 0x232936,
       .hairline = 0x262C37,
       .picture = 0x0C0F14,
       .text = 0xDFE3EA,
       .secondary = 0x8B94A5,
       .accent = 0x2F6FDE,
       .density_low = 0x0C0F14,
       .density_high = 0x4A8AA0,
       .excess = 0xF08A4B,
       .lack = 0x5B9DF5,
       .emphasis = 0xF0A92B,
       .line_width = 1.5,
       .ramp = {0x7C83E6, 0xB777D6, 0xE77AA0, 0xF7A072, 0xFBE08A}},
      {.id = "light",
       .ground = 0xF6F7F9,
       .panel = 0xFFFFFF,
       .raised = 0xEEF1F5,
       .hairline = 0xD9DEE6,
       .picture = 0xFBFCFD,
       .text = 0x1B222C,
       .secondary = 0x5A6575,
       .accent = 0x1F5FCC,
       .density_low = 0xFBFCFD,
       .density_high = 0x9DB9C6,
       .excess = 0xC2510A,
       .lack = 0x1F66C4,
       .emphasis = 0xB36B00,
       .line_width = 1.5,
       .ramp = {0xCF7426, 0xC9485B, 0xA2307F, 0x6A2C94, 0x2B1B6B}},
      {.id = "projector",
       .ground = 0xFFFFFF,
       .panel = 0xFFFFFF,
       .raised = 0xF2F2F2,
       .hairline = 0x8A8A8A,
       .picture = 0xFFFFFF,
       .text = 0x000000,
       .secondary = 0x333333,
       .accent = 0x0B4FC0,
       .density_low = 0xFFFFFF,
       .density_high = 0xB8B8B8,
       .excess = 0xB84700,
       .lack = 0x0B4FC0,
       .emphasis = 0xA65A00,
       .line_width = 2.5,
       .ramp = {0xCF7426, 0xC9485B, 0xA2307F, 0x6A2C94, 0x2B1B6B}},
  };
  return all;
}

struct Shade {
  std::string_view sampler;
  Colour on_dark, on_light;
};

/// Okabe-Ito hues, the first shade of each as it is or, on light, darkened to 3:1; the others lighter, deeper
/// or purer. Shades repeat only between samplers of the plane and of the lattice, which never share a plot.
const std::vector<std::vector<Shade>>& hues() {
  static const std::vector<std::vector<Shade>> all = {
      {{"esh", 0xF0A92B, 0xB87C00}, {"esh_unscaled", 0xB97E28, 0x7A4E00}, {"esh_rk45", 0xFFDCA0, 0x4A2E08}},
      {{"ula", 0x56B4E9, 0x1F9AC0},
       {"mala", 0x0C8BDF, 0x0A3D6E},
       {"langevin", 0xACDFFF, 0x0A86FF},
       {"dmala", 0x56B4E9, 0x1F9AC0},
       {"dula", 0x0C8BDF, 0x0A3D6E},
       {"lb1", 0xACDFFF, 0x0A86FF}},
      {{"hmc", 0xF0E442, 0x9A8F00}, {"nuts", 0x938D07, 0x4F5200}},
      {{"nose_hoover", 0x2FBF91, 0x009E73}},
      {{"sgnht", 0xE2703A, 0xD55E00}, {"sghmc", 0xFFB99A, 0x8A2A00}, {"sgld", 0xF8431C, 0xE8351A}},
      {{"rwm", 0x999999, 0x8C8C8C},
       {"lattice_rwm", 0x999999, 0x8C8C8C},
       {"lattice_gibbs", 0xC4C4C4, 0x4A4A4A}},
      {{"ab", 0x7A86FF, 0x0072B2}},
      {{"acs", 0xCC79A7, 0xC06A9A}},
  };
  return all;
}

}  // namespace

const Palette& palette(std::string_view id) {
  for (const Palette& one : palettes())
    if (one.id == id) return one;
  throw Error("unknown theme", std::string(id), legal_words(id, palette_ids()), "theme");
}

std::vector<std::string> palette_ids() {
  std::vector<std::string> ids;
  for (const Palette& one : palettes()) ids.push_back(one.id);
  return ids;
}

Colour sampler_colour(std::string_view sampler, const Palette& palette) {
  const bool dark = luminance(palette.picture) < 0.5;
  for (const std::vector<Shade>& hue : hues())
    if (const auto shade = std::ranges::find(hue, sampler, &Shade::sampler); shade != hue.end())
      return dark ? shade->on_dark : shade->on_light;
  return palette.secondary;
}

bool same_hue(std::string_view one, std::string_view other) {
  return one == other || std::ranges::any_of(hues(), [&](const std::vector<Shade>& hue) {
           return std::ranges::count(hue, one, &Shade::sampler) &&
                  std::ranges::count(hue, other, &Shade::sampler);
         });
}

std::array<float, 3> components(Colour colour) {
  const auto channel = [&](int shift) { return static_cast<float>((colour >> shift) & 0xFF) / 255.0f; };
  return {channel(16), channel(8), channel(0)};
}

double luminance(Colour colour) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  const auto [red, green, blue] = components(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

double contrast(Colour a, Colour b) {
  const auto [dim, bright] = std::minmax({luminance(a), luminance(b)});
  return (bright + 0.05) / (dim + 0.05);
}

}  // namespace ergo
