#include "core/view/palette.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/unit/registry.h"

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
       .ramp = {0x7C83E6, 0xB777D6, 0xE77AA0, 0xF7A072, 0xFBE08A},
       .classes = {0xE79F01, 0x32ADFB, 0x01A274, 0xEFE43B, 0x4B70E9, 0xE75C35, 0xDB88B9, 0xCCC6F7}},
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
       .density_high = 0x8AA9BA,
       .excess = 0xC2510A,
       .lack = 0x1F66C4,
       .emphasis = 0xB36B00,
       .line_width = 1.5,
       .ramp = {0xCF7426, 0xC9485B, 0xA2307F, 0x6A2C94, 0x2B1B6B},
       .classes = {0xC07600, 0x288DD2, 0x118762, 0x585E02, 0x2036A8, 0xDB1C45, 0xA9549B, 0x4C1D67}},
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
       .density_high = 0xA6A6A6,
       .excess = 0xB84700,
       .lack = 0x0B4FC0,
       .emphasis = 0xA65A00,
       .line_width = 2.5,
       .ramp = {0xCF7426, 0xC9485B, 0xA2307F, 0x6A2C94, 0x2B1B6B},
       .classes = {0xC07600, 0x288DD2, 0x118762, 0x585E02, 0x2036A8, 0xDB1C45, 0xA9549B, 0x4C1D67}},
  };
  return all;
}

/// Coordinates of an sRGB colour in Oklab (Ottosson 2020).
std::array<double, 3> oklab(Colour colour) {
  const auto [r, g, b] = linear_components(colour);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
               m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
               s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double srgb(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

/// The sRGB colour nearest to these coordinates in Oklab (Ottosson 2020), channel by channel.
Colour from_oklab(double lightness, double a, double b) {
  const auto cubed = [](double v) { return v * v * v; };
  const double l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b),
               m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b),
               s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b);
  Colour colour = 0;
  for (const double linear : {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                              -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                              -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s})
    colour = colour << 8 | static_cast<Colour>(std::lround(255 * srgb(std::clamp(linear, 0.0, 1.0))));
  return colour;
}

/// Hue and lightness by the id's hash (FNV-1a, its bits mixed as MurmurHash3 does): light shades on dark
/// grounds, dark ones on light.
Tint tint_of(std::string_view id) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char letter : id) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3;
  for (const std::uint64_t factor : {0xFF51AFD7ED558CCDu, 0xC4CEB9FE1A85EC53u})
    hash = (hash ^ hash >> 33) * factor;
  const double share = static_cast<double>(hash >> 40) / 0x1p24, angle = 2 * std::numbers::pi * share,
               shift = 0.04 * (static_cast<double>(hash >> 16 & 0xFF) / 255 - 0.5);
  const auto shade = [&](double lightness) {
    return from_oklab(lightness + shift, 0.11 * std::cos(angle), 0.11 * std::sin(angle));
  };
  return {shade(0.75), shade(0.52)};
}

Tint tint(std::string_view sampler) {
  for (const SamplerUnit& unit : samplers())
    if (unit.descriptor.id == sampler && unit.descriptor.tint) return *unit.descriptor.tint;
  return tint_of(sampler);
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
  const Tint shade = tint(sampler);
  return luminance(palette.picture) < 0.5 ? shade.on_dark : shade.on_light;
}

Colour run_colour(std::string_view sampler, std::optional<double> place, const Palette& palette) {
  if (!place) return sampler_colour(sampler, palette);
  const double along = std::clamp(*place, 0.0, 1.0) * static_cast<double>(palette.ramp.size() - 1);
  const std::size_t first = std::min(static_cast<std::size_t>(along), palette.ramp.size() - 2);
  const double share = along - static_cast<double>(first);
  const auto a = oklab(palette.ramp[first]), b = oklab(palette.ramp[first + 1]);
  const auto between = [&](std::size_t k) { return (1 - share) * a[k] + share * b[k]; };
  return from_oklab(between(0), between(1), between(2));
}

std::array<float, 3> components(Colour colour) {
  const auto channel = [&](int shift) { return static_cast<float>((colour >> shift) & 0xFF) / 255.0f; };
  return {channel(16), channel(8), channel(0)};
}

std::array<double, 3> linear_components(Colour colour) {
  std::array<double, 3> light{};
  for (std::size_t k = 0; k < 3; ++k) {
    const double c = components(colour)[k];
    light[k] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return light;
}

double colour_distance(Colour one, Colour other) {
  const std::array<double, 3> a = oklab(one), b = oklab(other);
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double luminance(Colour colour) {
  const auto [red, green, blue] = linear_components(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

double contrast(Colour a, Colour b) {
  const auto [dim, bright] = std::minmax({luminance(a), luminance(b)});
  return (bright + 0.05) / (dim + 0.05);
}

}  // namespace ergo
