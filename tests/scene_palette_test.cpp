// Contrast of every theme, by the formula of WCAG 2.2: text at least 4.5:1, marks at least 3:1.
#include <gtest/gtest.h>

#include <cmath>

#include "core/picture/palette.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

// The formula once more, in integers' own terms, so that an error in the palette's copy shows.
double relative_luminance(Colour colour) {
  const double weights[] = {0.0722, 0.7152, 0.2126};  // blue, green, red
  double sum = 0;
  for (const double weight : weights) {
    const double c = static_cast<double>(colour % 256) / 255;
    sum += weight * (c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
    colour /= 256;
  }
  return sum;
}

double ratio(Colour a, Colour b) {
  const double one = relative_luminance(a) + 0.05, other = relative_luminance(b) + 0.05;
  return one > other ? one / other : other / one;
}

TEST(ScenePalette, ContrastIsThatOfTheStandard) {
  EXPECT_NEAR(contrast(0x000000, 0xFFFFFF), 21, 1e-9);
  EXPECT_NEAR(contrast(0xFFFFFF, 0x777777), 4.48, 0.005);  // the well-known near miss
  for (const std::string& id : palette_ids()) {
    const Palette& theme = palette(id);
    EXPECT_NEAR(contrast(theme.text, theme.panel), ratio(theme.text, theme.panel), 1e-6) << id;
    EXPECT_NEAR(contrast(theme.accent, theme.picture), ratio(theme.accent, theme.picture), 1e-6) << id;
  }
}

TEST(ScenePalette, TextIsReadable) {
  for (const std::string& id : palette_ids()) {
    const Palette& theme = palette(id);
    for (const Colour under : {theme.ground, theme.panel, theme.raised, theme.picture}) {
      EXPECT_GE(ratio(theme.text, under), 4.5) << id << ", text on " << std::hex << under;
      EXPECT_GE(ratio(theme.secondary, under), 4.5) << id << ", secondary text on " << std::hex << under;
    }
  }
}

TEST(ScenePalette, MarksStandOut) {
  for (const std::string& id : palette_ids()) {
    const Palette& theme = palette(id);
    for (const auto& unit : samplers())
      EXPECT_GE(ratio(sampler_colour(unit.descriptor.id, theme), theme.picture), 3)
          << id << ", " << unit.descriptor.id;
    EXPECT_GE(ratio(sampler_colour("none of them", theme), theme.picture), 3) << id;
    for (const Colour mark : {theme.emphasis, theme.excess, theme.lack})
      EXPECT_GE(ratio(mark, theme.picture), 3) << id << std::hex << mark;
    for (const Colour under : {theme.ground, theme.panel, theme.picture})
      EXPECT_GE(ratio(theme.accent, under), 3) << id << ", accent on " << std::hex << under;
    for (const Colour tone : theme.ramp) EXPECT_GE(ratio(tone, theme.picture), 3) << id << std::hex << tone;
  }
}

TEST(ScenePalette, LightnessIsMonotone) {
  for (const std::string& id : palette_ids()) {
    const Palette& theme = palette(id);
    for (std::size_t k = 0; k + 2 < theme.ramp.size(); ++k)
      EXPECT_GT((luminance(theme.ramp[k + 1]) - luminance(theme.ramp[k])) *
                    (luminance(theme.ramp[k + 2]) - luminance(theme.ramp[k + 1])),
                0)
          << id << ", " << k;
    // Chains stand out more from the ground than the density's peak does.
    for (const auto& unit : samplers())
      EXPECT_GT(ratio(sampler_colour(unit.descriptor.id, theme), theme.picture),
                ratio(theme.density_high, theme.picture))
          << id << ", " << unit.descriptor.id;
  }
}

}  // namespace
}  // namespace ergo
